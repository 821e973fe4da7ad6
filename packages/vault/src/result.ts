/**
 * Reasons of a failure. They are expected outcomes, so they are returned and not thrown: - `malformed`: not a format
 * 1 vault (shape, sizes, ids); - `weak_kdf`: the key derivation block is outside the limits of security 4; -
 * `wrong_password`, `wrong_recovery_key`: the slot did not open; - `foreign`: the slot did not open although the
 * server accepted this password, so it belongs to another user or was altered; - `damaged`: a sealed value does not
 * open or has invalid content; - `read_only`: the vault was opened with problems, so nothing may be overwritten; -
 * `missing_keys`: the vault is closed and no key is available; - `too_large`: more than 500 items or 512 KiB.
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

export function success<T>(value: T): VaultResult<T> {
  return { ok: true, value };
}

export function failureResult(reason: VaultFailure): { readonly ok: false; readonly reason: VaultFailure } {
  return { ok: false, reason };
}

/** Thrown only by the Node helpers, whose callers do not use results. */
export class VaultError extends Error {
  readonly reason: VaultFailure;

  constructor(reason: VaultFailure) {
    super(reason === 'missing_keys' ? 'missing keys' : `vault: ${reason}`);
    this.name = 'VaultError';
    this.reason = reason;
  }
}

/** The value of a result, or a throw: for code that cannot continue without it. */
export function unwrapResult<T>(result: VaultResult<T>): T {
  if (!result.ok) throw new VaultError(result.reason);
  return result.value;
}
