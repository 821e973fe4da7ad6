import type { KdfBlock } from '@varco/contract/vault.ts';
import { AppError } from '@varco/server-kit/errors/app-error.ts';

/** Weakest and most expensive key derivation that is accepted for an account (the browser uses the same limits). */
const STORED_KDF_LIMITS = { minM: 19 * 1024, minT: 2, maxM: 256 * 1024, maxT: 10 } as const;
const PROOF = /^p1\.[A-Za-z0-9_-]{43}$/;

/** Error for one invalid field of the body. */
export const invalidFieldError = (field: string): AppError =>
  new AppError('bad_request', { sub: 'invalid_field', field });

/** Throws `bad_request` unless the text has the shape of a proof: a clear-text password is never stored. */
export function checkProof(proof: string): void {
  if (!PROOF.test(proof)) throw invalidFieldError('body/password');
}

/** Throws `bad_request` for a key derivation that is too weak or too expensive. `field`: its name in the body. */
export function checkDerivation(kdf: KdfBlock, field: string): void {
  if (
    kdf.m < STORED_KDF_LIMITS.minM ||
    kdf.t < STORED_KDF_LIMITS.minT ||
    kdf.m > STORED_KDF_LIMITS.maxM ||
    kdf.t > STORED_KDF_LIMITS.maxT
  )
    throw invalidFieldError(field);
}
