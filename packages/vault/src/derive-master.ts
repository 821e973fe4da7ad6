import { argon2id } from 'hash-wasm';
import { type Bytes, fromBase64Url, utf8 } from './bytes.ts';
import { checkKdf } from './kdf.ts';
import { type VaultResult, success, failureResult } from './result.ts';

// Separate from `kdf.ts`: the Argon2 code is large, and a browser that only checks a block does not need it.

/**
 * master = Argon2id(UTF-8 of NFKC(password), salt, m KiB, t, p, 32 bytes, version 0x13), after checking the block.
 * Takes 0.2 to 1 s of CPU time: the browser calls it in a worker.
 */
export async function deriveMaster(password: string, kdf: unknown): Promise<VaultResult<Bytes>> {
  const checked = checkKdf(kdf);
  if (!checked.ok) return checked;
  const { m, t, p, salt } = checked.value;
  const saltBytes = fromBase64Url(salt);
  if (saltBytes === null || password === '') return failureResult('malformed');
  const master = await argon2id({
    password: utf8(password.normalize('NFKC')),
    salt: saltBytes,
    parallelism: p,
    iterations: t,
    memorySize: m,
    hashLength: 32,
    outputType: 'binary',
  });
  return success(new Uint8Array(master));
}
