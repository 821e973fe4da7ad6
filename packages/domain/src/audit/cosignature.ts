import { equalBytes, type Sha256, fromBase64, toBase64, toUtf8Bytes } from './audit-bytes.ts';
import type { NoteSignature } from './signed-note.ts';

/** Kinds of keys in notes: a log signs its checkpoint, a witness cosigns it (C2SP signed-note, tlog-cosignature). */
export const NOTE_KEY_KINDS = { log: 0x01, witness: 0x04 } as const;
export type NoteKeyKind = keyof typeof NOTE_KEY_KINDS;

const KEY_ID_BYTES = 4;
const KEY_BYTES = 32;
const TIME_BYTES = 8;
const SIGNATURE_BYTES = 64;

/** An Ed25519 key by which a note can be verified. */
export interface VerifierKey {
  readonly name: string;
  readonly kind: NoteKeyKind;
  readonly keyId: Uint8Array;
  /** 32 bytes. */
  readonly publicKey: Uint8Array;
}

/** Key of a log or witness. `name` has no spaces and no plus. */
export function createVerifierKey(sha256: Sha256, { name, kind, publicKey }: Omit<VerifierKey, 'keyId'>): VerifierKey {
  const keyId = sha256(toUtf8Bytes(`${name}\n`), Uint8Array.of(NOTE_KEY_KINDS[kind]), publicKey).slice(0, KEY_ID_BYTES);
  return { name, kind, keyId, publicKey };
}

const toHex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** Text of a key, as tools take it: `name+id+key`. */
export const formatVerifierKey = ({ name, kind, keyId, publicKey }: VerifierKey): string =>
  `${name}+${toHex(keyId)}+${toBase64(Uint8Array.of(NOTE_KEY_KINDS[kind], ...publicKey))}`;

/** The key of such a text; null when it is malformed, of another algorithm, or when its id does not belong to it. */
export function parseVerifierKey(sha256: Sha256, text: string): VerifierKey | null {
  const match = /^([^\s+]{1,300})\+([0-9a-f]{8})\+([A-Za-z0-9+/=]{44})$/u.exec(text);
  const bytes = match?.[3] === undefined ? null : fromBase64(match[3]);
  if (match?.[1] === undefined || bytes === null || bytes.length !== 1 + KEY_BYTES) return null;
  const kind = bytes[0] === NOTE_KEY_KINDS.log ? 'log' : bytes[0] === NOTE_KEY_KINDS.witness ? 'witness' : null;
  if (kind === null) return null;
  const key = createVerifierKey(sha256, { name: match[1], kind, publicKey: bytes.slice(1) });
  return toHex(key.keyId) === match[2] ? key : null;
}

/** The signatures of a note that name this key: same name and same id. */
export const findSignaturesOf = (key: VerifierKey, signatures: readonly NoteSignature[]): readonly NoteSignature[] =>
  signatures.filter(({ name, keyId }) => name === key.name && equalBytes(keyId, key.keyId));

/** What a witness signs: the time in seconds since 1970, then the text of the checkpoint. */
export const buildCosignedText = (checkpoint: string, timeS: number): string =>
  `cosignature/v1\ntime ${timeS}\n${checkpoint}`;

/** Signature of a cosignature line: the time as eight bytes, then the Ed25519 signature. */
export function joinCosignature(timeS: number, signature: Uint8Array): Uint8Array {
  const out = new Uint8Array(TIME_BYTES + signature.length);
  new DataView(out.buffer).setBigUint64(0, BigInt(timeS));
  out.set(signature, TIME_BYTES);
  return out;
}

/** Reverse of `joinCosignature`; null when the length or the time is impossible. */
export function splitCosignature(bytes: Uint8Array): { readonly timeS: number; readonly signature: Uint8Array } | null {
  if (bytes.length !== TIME_BYTES + SIGNATURE_BYTES) return null;
  const time = new DataView(bytes.buffer, bytes.byteOffset, TIME_BYTES).getBigUint64(0);
  if (time === 0n || time > BigInt(Number.MAX_SAFE_INTEGER)) return null;
  return { timeS: Number(time), signature: bytes.slice(TIME_BYTES) };
}
