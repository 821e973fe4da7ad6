import { fromBase64, toBase64 } from './audit-bytes.ts';
import type { TreeHead } from './merkle-tree.ts';

/** A checkpoint before signing: three lines, origin, size and root (C2SP tlog-checkpoint). */
export const formatCheckpoint = (origin: string, head: TreeHead): string =>
  `${origin}\n${head.size}\n${toBase64(head.root)}\n`;

const KEY_ID_BYTES = 4;
/** A note with more signatures is refused: they come from outside. */
const MAX_SIGNATURES = 32;

export interface NoteSignature {
  readonly name: string;
  readonly keyId: Uint8Array;
  readonly signature: Uint8Array;
}

/** One signature line of a note, with its newline. */
export function formatSignatureLine({ name, keyId, signature }: NoteSignature): string {
  const bytes = new Uint8Array(keyId.length + signature.length);
  bytes.set(keyId);
  bytes.set(signature, keyId.length);
  return `\u2014 ${name} ${toBase64(bytes)}\n`;
}

/** Text, an empty line, then one line for each signature. The text ends with a newline. */
export const formatNote = (text: string, signatures: readonly NoteSignature[]): string =>
  `${text}\n${signatures.map(formatSignatureLine).join('')}`;

/** Parses a note; null when it is malformed. The signatures still have to be checked against a known key. */
export function parseNote(
  note: string,
): { readonly text: string; readonly signatures: readonly NoteSignature[] } | null {
  const cut = note.lastIndexOf('\n\n');
  if (cut < 0 || !note.endsWith('\n') || hasControlCharacter(note)) return null;
  const signatures = parseSignatureLines(note.slice(cut + 2));
  return signatures === null ? null : { text: note.slice(0, cut + 1), signatures };
}

/** Parses lines of `formatSignatureLine`; null when one is malformed, or when there are too many. */
export function parseSignatureLines(text: string): readonly NoteSignature[] | null {
  const signatures: NoteSignature[] = [];
  for (const line of text.slice(0, -1).split('\n', MAX_SIGNATURES + 1)) {
    const match = /^\u2014 ([^\s+]+) ([A-Za-z0-9+/=]+)$/u.exec(line);
    const bytes = match?.[2] === undefined ? null : fromBase64(match[2]);
    if (match?.[1] === undefined || bytes === null || bytes.length <= KEY_ID_BYTES) return null;
    signatures.push({ name: match[1], keyId: bytes.slice(0, KEY_ID_BYTES), signature: bytes.slice(KEY_ID_BYTES) });
  }
  return text.endsWith('\n') && signatures.length <= MAX_SIGNATURES ? signatures : null;
}

/** Newline is the only control character a note may have. */
const hasControlCharacter = (text: string): boolean =>
  Array.from(text).some((character) => character < ' ' && character !== '\n');

/** Parses the text of a checkpoint; null when it is malformed. */
export function parseCheckpoint(text: string): ({ readonly origin: string } & TreeHead) | null {
  const match = /^([^\n]+)\n(0|[1-9]\d{0,15})\n([A-Za-z0-9+/=]+)\n/.exec(text);
  const root = match?.[3] === undefined ? null : fromBase64(match[3]);
  if (match?.[1] === undefined || root === null || root.length !== 32) return null;
  if (!Number.isSafeInteger(Number(match[2]))) return null;
  return { origin: match[1], size: Number(match[2]), root };
}
