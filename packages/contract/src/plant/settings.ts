import { z } from 'zod';
import { isOrigin } from '@varco/domain/portal/web-address.ts';
import { TIME_LIMITS } from '@varco/domain/transits/search-window.ts';
import { CALL_ERRORS } from '../call-errors.ts';
import { endpoint } from '../endpoint.ts';
import {
  AnsweredList,
  listOf,
  MAIL_DOMAIN_PATTERN,
  type NumberRange,
  SettingChange,
  SettingVersion,
  stored,
  storedPreset,
} from '../setting-fields.ts';
import { IsoInstant, plainText } from '../wire.ts';

/** Repeated spaces are reduced to one; at least `min` characters. */
const tidyText = (min: number, max: number) =>
  plainText(max)
    .transform((text) => text.trim().replaceAll(/\s+/g, ' '))
    .refine((text) => text.length >= min, 'too short');

/** Lowest and highest value of each setting that is a number. */
export const NUMBER_LIMITS = {
  paid_lookups_per_day: { min: 0, max: 1_000_000 },
  ingest_rate: { min: 1, max: 1_000_000 },
  // A call brings up to 500 reads.
  ingest_burst: { min: 500, max: 1_000_000 },
  registry_checks_per_minute: { min: 1, max: 100_000 },
} as const satisfies Record<string, NumberRange>;
export type NumberSettingName = keyof typeof NUMBER_LIMITS;
const wholeNumber = (name: NumberSettingName) => z.int().min(NUMBER_LIMITS[name].min).max(NUMBER_LIMITS[name].max);

/** Host names; `*.` at the beginning stands for all below. */
const PUSH_SERVICE_PATTERN = /^(?:\*\.)?(?:[a-z0-9-]{1,63}\.){1,5}[a-z][a-z0-9-]{1,23}$/;

/** Values of the plain settings, by name. */
const PLAIN_VALUES = {
  /** What the t_max of a user limits (readings TA53). */
  time_limit: z.enum(TIME_LIMITS),
  /** A consultation without a reason is refused. */
  requires_reason: z.boolean(),
  /** A consultation without a case number is refused, whatever its reason. */
  requires_case: z.boolean(),
  /** Name of the plant as people see it. */
  label: tidyText(1, 80),
  municipality: tidyText(1, 80),
  /** First part of the mark on prints and exported pictures; empty: none. */
  watermark_text: tidyText(0, 80),
  /** Paid look-ups of the whole plant in a day. */
  paid_lookups_per_day: wholeNumber('paid_lookups_per_day'),
  /** Reads per second that one camera key may send. */
  ingest_rate: wholeNumber('ingest_rate'),
  /** Reads that one camera key may send at once. */
  ingest_burst: wholeNumber('ingest_burst'),
  /** Automatic registry checks of the plant in a minute. */
  registry_checks_per_minute: wholeNumber('registry_checks_per_minute'),
  /** Domains that alert mails may go to. */
  alert_mail_domains: listOf(MAIL_DOMAIN_PATTERN),
  /** Push services of browsers that the plant may call. */
  push_services: listOf(PUSH_SERVICE_PATTERN),
} as const;
export type PlainSettingName = keyof typeof PLAIN_VALUES;
export const PLAIN_SETTING_NAMES = Object.keys(PLAIN_VALUES) as readonly PlainSettingName[];
/** Settings that have a value of the server until somebody sets them. */
export const LIMIT_NAMES = [
  'paid_lookups_per_day',
  'ingest_rate',
  'ingest_burst',
  'registry_checks_per_minute',
  'alert_mail_domains',
  'push_services',
] as const satisfies readonly PlainSettingName[];
export type LimitName = (typeof LIMIT_NAMES)[number];
export type ListSettingName = 'alert_mail_domains' | 'push_services';
export const LIST_PATTERNS: Readonly<Record<ListSettingName, RegExp>> = {
  alert_mail_domains: MAIL_DOMAIN_PATTERN,
  push_services: PUSH_SERVICE_PATTERN,
};

const STATE = { ver: SettingVersion, changed: SettingChange.nullable() } as const;

const ReasonCode = z.string().regex(/^[a-z][a-z0-9_-]{0,39}$/);

export const MAX_REASONS = 200;
/** Reasons that are offered at one time; retired ones do not count. */
export const MAX_OFFERED_REASONS = 40;

