import type { Bytes } from '@varco/vault/bytes.ts';
import type { VaultResult } from '@varco/vault/result.ts';

export interface DeriveRequest {
  readonly password: string;
  /** Block as the server sent it; checked in the worker before any work (security 4). */
  readonly kdf: unknown;
}

export interface DerivedKeys {
  /** Wipe after use. */
  readonly master: Bytes;
  /** `p1....`, sent instead of the password. */
  readonly proof: string;
}

export type DeriveAnswer = VaultResult<DerivedKeys>;

/**
 * Master key and login proof of a password, derived in a worker of its own that ends afterwards and takes the password with it.
 * Errors: `weak_kdf`, `malformed`.
 */
export function deriveKeys(request: DeriveRequest): Promise<DeriveAnswer> {
  const worker = new Worker(new URL('./kdf.worker.ts', import.meta.url), { type: 'module' });
  return new Promise<DeriveAnswer>((resolve, reject) => {
    worker.onmessage = (event: MessageEvent<DeriveAnswer>) => resolve(event.data);
    worker.onerror = (event) => reject(new Error(event.message));
    worker.postMessage(request);
  }).finally(() => worker.terminate());
}
