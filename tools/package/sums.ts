import { createHash, createPrivateKey, createPublicKey, sign } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';

/** Writes `SHA256SUMS` for the given files of a folder, sorted, in the form of `sha256sum -c`. @returns its path */
export function writeSums(folder: string, names: readonly string[]): string {
  const lines = names.toSorted().map((name) => {
    const sum = createHash('sha256')
      .update(fs.readFileSync(path.join(folder, name)))
      .digest('hex');
    return `${sum}  ${name}\n`;
  });
  const file = path.join(folder, 'SHA256SUMS');
  fs.writeFileSync(file, lines.join(''));
  return file;
}

/**
 * Signs a file with an Ed25519 key (PEM, PKCS #8). Writes `<file>.sig` (64 raw bytes) and the public key beside it,
 * `<file>.pub`, for `openssl pkeyutl -verify -rawin`. Throws when the key is missing or of another kind.
 */
export function signFile(file: string, keyFile: string): void {
  const key = createPrivateKey(fs.readFileSync(keyFile));
  if (key.asymmetricKeyType !== 'ed25519') throw new Error(`The key in ${keyFile} is not Ed25519`);
  fs.writeFileSync(`${file}.sig`, sign(null, fs.readFileSync(file), key));
  fs.writeFileSync(`${file}.pub`, createPublicKey(key).export({ type: 'spki', format: 'pem' }));
}
