import type { Bytes } from '@varco/vault/bytes.ts';
import type { VaultResult } from '@varco/vault/result.ts';

export interface DeriveRequest {
  readonly password: string;
  /** KDF block as received from the server; validated in the worker before the derivation starts (security 4). */
  readonly kdf: unknown;
}

export interface DerivedKeys {
  /** Wipe after use. */
  readonly master: Bytes;
  /** `p1....`, sent instead of the password. */
  readonly proof: string;
}

export type DeriveResult = VaultResult<DerivedKeys>;

/**
 * Derives master key and login proof from a password in a dedicated worker, which is terminated afterwards together
 * with its copy of the password. Errors: `weak_kdf`, `malformed`.
 */
export function deriveKeys(request: DeriveRequest): Promise<DeriveResult> {
  const worker = new Worker(new URL('./kdf.worker.ts', import.meta.url), { type: 'module' });
  return new Promise<DeriveResult>((resolve, reject) => {
    worker.onmessage = (event: MessageEvent<DeriveResult>) => resolve(event.data);
    worker.onerror = (event) => reject(new Error(event.message));
    worker.postMessage(request);
  }).finally(() => worker.terminate());
}
