import { isMailAddress } from '@varco/domain/portal/mail-address.ts';
import { isMapSource, isOrigin, isStreetSource, isWebAddress } from '@varco/domain/portal/web-address.ts';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { AnsweredList, listOf, MAIL_DOMAIN_PATTERN, SettingVersion, storedPreset } from '../setting-fields.ts';
import { plainText } from '../wire.ts';

/** Seconds that an export waits for a plant that does not answer. */
export const EXPORT_PATIENCE_S = { min: 5, max: 7_200 } as const;

const MapSource = z.string().max(500).refine(isMapSource, 'must be an address of the web, or a path below /map/');

/** Base maps and routing service, which browsers call themselves. */
export const MapSettings = z
  .object({
    /** A style (.json), a PMTiles archive or raster tiles `{z}/{x}/{y}`; empty: the map shipped with the portal. */
    source: MapSource,
    credit: z.string().max(200),
    /** The alternative base map; empty: the shipped map in its plain style. */
    source_2: MapSource,
    credit_2: z.string().max(200),
    /** PMTiles archive of streets, laid over the shipped map; empty: none. */
    streets: z.string().max(500).refine(isStreetSource, 'must be the address of a .pmtiles archive'),
    /** Empty: the contributors of OpenStreetMap. */
    streets_credit: z.string().max(200),
    /** Additional origins that a style refers to. */
    origins: z.array(z.string().max(300).refine(isOrigin, 'must be an origin')).max(20).readonly(),
    /** OSRM-compatible routing service and its key, which everybody signed in can read; empty: links are drawn as arcs. */
    routing_url: z
      .string()
      .max(500)
      .refine((text) => text === '' || isWebAddress(text), 'must be an address of the web'),
    routing_key: z.string().max(200),
  })
  .meta({ id: 'MapSettings' });
export type MapSettings = z.infer<typeof MapSettings>;

/** Values of the settings of the portal, by name. */
const VALUES = {
  /** Domains whose people are police or armed forces (KIND-01). */
  force_domains: listOf(MAIL_DOMAIN_PATTERN),
  /** Domains of the provider's staff (KIND-03). */
  staff_domains: listOf(MAIL_DOMAIN_PATTERN),
  /** Domains of public bodies (KIND-06). */
  institutional_domains: listOf(MAIL_DOMAIN_PATTERN),
  /** Administrators and provider staff must have a second factor. */
  two_factor_required: z.boolean(),
  export_patience_s: z.int().min(EXPORT_PATIENCE_S.min).max(EXPORT_PATIENCE_S.max),
  maps: MapSettings,
} as const;
export type PortalSettingName = keyof typeof VALUES;
/** Settings of one value; the maps have a form of their own. */
export const PLAIN_PORTAL_SETTINGS = [
  'force_domains',
  'staff_domains',
  'institutional_domains',
  'two_factor_required',
  'export_patience_s',
] as const satisfies readonly PortalSettingName[];
export type PlainPortalSetting = (typeof PLAIN_PORTAL_SETTINGS)[number];

/** How the connection to the mail server is encrypted; `none` exists only in the demo. */
export const MAIL_SECURITIES = ['starttls', 'tls', 'none'] as const;
export type MailSecurity = (typeof MAIL_SECURITIES)[number];

const HostName = z.string().regex(/^[a-zA-Z0-9](?:[a-zA-Z0-9.:-]{0,252}[a-zA-Z0-9])?$/);
const MailFields = {
  host: HostName,
  port: z.int().min(1).max(65_535),
  security: z.enum(MAIL_SECURITIES),
  /** Empty: the server asks for no sign-in. */
  user: plainText(200),
  from: z.string().max(254).refine(isMailAddress, 'must be one plain mail address'),
} as const;

/** The mail server as it is answered: its password never is. */
export const MailServerView = z
  .object({
    // The environment allows more than the browser does.
    host: z.string().max(300),
    port: z.int(),
    security: z.enum(MAIL_SECURITIES),
    user: z.string().max(200),
    from: z.string().max(300),
    has_password: z.boolean(),
  })
  .meta({ id: 'MailServer' });
export type MailServerView = z.infer<typeof MailServerView>;

export const PortalSettingsView = z
  .object({
    values: z.object({
      force_domains: storedPreset(AnsweredList),
      staff_domains: storedPreset(AnsweredList),
      institutional_domains: storedPreset(AnsweredList),
      two_factor_required: storedPreset(z.boolean()),
      export_patience_s: storedPreset(z.int()),
      maps: storedPreset(MapSettings),
    }),
    /** Null: no mail is sent, messages wait. */
    mail: storedPreset(MailServerView.nullable()),
  })
  .meta({ id: 'PortalSettings' });
export type PortalSettingsView = z.infer<typeof PortalSettingsView>;

const admin = { access: { who: 'portal-user', rule: 'admin' } } as const;
const change = { ...admin, response: PortalSettingsView, limit: 'command' } as const;
const errors = ['bad_request', 'invalid_token', 'no_perms', 'conflict', 'unavailable'] as const;

export const readPortalSettings = endpoint({
  ...admin,
  id: 'readPortalSettings',
  method: 'GET',
  path: '/api/v1/settings',
  summary: 'Settings of the portal, each with who changed it last (administrators)',
  response: PortalSettingsView,
  errors: ['invalid_token', 'no_perms', 'unavailable'],
  audit: null,
  limit: 'read',
});

const valueChange = <N extends PortalSettingName>(name: N) =>
  z.object({ name: z.literal(name), value: VALUES[name], ver: SettingVersion });

export const changePortalSetting = endpoint({
  ...change,
  id: 'changePortalSetting',
  method: 'PUT',
  path: '/api/v1/settings',
  summary: 'Change one setting; it counts from the next call on (administrators)',
  /** `ver` as read: `conflict` when somebody else changed it in between. */
  body: z.discriminatedUnion('name', [
    valueChange('force_domains'),
    valueChange('staff_domains'),
    valueChange('institutional_domains'),
    valueChange('two_factor_required'),
    valueChange('export_patience_s'),
    valueChange('maps'),
  ]),
  errors: [...errors],
  audit: 'settings.change',
});

export const changeMailServer = endpoint({
  ...change,
  id: 'changeMailServer',
  method: 'PUT',
  path: '/api/v1/settings/mail',
  summary: 'Change the mail server; null sends no mail (administrators)',
  body: z.object({
    mail: z
      .object({
        ...MailFields,
        /** Absent: the stored one, if host, port and user stay; it is never sent to another server. */
        password: plainText(500).optional(),
      })
      .nullable(),
    ver: SettingVersion,
  }),
  errors: [...errors],
  audit: 'settings.mail',
});

export const tryMailServer = endpoint({
  ...admin,
  id: 'tryMailServer',
  method: 'POST',
  path: '/api/v1/settings/mail/try',
  summary: 'Send a message to the own address by the stored mail server, and answer what it said (administrators)',
  response: z.object({
    sent: z.boolean(),
    to: z.string().max(254),
    /** What went wrong, in the words of the mail server or of the connection; empty when it was sent. */
    reply: z.string().max(500),
  }),
  errors: ['bad_request', 'invalid_token', 'no_perms', 'conflict', 'rate_limit_exceeded', 'unavailable'],
  audit: 'settings.mail-try',
  limit: 'command',
});
