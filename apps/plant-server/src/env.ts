import { DEFAULT_DOMAINS } from '@varco/domain/portal/user-kind.ts';
import { z } from 'zod';
import {
  addressListField,
  flagField,
  isOrigin,
  logLevelField,
  originField,
  originListField,
  portField,
} from '@varco/server-kit/env/env-fields.ts';

/** `user:password`; the password may hold colons. Null: not given. */
const accountField = z
  .string()
  .default('')
  .refine((text) => text === '' || /^[^:\s]{1,64}:[\u0020-\u007e]{1,200}$/.test(text), {
    error: 'must be user:password',
  })
  .transform((text) => {
    const colon = text.indexOf(':');
    return text === '' ? null : { user: text.slice(0, colon), password: text.slice(colon + 1) };
  });

/** Origin and a path of plain names, no query; plain http only for this machine. */
function isBucketUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { origin } = new URL(text);
  return isOrigin(origin) && /^(?:\/[A-Za-z0-9_-][A-Za-z0-9._-]*)+\/?$/.test(text.slice(origin.length));
}

/** Settings of the plant server; `NAME_FILE` gives a value by file. An empty text counts as not given. */
export const PlantEnv = z.object({
  VARCO_PORT: portField(8401),
  VARCO_HOST: z.string().default('127.0.0.1'),
  /** Empty: the embedded PostgreSQL in the data folder. */
  VARCO_DATABASE_URL: z.string().default(''),
  /** For migrations; empty: the same. */
  VARCO_DATABASE_OWNER_URL: z.string().default(''),
  /** Name of the database on the embedded server. */
  VARCO_DATABASE_NAME: z
    .string()
    .regex(/^[a-z][a-z0-9_]{0,40}$/)
    .default('varco_plant'),
  VARCO_DATA_DIR: z.string().min(1),
  VARCO_DEMO: flagField,
  /** Origins of the portals whose pages may call this plant. */
  VARCO_PORTAL_ORIGINS: originListField,
  VARCO_TRUST_PROXY: addressListField,
  /** Addresses that may read metrics and the details of health; empty: this machine. */
  VARCO_MONITOR_ADDRESSES: addressListField,
  /** Internal clients of the command: only from there somebody is enabled for the INTERFORCE list. None: from nowhere. */
  VARCO_INTERNAL_ADDRESSES: addressListField,
  /** Bucket for pictures, `https://host/bucket[/prefix]`; empty: a folder in the data folder. */
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
  /** Key of the bucket, `id:secret`. */
  VARCO_PICTURES_S3_KEY: accountField,
  /** Reads a second that one camera key may send, and at once. */
  VARCO_INGEST_RATE: z.coerce.number().int().min(1).max(1_000_000).default(100),
  VARCO_INGEST_BURST: z.coerce.number().int().min(500).max(1_000_000).default(1_000),
  /** Origin of the ministry's registry; empty: this plant makes no checks. */
  VARCO_REGISTRY_URL: originField,
  /** Credential of the line and of the service, each `user:password`. */
  VARCO_REGISTRY_VPN: accountField,
  VARCO_REGISTRY_MINISTRY: accountField,
  /** Plates that may be asked about in a minute. */
  VARCO_REGISTRY_BUDGET: z.coerce.number().int().min(1).max(100_000).default(120),
  /** Paid look-ups of the whole plant in a day. */
  VARCO_PAID_LOOKUPS_PER_DAY: z.coerce.number().int().min(0).max(1_000_000).default(500),
  /** Days an answer of the ministry is kept; that it was asked for is kept as long as the consultation log. */
  VARCO_LOOKUP_ANSWER_DAYS: z.coerce.number().int().min(1).max(3_650).default(180),
  /** Plates in memory: answers patterns, misreads and variations without reading the database. */
  VARCO_PLATE_INDEX: z.enum(['auto', 'off']).default('auto'),
  /** Most memory it may take; a plant with more plates is answered by its database. */
  VARCO_PLATE_INDEX_MB: z.coerce.number().int().min(16).max(65_536).default(512),
  /** Domains direct e-mails of a blacklist entry may go to, `*` one label; subdomains are meant too. */
  VARCO_ALERT_MAIL_DOMAINS: z
    .string()
    .default([...DEFAULT_DOMAINS.force, ...DEFAULT_DOMAINS.institutional].join(','))
    .transform((text) => text.split(',').map((domain) => domain.trim().toLowerCase()))
    .refine((domains) => domains.every((domain) => /^[a-z0-9*.-]{3,120}$/.test(domain)), {
      error: 'must be a comma-separated list of domains',
    }),
  /** Private or loopback ranges that mail servers, bots and gateways of alerts may be in. */
  VARCO_OUTBOUND_CIDRS: addressListField,
  /** Push services of browsers; `*.zone` for subdomains. */
  VARCO_PUSH_SERVICES: z
    .string()
    .default('fcm.googleapis.com,*.push.services.mozilla.com,*.notify.windows.com,*.push.apple.com')
    .transform((text) => text.split(',').map((host) => host.trim().toLowerCase()))
    .refine((hosts) => hosts.every((host) => /^(\*\.)?[a-z0-9.-]{3,120}$/.test(host)), {
      error: 'must be a comma-separated list of hosts',
    }),
  VARCO_LOG_LEVEL: logLevelField,
});
export type PlantEnv = z.output<typeof PlantEnv>;
