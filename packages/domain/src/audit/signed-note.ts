import { type Sha256, fromBase64, toBase64, toUtf8Bytes } from './audit-bytes.ts';
import type { TreeHead } from './merkle-tree.ts';

/** A checkpoint before signing: three lines, origin, size and root (C2SP tlog-checkpoint). */
export const formatCheckpoint = (origin: string, head: TreeHead): string =>
  `${origin}\n${head.size}\n${toBase64(head.root)}\n`;

/** Algorithm byte of Ed25519 in the key id (C2SP signed-note). */
const ED25519 = 0x01;
const KEY_ID_BYTES = 4;

/** First four bytes of SHA-256(name, newline, algorithm, public key): identifies the signing key. */
export const computeNoteKeyId = (sha256: Sha256, name: string, publicKey: Uint8Array): Uint8Array =>
  sha256(toUtf8Bytes(`${name}\n`), Uint8Array.of(ED25519), publicKey).slice(0, KEY_ID_BYTES);

export interface NoteSignature {
  readonly name: string;
  readonly keyId: Uint8Array;
  readonly signature: Uint8Array;
}

/** Text, an empty line, then one line for each signature. The text ends with a newline. */
export function formatNote(text: string, signatures: readonly NoteSignature[]): string {
  const lines = signatures.map(({ name, keyId, signature }) => {
    const bytes = new Uint8Array(keyId.length + signature.length);
    bytes.set(keyId);
    bytes.set(signature, keyId.length);
    return `\u2014 ${name} ${toBase64(bytes)}\n`;
  });
  return `${text}\n${lines.join('')}`;
}

/** Parses a note; null when it is malformed. The signatures still have to be checked against a known key. */
export function parseNote(
  note: string,
): { readonly text: string; readonly signatures: readonly NoteSignature[] } | null {
  const cut = note.lastIndexOf('\n\n');
  if (cut < 0 || !note.endsWith('\n')) return null;
  const signatures: NoteSignature[] = [];
  for (const line of note.slice(cut + 2, -1).split('\n')) {
    const match = /^\u2014 ([^\s+]+) ([A-Za-z0-9+/=]+)$/u.exec(line);
    const bytes = match?.[2] === undefined ? null : fromBase64(match[2]);
    if (match?.[1] === undefined || bytes === null || bytes.length <= KEY_ID_BYTES) return null;
    signatures.push({
      name: match[1],
      keyId: bytes.slice(0, KEY_ID_BYTES),
      signature: bytes.slice(KEY_ID_BYTES),
    });
  }
  return { text: note.slice(0, cut + 1), signatures };
}

/** Parses the text of a checkpoint; null when it is malformed. */
export function parseCheckpoint(text: string): ({ readonly origin: string } & TreeHead) | null {
  const match = /^([^\n]+)\n(0|[1-9]\d{0,15})\n([A-Za-z0-9+/=]+)\n/.exec(text);
  const root = match?.[3] === undefined ? null : fromBase64(match[3]);
  if (match?.[1] === undefined || root === null || root.length !== 32) return null;
  return { origin: match[1], size: Number(match[2]), root };
}