const SettingReason = z
  .object({
    /** Stays for ever, because entries of the consultation log name it. */
    code: z.string().max(40),
    it: z.string().max(120),
    en: z.string().max(120),
    requires_case: z.boolean(),
    /** No longer offered nor accepted; its text stays for what was done with it. */
    retired: z.boolean(),
    ...STATE,
  })
  .meta({ id: 'SettingReason' });
export type SettingReason = z.infer<typeof SettingReason>;

/** Kinds of data with a term of their own. Alerts go with their transits. `look_up_answers`: what the ministry answered. */
export const RETENTION_KINDS = ['transits', 'plate_pictures', 'context_pictures', 'look_up_answers'] as const;
export type RetentionKind = (typeof RETENTION_KINDS)[number];

export const MAX_RETENTION_DAYS = 3650;
const RetentionDays = z.int().min(1).max(MAX_RETENTION_DAYS);

/** What a term of retention belongs to, and what limits it: a picture cannot outlive its transit. */
export const isPictureKind = (kind: RetentionKind): boolean => kind === 'plate_pictures' || kind === 'context_pictures';

const RetentionTerm = z
  .object({ days: z.int().min(1), basis: z.string(), act: z.string(), ...STATE })
  .meta({ id: 'RetentionTerm' });
export type RetentionTerm = z.infer<typeof RetentionTerm>;

const RegistryUser = z.string().regex(/^[\u0021-\u0039\u003b-\u007e]{1,64}$/);
const RegistryPassword = z.string().regex(/^[\u0020-\u007e]{1,200}$/);

/** The ministry's registry as it is answered: its passwords never are. */
const RegistryView = z
  .object({
    url: z.string().max(300),
    /** Users of the VPN and of the ministry's service; empty: no credentials that this server can read. */
    vpn_user: z.string().max(64),
    ministry_user: z.string().max(64),
  })
  .meta({ id: 'RegistryAccount' });
export type RegistryView = z.infer<typeof RegistryView>;

export const PlantSettingsView = z
  .object({
    /** Short code of the plant, typed to confirm a shorter term. */
    code: z.string(),
    values: z.object({
      time_limit: stored(z.enum(TIME_LIMITS)),
      requires_reason: stored(z.boolean()),
      requires_case: stored(z.boolean()),
      label: stored(z.string()),
      municipality: stored(z.string()),
      watermark_text: stored(z.string()),
      paid_lookups_per_day: storedPreset(z.int().min(0)),
      ingest_rate: storedPreset(z.int().min(1)),
      ingest_burst: storedPreset(z.int().min(1)),
      registry_checks_per_minute: storedPreset(z.int().min(1)),
      alert_mail_domains: storedPreset(AnsweredList),
      push_services: storedPreset(AnsweredList),
    }),
    /** In the order in which they are offered, retired ones last. */
    reasons: z.array(SettingReason).max(MAX_REASONS),
    retention: z.object({
      transits: RetentionTerm,
      plate_pictures: RetentionTerm,
      context_pictures: RetentionTerm,
      look_up_answers: RetentionTerm.extend({
        /** Nobody has set it here: the term is the one the server was started with. */
        from_environment: z.boolean(),
      }),
    }),
    /** Null: this plant makes no checks at the ministry. */
    registry: storedPreset(RegistryView.nullable()),
    /** Days that finished exports stay on the plant; not a setting. */
    export_days: z.int().min(1),
    /** Legal holds in force. */
    holds: z.int().min(0),
  })
  .meta({ id: 'PlantSettings' });
export type PlantSettingsView = z.infer<typeof PlantSettingsView>;

const MANAGE = { who: 'plant-user', rule: 'settings.manage' } as const;

export const readSettings = endpoint({
  id: 'readSettings',
  method: 'GET',
  path: '/api/settings',
  summary: 'Settings of the plant, each with who changed it last',
  response: PlantSettingsView,
  errors: CALL_ERRORS,
  access: MANAGE,
  audit: null,
  limit: 'read',
});

const change = { access: MANAGE, limit: 'command', response: PlantSettingsView } as const;

const plainChange = <N extends PlainSettingName>(name: N) =>
  z.object({ name: z.literal(name), value: PLAIN_VALUES[name], ver: SettingVersion });

