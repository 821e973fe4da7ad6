import { createPublicKey, hash, verify } from 'node:crypto';
import { createSha256 } from '@varco/domain/audit/audit-bytes.ts';
import { parseVerifierKey, type VerifierKey } from '@varco/domain/audit/cosignature.ts';
import {
  isSignedByLog,
  type NotedCheckpoint,
  readCosignature,
  type VerifyEd25519,
} from '@varco/domain/audit/note-verify.ts';

const KEY_BYTES = 32;
const SIGNATURE_BYTES = 64;

/** SHA-256 of the concatenated parts. */
export const sha256 = createSha256((bytes) => hash('sha256', bytes, 'binary'));

const verifyEd25519: VerifyEd25519 = (publicKey, message, signature) => {
  if (publicKey.length !== KEY_BYTES || signature.length !== SIGNATURE_BYTES) return false;
  const x = Buffer.from(publicKey).toString('base64url');
  return verify(null, message, createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' }), signature);
};

/** Keys given at the terminal, separated by commas; null when one is no such key. */
export function parseKeys(text: string | undefined, kind: VerifierKey['kind']): readonly VerifierKey[] | null {
  if (text === undefined) return [];
  const keys = text.split(',').map((one) => parseVerifierKey(sha256, one));
  return keys.every((key) => key?.kind === kind) ? keys.filter((key) => key !== null) : null;
}

/** Who did not sign a checkpoint. */
export interface MissingSignatures {
  /** None of the given keys of the log signed it; false when none was given. */
  readonly log: boolean;
  /** Names of the given witnesses that did not cosign it. */
  readonly witnesses: readonly string[];
}

/** Checks the signatures of a checkpoint against the given keys. */
export const findMissingSignatures = (
  checkpoint: NotedCheckpoint,
  keys: readonly VerifierKey[],
  witnesses: readonly VerifierKey[],
): MissingSignatures => ({
  log: keys.length > 0 && !isSignedByLog(verifyEd25519, keys, checkpoint),
  witnesses: witnesses
    .filter((key) => readCosignature(verifyEd25519, key, checkpoint.text, checkpoint.signatures) === null)
    .map(({ name }) => name),
});
