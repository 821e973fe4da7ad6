/**
 * Why the vault could not do something. Expected outcomes, so values and not exceptions:
 * - `malformed`: not a format 1 vault at all (shape, sizes, ids);
 * - `weak_kdf`: the key derivation block is below the floor or above the ceiling of security 4;
 * - `wrong_password`, `wrong_recovery_key`: the slot did not open;
 * - `foreign`: the slot did not open although the server accepted this very password, so it is another user's or was altered;
 * - `damaged`: a sealed part does not open or does not hold what it must;
 * - `read_only`: the vault was opened with problems, so nothing may be overwritten;
 * - `missing_keys`: no key is held (the vault is closed);
 * - `too_large`: more than 500 items or 512 KiB.
 */
export type VaultFailure =
  | 'malformed'
  | 'weak_kdf'
  | 'wrong_password'
  | 'wrong_recovery_key'
  | 'foreign'
  | 'damaged'
  | 'read_only'
  | 'missing_keys'
  | 'too_large';

export type VaultResult<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly reason: VaultFailure };

export function done<T>(value: T): VaultResult<T> {
  return { ok: true, value };
}

export function failed(reason: VaultFailure): { readonly ok: false; readonly reason: VaultFailure } {
  return { ok: false, reason };
}

/** Thrown only by the Node conveniences, whose callers have no use for a result. */
export class VaultError extends Error {
  readonly reason: VaultFailure;

  constructor(reason: VaultFailure) {
    super(reason === 'missing_keys' ? 'missing keys' : `vault: ${reason}`);
    this.name = 'VaultError';
    this.reason = reason;
  }
}

/** The value of a result, or a throw: for code that cannot go on without it. */
export function valueOf<T>(result: VaultResult<T>): T {
  if (!result.ok) throw new VaultError(result.reason);
  return result.value;
}