export const changeSetting = endpoint({
  ...change,
  id: 'changeSetting',
  method: 'PUT',
  path: '/api/settings',
  summary: 'Change one plain setting; it counts from the next call on',
  /** `ver` as read: `conflict` when somebody else changed it in between. */
  body: z.discriminatedUnion('name', [
    plainChange('time_limit'),
    plainChange('requires_reason'),
    plainChange('requires_case'),
    plainChange('label'),
    plainChange('municipality'),
    plainChange('watermark_text'),
    plainChange('paid_lookups_per_day'),
    plainChange('ingest_rate'),
    plainChange('ingest_burst'),
    plainChange('registry_checks_per_minute'),
    plainChange('alert_mail_domains'),
    plainChange('push_services'),
  ]),
  errors: [...CALL_ERRORS, 'conflict'],
  audit: 'settings.change',
});

export const changeRegistry = endpoint({
  ...change,
  id: 'changeRegistry',
  method: 'PUT',
  path: '/api/settings/registry',
  summary: 'Change the registry of the ministry and its accounts; null makes no checks',
  body: z.object({
    registry: z
      .object({
        url: z.string().max(300).refine(isOrigin, 'must be an origin'),
        vpn_user: RegistryUser,
        ministry_user: RegistryUser,
        /** Absent: the stored one, if address and user stay; it is never sent to another server. */
        vpn_password: RegistryPassword.optional(),
        ministry_password: RegistryPassword.optional(),
      })
      .nullable(),
    ver: SettingVersion,
  }),
  errors: [...CALL_ERRORS, 'conflict'],
  audit: 'settings.registry',
});

const ReasonTexts = z.object({ it: tidyText(3, 120), en: tidyText(3, 120), requires_case: z.boolean() });

export const addReason = endpoint({
  ...change,
  id: 'addReason',
  method: 'POST',
  path: '/api/settings/reasons',
  summary: 'A new reason of consultation; people are offered it at their next sign-in',
  body: ReasonTexts.extend({ code: ReasonCode }),
  errors: [...CALL_ERRORS, 'conflict', 'duplicate'],
  audit: 'settings.reason',
});

export const changeReason = endpoint({
  ...change,
  id: 'changeReason',
  method: 'PUT',
  path: '/api/settings/reasons/:code',
  summary: 'Rename a reason, ask for a case with it or not, retire it or offer it again',
  params: z.object({ code: ReasonCode }),
  body: ReasonTexts.extend({ retired: z.boolean(), ver: SettingVersion }),
  errors: [...CALL_ERRORS, 'not_found', 'conflict'],
  audit: 'settings.reason',
});

const KindParams = z.object({ kind: z.enum(RETENTION_KINDS) });

/** A number of rows; `capped`: there are more than `count`. */
export const CappedCount = z.object({ count: z.int().min(0), capped: z.boolean() }).meta({ id: 'CappedCount' });
export type CappedCount = z.infer<typeof CappedCount>;

/** What a shorter term adds to the next deletion. What is under a legal hold, or past its present term, is not counted. */
export const RetentionPreview = z
  .object({
    transits: CappedCount,
    alerts: CappedCount,
    plate_pictures: CappedCount,
    context_pictures: CappedCount,
    look_up_answers: CappedCount,
    /** Instants: what lies from here (included) to there. */
    from: IsoInstant,
    to: IsoInstant,
    /** Nothing that is there now would go. */
    empty: z.boolean(),
  })
  .meta({ id: 'RetentionPreview' });
export type RetentionPreview = z.infer<typeof RetentionPreview>;

export const previewRetention = endpoint({
  id: 'previewRetention',
  method: 'GET',
  path: '/api/settings/retention/:kind/preview',
  summary: 'What a term would delete that the present one keeps; nothing is changed',
  params: KindParams,
  query: z.object({ days: z.coerce.number().pipe(RetentionDays) }),
  response: RetentionPreview,
  errors: CALL_ERRORS,
  access: MANAGE,
  audit: null,
  limit: 'search',
});

export const changeRetention = endpoint({
  ...change,
  id: 'changeRetention',
  method: 'PUT',
  path: '/api/settings/retention/:kind',
  summary: 'Change a term of retention with its basis and act; what it deletes goes with the next deletion',
  params: KindParams,
  body: z.object({
    days: RetentionDays,
    basis: tidyText(3, 200),
    act: tidyText(3, 200),
    /** The code of the plant, typed by the person; required when the term becomes shorter. */
    confirm: plainText(80).optional(),
    ver: SettingVersion,
  }),
  errors: [...CALL_ERRORS, 'conflict'],
  audit: 'settings.retention',
});
