import { DEFAULT_DOMAINS } from '@varco/domain/portal/user-kind.ts';
import { isOrigin } from '@varco/domain/portal/web-address.ts';
import { z } from 'zod';
import { BACKUP_FIELDS } from '@varco/server-kit/backup/backup-settings.ts';
import {
  addressListField,
  databaseUrlField,
  auditEpochField,
  diskReserveField,
  drainField,
  flagField,
  logLevelField,
  migrationOnlyField,
  originField,
  originListField,
  portField,
} from '@varco/server-kit/env/env-fields.ts';

/** `user:password`; the password may contain colons. Null: not set. */
const accountVariable = z
  .string()
  .default('')
  .refine((text) => text === '' || /^[^:\s]{1,64}:[\u0020-\u007e]{1,200}$/.test(text), {
    error: 'must be user:password',
  })
  .transform((text) => {
    const colon = text.indexOf(':');
    return text === '' ? null : { user: text.slice(0, colon), password: text.slice(colon + 1) };
  });

/** An origin with a path of simple names and no query; plain http is allowed for this machine only. */
function isBucketUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { origin } = new URL(text);
  return isOrigin(origin) && /^(?:\/[A-Za-z0-9_-][A-Za-z0-9._-]*)+\/?$/.test(text.slice(origin.length));
}

/** Environment variables of the plant server; `NAME_FILE` reads the value from a file. An empty text counts as not set. */
export const PlantEnv = z.object({
  VARCO_PORT: portField(8401),
  VARCO_HOST: z.string().default('127.0.0.1'),
  /** Empty: the embedded PostgreSQL in the data folder. */
  VARCO_DATABASE_URL: databaseUrlField,
  /** Addresses of the migration; a server refuses to know them. */
  VARCO_DATABASE_OWNER_URL: migrationOnlyField,
  VARCO_DATABASE_ADMIN_URL: migrationOnlyField,
  /** Name of the database on the embedded server. */
  VARCO_DATABASE_NAME: z
    .string()
    .regex(/^[a-z][a-z0-9_]{0,40}$/)
    .default('varco_plant'),
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
  /** Origins of portals whose pages may call this plant, beside those that joined (ADR 0036). */
  VARCO_PORTAL_ORIGINS: originListField,
  VARCO_TRUST_PROXY: addressListField,
  /** Addresses that may read metrics and health details; empty: this machine only. */
  VARCO_MONITOR_ADDRESSES: addressListField,
  /** Addresses of the command's internal clients: INTERFORCE access can be approved only from there. Empty: from nowhere. */
  VARCO_INTERNAL_ADDRESSES: addressListField,
  /** S3 bucket for pictures, `https://host/bucket[/prefix]`; empty: a folder in the data folder. */
  VARCO_PICTURES_S3_URL: z
    .string()
    .default('')
    .refine((text) => text === '' || isBucketUrl(text), {
      error: 'must be the address of a bucket such as https://s3.example/bucket',
    }),
  VARCO_PICTURES_S3_REGION: z
    .string()
    .regex(/^[a-z0-9-]{1,40}$/)
    .default('us-east-1'),
  /** Access key of the bucket, `id:secret`. */
  VARCO_PICTURES_S3_KEY: accountVariable,
  /** Reads per second that one camera key may send, and the size of a burst. */
  VARCO_INGEST_RATE: z.coerce.number().int().min(1).max(1_000_000).default(100),
  VARCO_INGEST_BURST: z.coerce.number().int().min(500).max(1_000_000).default(1_000),
  /** Origin of the ministry's registry; empty: this plant makes no checks. */
  VARCO_REGISTRY_URL: originField,
  /** Credentials of the VPN and of the ministry's service, each `user:password`. */
  VARCO_REGISTRY_VPN: accountVariable,
  VARCO_REGISTRY_MINISTRY: accountVariable,
  /** Registry checks allowed per minute. */
  VARCO_REGISTRY_BUDGET: z.coerce.number().int().min(1).max(100_000).default(120),
  /** Paid look-ups allowed per day for the whole plant. */
  VARCO_PAID_LOOKUPS_PER_DAY: z.coerce.number().int().min(0).max(1_000_000).default(500),
  /**
   * Days that the content of a ministry response is retained; the record that it was requested is retained as long as the
   * audit log.
   */
  VARCO_LOOKUP_ANSWER_DAYS: z.coerce.number().int().min(1).max(3_650).default(180),
  /** In-memory plate index: serves patterns, misreads and variations without reading the database. */
  VARCO_PLATE_INDEX: z.enum(['auto', 'off']).default('auto'),
  /** Maximum memory of the plate index; a plant with more plates uses the database. */
  VARCO_PLATE_INDEX_MB: z.coerce.number().int().min(16).max(65_536).default(512),
  /** Domains that direct e-mails of a blacklist entry may go to; `*` matches one label, and subdomains are included. */
  VARCO_ALERT_MAIL_DOMAINS: z
    .string()
    .default([...DEFAULT_DOMAINS.force, ...DEFAULT_DOMAINS.institutional].join(','))
    .transform((text) => text.split(',').map((domain) => domain.trim().toLowerCase()))
    .refine((domains) => domains.every((domain) => /^[a-z0-9*.-]{3,120}$/.test(domain)), {
      error: 'must be a comma-separated list of domains',
    }),
  /** Private or loopback address ranges allowed for mail servers, bots and gateways. */
  VARCO_OUTBOUND_CIDRS: addressListField,
  /** Allowed push services of browsers; `*.zone` matches subdomains. */
  VARCO_PUSH_SERVICES: z
    .string()
    .default('fcm.googleapis.com,*.push.services.mozilla.com,*.notify.windows.com,*.push.apple.com')
    .transform((text) => text.split(',').map((host) => host.trim().toLowerCase()))
    .refine((hosts) => hosts.every((host) => /^(\*\.)?[a-z0-9.-]{3,120}$/.test(host)), {
      error: 'must be a comma-separated list of hosts',
    }),
  /** Folder with one folder for each camera that uploads files; empty: `cameras` in the data folder. */
  VARCO_CAMERA_FOLDER: z.string().default(''),
  /** Address that the ports of cameras listen on; cameras are in another network than the proxy. */
  VARCO_CAMERA_HOST: z.string().default('0.0.0.0'),
  VARCO_LOG_LEVEL: logLevelField,
});
export type PlantEnv = z.output<typeof PlantEnv>;
