import { type KeyObject, sign, verify } from 'node:crypto';
import { sameBytes, utf8 } from '@varco/domain/audit/audit-bytes.ts';
import type { TreeHead } from '@varco/domain/audit/merkle-tree.ts';
import { formatNote, noteKeyId, parseCheckpoint, parseNote } from '@varco/domain/audit/signed-note.ts';
import { publicJwkOf, type SigningKey } from '../auth/signing-key.ts';
import { sha256 } from './sha256.ts';

const rawPublicKey = (key: KeyObject): Uint8Array => new Uint8Array(Buffer.from(publicJwkOf(key).x, 'base64url'));

/** Signs the text of a checkpoint as a note. The signer's name is the first line of the text, the origin of the log. */
export function signCheckpoint(key: SigningKey, text: string): string {
  const name = text.slice(0, text.indexOf('\n'));
  const keyId = noteKeyId(sha256, name, rawPublicKey(key.publicKey));
  return formatNote(text, [{ name, keyId, signature: new Uint8Array(sign(null, utf8(text), key.privateKey)) }]);
}

/** The checkpoint of a note that `publicKey` signed for `origin`; null for any other. */
export function openCheckpoint(publicKey: KeyObject, origin: string, note: string): TreeHead | null {
  const parsed = parseNote(note);
  const checkpoint = parsed === null ? null : parseCheckpoint(parsed.text);
  if (parsed === null || checkpoint === null || checkpoint.origin !== origin) return null;
  const keyId = noteKeyId(sha256, origin, rawPublicKey(publicKey));
  const isSigned = parsed.signatures.some(
    ({ name, keyId: id, signature }) =>
      name === origin && sameBytes(id, keyId) && verify(null, utf8(parsed.text), publicKey, signature),
  );
  return isSigned ? { size: checkpoint.size, root: checkpoint.root } : null;
}
