import { type KeyObject, sign, verify } from 'node:crypto';
import { equalBytes, toUtf8Bytes } from '@varco/domain/audit/audit-bytes.ts';
import type { TreeHead } from '@varco/domain/audit/merkle-tree.ts';
import { formatNote, computeNoteKeyId, parseCheckpoint, parseNote } from '@varco/domain/audit/signed-note.ts';
import { toPublicJwk, type SigningKey } from '../auth/signing-key.ts';
import { sha256OfParts } from './sha256.ts';

const exportRawPublicKey = (key: KeyObject): Uint8Array => new Uint8Array(Buffer.from(toPublicJwk(key).x, 'base64url'));

/** Signs the text of a checkpoint as a note. The signer's name is the first line of the text, the origin of the log. */
export function signCheckpoint(key: SigningKey, text: string): string {
  const name = text.slice(0, text.indexOf('\n'));
  const keyId = computeNoteKeyId(sha256OfParts, name, exportRawPublicKey(key.publicKey));
  return formatNote(text, [{ name, keyId, signature: new Uint8Array(sign(null, toUtf8Bytes(text), key.privateKey)) }]);
}

/** The checkpoint of a note that `publicKey` signed for `origin`; null for any other. */
export function openCheckpoint(publicKey: KeyObject, origin: string, note: string): TreeHead | null {
  const parsed = parseNote(note);
  const checkpoint = parsed === null ? null : parseCheckpoint(parsed.text);
  if (parsed === null || checkpoint === null || checkpoint.origin !== origin) return null;
  const keyId = computeNoteKeyId(sha256OfParts, origin, exportRawPublicKey(publicKey));
  const isSigned = parsed.signatures.some(
    ({ name, keyId: id, signature }) =>
      name === origin && equalBytes(id, keyId) && verify(null, toUtf8Bytes(parsed.text), publicKey, signature),
  );
  return isSigned ? { size: checkpoint.size, root: checkpoint.root } : null;
}
