import { createHash } from 'node:crypto';
import { FINGERPRINT_BYTES, formatFingerprint } from '@varco/domain/joining/joining-code.ts';
import { deriveKey } from './secrets.ts';
import { importSigningKey, type SigningKey } from './signing-key.ts';

/** PKCS 8 of an Ed25519 key up to its 32-byte seed (RFC 8410). */
const PKCS8_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex');
const PURPOSE = 'varco/joining-code/v1';

/**
 * The key of a joining code (ADR 0036), derived from its secret. The plant stores the public half only: who reads its
 * database cannot use the code, and the secret is never sent.
 */
export const deriveJoiningKey = (secret: Uint8Array): SigningKey =>
  importSigningKey(Buffer.concat([PKCS8_HEAD, deriveKey(secret, PURPOSE)]));

/** Bytes that identify a raw public key in a joining code: the beginning of its SHA-256. */
export const computeFingerprint = (rawKey: Uint8Array): Uint8Array =>
  new Uint8Array(createHash('sha256').update(rawKey).digest().subarray(0, FINGERPRINT_BYTES));

/** Fingerprint of a raw public key as screens show it. */
export const describeKey = (rawKey: Uint8Array): string => formatFingerprint(computeFingerprint(rawKey));
