import { toUtf8Bytes } from './audit-bytes.ts';
import { buildCosignedText, findSignaturesOf, splitCosignature, type VerifierKey } from './cosignature.ts';
import type { TreeHead } from './merkle-tree.ts';
import { type NoteSignature, parseCheckpoint, parseNote } from './signed-note.ts';

/** Ed25519 verification, injected. False for a signature or key of the wrong length. */
export type VerifyEd25519 = (publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array) => boolean;

/** A checkpoint as its note states it. */
export interface NotedCheckpoint extends TreeHead {
  readonly origin: string;
  /** The signed text. */
  readonly text: string;
  readonly signatures: readonly NoteSignature[];
}

/** The checkpoint of a note, whoever signed it; null when the note or its text is malformed. */
export function parseCheckpointNote(note: string): NotedCheckpoint | null {
  const parsed = parseNote(note);
  const head = parsed === null ? null : parseCheckpoint(parsed.text);
  return parsed === null || head === null ? null : { ...head, ...parsed };
}

/**
 * True when at least one of the log's keys signed the checkpoint. A signature that names one of the keys and does not
 * verify spoils the note, as the standard demands.
 */
export function isSignedByLog(
  verify: VerifyEd25519,
  keys: readonly VerifierKey[],
  checkpoint: NotedCheckpoint,
): boolean {
  const checks = keys
    .filter(({ kind }) => kind === 'log')
    .flatMap((key) =>
      findSignaturesOf(key, checkpoint.signatures).map(({ signature }) =>
        verify(key.publicKey, toUtf8Bytes(checkpoint.text), signature),
      ),
    );
  return checks.length > 0 && checks.every(Boolean);
}

/** Seconds since 1970 at which the witness cosigned this text; null when none of the signatures is a valid one of its. */
export function readCosignature(
  verify: VerifyEd25519,
  key: VerifierKey,
  text: string,
  signatures: readonly NoteSignature[],
): number | null {
  if (key.kind !== 'witness') return null;
  for (const { signature } of findSignaturesOf(key, signatures)) {
    const parts = splitCosignature(signature);
    if (parts === null) continue;
    if (verify(key.publicKey, toUtf8Bytes(buildCosignedText(text, parts.timeS)), parts.signature)) return parts.timeS;
  }
  return null;
}
