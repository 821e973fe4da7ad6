import { isAbsolute } from 'node:path';
import { z } from 'zod';
import { isOrigin } from '@varco/domain/portal/web-address.ts';

const KEY_BYTES = 32;

/** An origin with a path of simple names: a bucket, with or without a prefix. */
function isBucket(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { origin } = new URL(text);
  return isOrigin(origin) && /^(?:\/[a-z0-9][a-z0-9.-]*)+$/.test(text.slice(origin.length));
}

/** Settings of the backups, the same for every server. `VARCO_BACKUP_KEY_FILE` names the file with the key. */
export const BACKUP_FIELDS = {
  /** Folder on another disk, or bucket `https://host/bucket/prefix`; empty: no backups. */
  VARCO_BACKUP_REPOSITORY: z
    .string()
    .default('')
    .refine((text) => text === '' || isAbsolute(text) || isBucket(text), {
      error: 'must be a folder such as /var/backups/varco/portal or a bucket such as https://s3.example/bucket',
    }),
  /** Opens and closes the backups; made by `varco backup --init`. */
  VARCO_BACKUP_KEY: z
    .string()
    .default('')
    .refine((text) => text === '' || Buffer.from(text, 'base64url').length === KEY_BYTES, {
      error: 'must be the key that varco backup --init printed',
    }),
  /** Folder for the ring of keys, on a store without versions; empty: in the place of the backups and beside the data. */
  VARCO_BACKUP_RING: z
    .string()
    .default('')
    .refine((text) => text === '' || isAbsolute(text), { error: 'must be a folder such as /mnt/ring' }),
  VARCO_BACKUP_S3_REGION: z
    .string()
    .regex(/^[a-z0-9-]{1,40}$/)
    .default('us-east-1'),
  /** Access key of the bucket, `id:secret`. */
  VARCO_BACKUP_S3_KEY: z
    .string()
    .default('')
    .refine((text) => text === '' || /^[^:\s]{1,128}:[\u0021-\u007e]{1,200}$/.test(text), {
      error: 'must be id:secret',
    }),
  /** Days after which a backup is removed, with what only it holds, and after which a period with a key of its own ends. */
  VARCO_BACKUP_DAYS: z.coerce.number().int().min(1).max(3_650).default(14),
  /** Newest whole backups that are kept however old they are. */
  VARCO_BACKUP_KEEP: z.coerce.number().int().min(1).max(100).default(2),
};
const BackupEnv = z.object(BACKUP_FIELDS);
export type BackupEnv = z.output<typeof BackupEnv>;

/** Where backups go, and what opens them. */
export interface BackupSettings {
  readonly repository: string;
  /** Null: a folder. */
  readonly bucket: { readonly region: string; readonly keyId: string; readonly secret: string } | null;
  /** Of a server: as printed, it opens the ring of keys and period 0. Of a period: its own. The password of restic. */
  readonly key: string;
  /** Folder that alone has the ring of keys; null: the place of the backups and the data folder. */
  readonly ring: string | null;
  readonly days: number;
  readonly keep: number;
}

/** The settings of a server; null: it has no backups. */
export function readBackupSettings(env: BackupEnv): BackupSettings | null {
  const { VARCO_BACKUP_REPOSITORY: repository, VARCO_BACKUP_KEY: key } = env;
  if (repository === '' || key === '') return null;
  const [keyId = '', ...secret] = env.VARCO_BACKUP_S3_KEY.split(':');
  return {
    repository,
    key,
    ring: env.VARCO_BACKUP_RING === '' ? null : env.VARCO_BACKUP_RING,
    bucket: isAbsolute(repository) ? null : { region: env.VARCO_BACKUP_S3_REGION, keyId, secret: secret.join(':') },
    days: env.VARCO_BACKUP_DAYS,
    keep: env.VARCO_BACKUP_KEEP,
  };
}
