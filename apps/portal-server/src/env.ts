import { BACKUP_FIELDS } from '@varco/server-kit/backup/backup-settings.ts';
import { z } from 'zod';
import { isMailAddress } from '@varco/domain/portal/mail-address.ts';
import { DEFAULT_DOMAINS } from '@varco/domain/portal/user-kind.ts';
import { isMapSource, isOrigin, isStreetSource, isWebAddress } from '@varco/domain/portal/web-address.ts';
import {
  addressListField,
  databaseUrlField,
  auditEpochField,
  diskReserveField,
  drainField,
  flagField,
  logLevelField,
  migrationOnlyField,
  originListField,
} from '@varco/server-kit/env/env-fields.ts';
import { type Environment, EnvError, readEnv } from '@varco/server-kit/env/read-env.ts';

const splitList = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

const domainListField = (standard: readonly string[]) =>
  z
    .string()
    .default(standard.join(','))
    .transform(splitList)
    .refine((domains) => domains.every((domain) => /^[a-z0-9*.-]{3,120}$/i.test(domain)), {
      error: 'must be a comma-separated list of domains',
    });

/** Origins, or `https://*.zone` for all plants below one domain. */
const plantOriginsField = z
  .string()
  .default('')
  .transform(splitList)
  .refine((origins) => origins.every((origin) => isOrigin(origin.replace('://*.', '://any.'))), {
    error: 'must be a comma-separated list of origins such as https://plant.example or https://*.zone.example',
  });

const mapSourceField = z.string().default('').refine(isMapSource, {
  error: 'must be an address such as https://tiles.example/{z}/{x}/{y}.png, or a path below /map/',
});
const streetSourceField = z.string().default('').refine(isStreetSource, {
  error: 'must be an address such as https://tiles.example/streets.pmtiles, or /map/streets.pmtiles',
});
const creditField = z.string().max(200).default('');

const isSmtpUrl = (text: string): boolean =>
  URL.canParse(text) &&
  /^smtps?:$/.test(new URL(text).protocol) &&
  new URL(text).hostname !== '' &&
  /^\/?$/.test(new URL(text).pathname);

const PortalEnvSchema = z.object({
  VARCO_PORT: z.coerce.number().int().min(0).max(65_535).default(8400),
  VARCO_HOST: z.string().default('127.0.0.1'),
  VARCO_DATABASE_URL: databaseUrlField,
  /** Addresses of the migration; a server refuses to know them. */
  VARCO_DATABASE_OWNER_URL: migrationOnlyField,
  VARCO_DATABASE_ADMIN_URL: migrationOnlyField,
  VARCO_DATA_DIR: z.string().min(1),
  /** Room in MB that is kept free on each disk; empty: by its size (ADR 0002). */
  VARCO_DISK_RESERVE_MB: diskReserveField,
  /** Seconds that a stopping process still answers, where a second one takes its calls (ADR 0046). */
  VARCO_DRAIN_S: drainField,
  /** Number of the epoch that the consultation log begins after a restore (ADR 0008). */
  VARCO_AUDIT_EPOCH: auditEpochField,
  /** Folder of an external database on this machine, whose disk is then watched too; empty: unknown. */
  VARCO_DATABASE_FOLDER: z.string().default(''),
  ...BACKUP_FIELDS,
  VARCO_DEMO: flagField,
  /** Address of the portal as browsers see it. */
  VARCO_PUBLIC_ORIGIN: z.string().refine(isOrigin, { error: 'must be an origin such as https://portal.example' }),
  /** Plants a browser may call; empty: every https origin (in the demo every port of this machine). */
  VARCO_PLANT_ORIGINS: plantOriginsField,
  /**
   * Additional origins of maps: those of tiles, fonts and images that a style refers to. The origins of the addresses
   * below are always allowed.
   */
  VARCO_MAP_ORIGINS: originListField,
  /**
   * Base map: a style (.json), a PMTiles archive or raster tiles `{z}/{x}/{y}`; empty: the map shipped with this
   * checkout.
   */
  VARCO_MAP_SOURCE: mapSourceField,
  VARCO_MAP_CREDIT: creditField,
  /** The alternative base map; empty: the shipped map in its plain style. */
  VARCO_MAP_SOURCE_2: mapSourceField,
  VARCO_MAP_CREDIT_2: creditField,
  /** PMTiles archive of streets, laid over the shipped map; empty: none. */
  VARCO_MAP_STREETS: streetSourceField,
  /** Empty: the contributors of OpenStreetMap. */
  VARCO_MAP_STREETS_CREDIT: creditField,
  /** OSRM-compatible routing service and its key; empty: links are drawn as arcs. */
  VARCO_ROUTING_URL: z
    .string()
    .default('')
    .refine((text) => text === '' || isWebAddress(text), {
      error: 'must be an address such as https://roads.example/osrm',
    }),
  VARCO_ROUTING_KEY: z.string().max(200).default(''),
  /** Folder of the built web app; empty: the one of this checkout. */
  VARCO_WEB_DIST: z.string().default(''),
  VARCO_TRUST_PROXY: addressListField,
  /** Private or loopback ranges in which plants may be probed. */
  VARCO_OUTBOUND_CIDRS: addressListField,
  /** Mail server, `smtp://[user:password@]host:port` or `smtps://...`; empty: messages stay in the outbox. */
  VARCO_SMTP_URL: z
    .string()
    .default('')
    .refine((text) => text === '' || isSmtpUrl(text), { error: 'must be smtp://host:port or smtps://host:port' }),
  /** Sender of the messages; empty: `varco@` and the portal's host. */
  VARCO_MAIL_FROM: z
    .string()
    .default('')
    .refine((text) => text === '' || isMailAddress(text), { error: 'must be one plain mail address' }),
  /** Addresses that may see metrics and health details. */
  VARCO_MONITOR_ADDRESSES: z.preprocess((text) => text ?? '127.0.0.1,::1', addressListField),
  VARCO_FORCE_DOMAINS: domainListField(DEFAULT_DOMAINS.force),
  VARCO_STAFF_DOMAINS: domainListField(DEFAULT_DOMAINS.staff),
  VARCO_INSTITUTIONAL_DOMAINS: domainListField(DEFAULT_DOMAINS.institutional),
  /** Two-factor compulsory for administrators and provider staff: 1 or 0; empty: yes, except in the demo. */
  VARCO_REQUIRE_TWO_FACTOR: z.enum(['', '0', '1']).default(''),
  /** Seconds to wait for an unresponsive plant before an export is delivered without it. */
  VARCO_EXPORT_PATIENCE_S: z.coerce.number().int().min(5).max(7_200).default(600),
  VARCO_LOG_LEVEL: logLevelField,
});
export type PortalEnv = z.output<typeof PortalEnvSchema>;

/** Settings of the portal server. Throws `EnvError` with a readable message. */
export function readPortalEnv(source: Environment): PortalEnv {
  const env = readEnv(PortalEnvSchema, source);
  if (!env.VARCO_DEMO && !env.VARCO_PUBLIC_ORIGIN.startsWith('https:'))
    throw new EnvError('These settings do not hold:\n  VARCO_PUBLIC_ORIGIN: must be https outside the demo');
  return env;
}

/** Whether administrators and provider staff must enable two-factor. Default: yes, in the demo no. */
export const isTwoFactorRequired = ({ VARCO_REQUIRE_TWO_FACTOR: said, VARCO_DEMO: isDemo }: PortalEnv): boolean =>
  said === '' ? !isDemo : said === '1';
