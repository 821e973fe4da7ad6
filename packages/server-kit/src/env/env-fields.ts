import { isOrigin } from '@varco/domain/portal/web-address.ts';
import { z } from 'zod';

/** Settings shared by all servers. */

export const portField = (fallback: number) => z.coerce.number().int().min(1).max(65_535).default(fallback);

export const flagField = z
  .enum(['0', '1'])
  .default('0')
  .transform((text) => text === '1');

export const logLevelField = z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info');

/** Epoch of the consultation log that a restored database begins (ADR 0008). */
export const auditEpochField = z.coerce.number().int().min(1).max(999_999_999).default(1);

/** Reserve of the disk guard in MB of 10^6 bytes; null: by the size of the disk. */
export const diskReserveField = z
  .string()
  .default('')
  .refine((text) => text === '' || (/^\d{1,8}$/.test(text) && Number(text) >= 16), {
    error: 'must be a number of megabytes, at least 16',
  })
  .transform((text) => (text === '' ? null : Number(text)));

const commaSeparated = z
  .string()
  .default('')
  .transform((text) =>
    text
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== ''),
  );

/** Address of a PostgreSQL database; empty when not set. The complaint never quotes it: it holds a password. */
export const databaseUrlField = z
  .string()
  .default('')
  .refine((text) => text === '' || (/^postgres(?:ql)?:\/\//.test(text) && URL.canParse(text)), {
    error: 'must be an address such as postgres://role:password@host:5432/database',
  });

/** Seconds that a stopping server still answers while `/ready` says 503, so that a proxy sends its calls elsewhere. */
export const drainField = z.coerce.number().int().min(0).max(20).default(0);

/** Address that only a migration may know: a server that finds it in its environment does not start (ADR 0029). */
export const migrationOnlyField = z
  .string()
  .default('')
  .refine((text) => text === '', {
    error: 'must not be set for a server, which never changes tables: only varco migrate reads it',
  });

/** One origin; empty when not set. */
export const originField = z
  .string()
  .default('')
  .refine((text) => text === '' || isOrigin(text), { error: 'must be an origin such as https://portal.example' });

/** `https://host[:port]`, comma-separated; `http` only for this machine. */
export const originListField = commaSeparated.refine((origins) => origins.every(isOrigin), {
  error: 'must be a comma-separated list of origins such as https://portal.example',
});

/** Addresses of proxies, comma-separated, IP or CIDR. */
export const addressListField = commaSeparated.refine(
  (addresses) => addresses.every((one) => /^[0-9a-fA-F.:]+(\/\d{1,3})?$/.test(one)),
  {
    error: 'must be a comma-separated list of IP addresses',
  },
);
