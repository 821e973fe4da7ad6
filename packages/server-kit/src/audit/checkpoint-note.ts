import { createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import { toUtf8Bytes } from '@varco/domain/audit/audit-bytes.ts';
import {
  buildCosignedText,
  createVerifierKey,
  formatVerifierKey,
  joinCosignature,
  type NoteKeyKind,
} from '@varco/domain/audit/cosignature.ts';
import { isSignedByLog, parseCheckpointNote, type VerifyEd25519 } from '@varco/domain/audit/note-verify.ts';
import { formatNote, formatSignatureLine } from '@varco/domain/audit/signed-note.ts';
import { type SigningKey, toPublicJwk } from '../auth/signing-key.ts';
import { sha256OfParts } from './sha256.ts';

const KEY_BYTES = 32;
const SIGNATURE_BYTES = 64;

const exportRawPublicKey = (key: KeyObject): Uint8Array => new Uint8Array(Buffer.from(toPublicJwk(key).x, 'base64url'));

const toVerifierKey = (kind: NoteKeyKind, name: string, { publicKey }: SigningKey) =>
  createVerifierKey(sha256OfParts, { name, kind, publicKey: exportRawPublicKey(publicKey) });

/** Text of the public key, as other servers and tools take it (C2SP signed-note). */
export const formatPublicKey = (kind: NoteKeyKind, name: string, key: SigningKey): string =>
  formatVerifierKey(toVerifierKey(kind, name, key));

/**
 * Signs a text, of a checkpoint or not, as a note with the keys of the log, once with each key: during a rotation both.
 * The signer's name is the first line of the text, the origin of the log.
 */
export function signNote(keys: readonly SigningKey[], text: string): string {
  const name = text.slice(0, text.indexOf('\n'));
  return formatNote(
    text,
    keys.map((key) => ({
      name,
      keyId: toVerifierKey('log', name, key).keyId,
      signature: new Uint8Array(sign(null, toUtf8Bytes(text), key.privateKey)),
    })),
  );
}

/** True when one of these keys signed the note as the log it names; false after a change of keys, until it is signed anew. */
export function isSignedBy(keys: readonly SigningKey[], note: string): boolean {
  const checkpoint = parseCheckpointNote(note);
  if (checkpoint === null) return false;
  const own = keys.map((key) => toVerifierKey('log', checkpoint.origin, key));
  return isSignedByLog(verifyEd25519, own, checkpoint);
}

/** Cosignature lines of a witness on the text of a checkpoint, one for each key (C2SP tlog-cosignature). */
export function cosignCheckpoint(name: string, keys: readonly SigningKey[], text: string, now: Date): string {
  const timeS = Math.floor(now.getTime() / 1_000);
  const message = toUtf8Bytes(buildCosignedText(text, timeS));
  return keys
    .map((key) =>
      formatSignatureLine({
        name,
        keyId: toVerifierKey('witness', name, key).keyId,
        signature: joinCosignature(timeS, new Uint8Array(sign(null, message, key.privateKey))),
      }),
    )
    .join('');
}

/** Ed25519 for the notes of the domain package. */
export const verifyEd25519: VerifyEd25519 = (publicKey, message, signature) => {
  if (publicKey.length !== KEY_BYTES || signature.length !== SIGNATURE_BYTES) return false;
  const x = Buffer.from(publicKey).toString('base64url');
  return verify(null, message, createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' }), signature);
};
