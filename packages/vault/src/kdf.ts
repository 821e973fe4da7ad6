import { fromBase64Url, randomBytes, toBase64Url } from './bytes.ts';
import { type VaultResult, success, failureResult } from './result.ts';

/** Parameters of the master key derivation (security 5). `m` in KiB, `salt` 16 bytes as base64url. */
export interface KdfBlock {
  readonly alg: 'argon2id';
  readonly v: 19;
  readonly m: number;
  readonly t: number;
  readonly p: number;
  readonly salt: string;
}

/**
 * Minimum and maximum of security 4: below, guessing passwords from a stolen proof is cheap; above, a hostile server
 * could freeze the client.
 */
export const KDF_LIMITS = { minM: 19 * 1024, maxM: 256 * 1024, minT: 2, maxT: 10, maxP: 4, saltBytes: 16 } as const;

/** Parameters for new accounts and new passwords: 64 MiB, 3 passes, 1 lane. */
export const KDF_DEFAULT = { m: 65536, t: 3, p: 1 } as const;

const isInt = (value: unknown, min: number, max: number): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max;

/**
 * Checks a KDF block that came from a server (security 4).
 * `malformed`: not such a block. `weak_kdf`: outside 19..256 MiB or 2..10 passes.
 */
export function checkKdf(input: unknown): VaultResult<KdfBlock> {
  if (typeof input !== 'object' || input === null) return failureResult('malformed');
  const { alg, v, m, t, p, salt } = input as Record<string, unknown>;
  if (alg !== 'argon2id' || v !== 19 || typeof salt !== 'string') return failureResult('malformed');
  if (fromBase64Url(salt)?.length !== KDF_LIMITS.saltBytes) return failureResult('malformed');
  if (!isInt(m, 1, Number.MAX_SAFE_INTEGER) || !isInt(t, 1, Number.MAX_SAFE_INTEGER) || !isInt(p, 1, KDF_LIMITS.maxP)) {
    return failureResult('malformed');
  }
  const isWithin = m >= KDF_LIMITS.minM && m <= KDF_LIMITS.maxM && t >= KDF_LIMITS.minT && t <= KDF_LIMITS.maxT;
  return isWithin ? success({ alg, v, m, t, p, salt }) : failureResult('weak_kdf');
}

/**
 * A new block with a random salt. The strength may be set between minimum and maximum (demo seeding uses the
 * minimum).
 */
export function createKdf(strength: { m: number; t: number } = KDF_DEFAULT): KdfBlock {
  return {
    alg: 'argon2id',
    v: 19,
    m: strength.m,
    t: strength.t,
    p: KDF_DEFAULT.p,
    salt: toBase64Url(randomBytes(KDF_LIMITS.saltBytes)),
  };
}
