import { parseAddCheckpoint, type AddCheckpoint } from '@varco/domain/audit/add-checkpoint.ts';
import { equalBytes } from '@varco/domain/audit/audit-bytes.ts';
import { parseVerifierKey } from '@varco/domain/audit/cosignature.ts';
import { verifyConsistency } from '@varco/domain/audit/merkle-tree.ts';
import { isSignedByLog, type NotedCheckpoint, parseCheckpointNote } from '@varco/domain/audit/note-verify.ts';
import { formatNote } from '@varco/domain/audit/signed-note.ts';
import type { Pool } from 'pg';
import { cosignCheckpoint, verifyEd25519 } from '../audit/checkpoint-note.ts';
import { sha256OfParts } from '../audit/sha256.ts';
import type { SigningKey } from '../auth/signing-key.ts';
import { storeCosigned, storeFork, withWitnessedLog, type WitnessedLog } from './witness.repository.ts';

/** Who cosigns. */
export interface WitnessIdentity {
  readonly name: string;
  readonly keys: readonly SigningKey[];
  readonly now: () => Date;
}

/**
 * Result of a submission (C2SP tlog-witness). `malformed`: 400; `unknown-log`: 404; `unsigned`: 403; `other-size`: 409
 * with the size this witness holds; `inconsistent`: 422, no proof that the log only grew; `fork`: 422, a second
 * checkpoint of the same size signed by the log, which is kept as evidence.
 */
export type AddCheckpointResult =
  | { readonly state: 'cosigned'; readonly lines: string }
  | { readonly state: 'malformed' | 'unknown-log' }
  | { readonly state: 'unsigned' | 'inconsistent' | 'fork'; readonly owner: string }
  | { readonly state: 'other-size'; readonly size: number; readonly owner: string };

/**
 * Cosigns a checkpoint that is signed by a known log and proved to continue the one cosigned before. Check and update
 * are one transaction, so that two calls cannot make the log go back.
 */
export async function addCheckpoint(pool: Pool, witness: WitnessIdentity, body: string): Promise<AddCheckpointResult> {
  const submitted = parseAddCheckpoint(body);
  const checkpoint = submitted === null ? null : parseCheckpointNote(submitted.note);
  if (submitted === null || checkpoint === null) return { state: 'malformed' };
  return withWitnessedLog(pool, checkpoint.origin, async (log, client) => {
    if (log === undefined) return { state: 'unknown-log' };
    const refusal = judgeCheckpoint(log, submitted, checkpoint);
    const { owner } = log;
    if (refusal === 'malformed') return { state: 'malformed' };
    if (refusal === 'other-size') return { state: 'other-size', size: log.size, owner };
    // Evidence needs no proof of the caller: the log itself signed two trees of one size.
    if (refusal === 'fork') await storeFork(client, log.origin, submitted.note, witness.now());
    if (refusal !== null) return { state: refusal, owner };
    const lines = cosignCheckpoint(witness.name, witness.keys, checkpoint.text, witness.now());
    const { origin, size, root, text, signatures } = checkpoint;
    const own = signatures.filter(({ name }) => name === origin);
    await storeCosigned(client, {
      ...{ origin, size, root, at: witness.now() },
      note: `${formatNote(text, own)}${lines}`,
    });
    return { state: 'cosigned', lines };
  });
}

/** Why a checkpoint is not cosigned, in the order of the standard; null when nothing speaks against it. */
function judgeCheckpoint(
  log: WitnessedLog,
  { oldSize, proof }: AddCheckpoint,
  checkpoint: NotedCheckpoint,
): 'malformed' | 'unsigned' | 'other-size' | 'inconsistent' | 'fork' | null {
  const keys = log.vkeys.flatMap((text) => parseVerifierKey(sha256OfParts, text) ?? []);
  if (!isSignedByLog(verifyEd25519, keys, checkpoint)) return 'unsigned';
  if (oldSize > checkpoint.size) return 'malformed';
  if (oldSize !== log.size) return 'other-size';
  if (checkpoint.size === 0 && !equalBytes(checkpoint.root, sha256OfParts())) return 'inconsistent';
  if (log.size === 0 || log.root === null) return proof.length === 0 ? null : 'inconsistent';
  const held = { size: log.size, root: log.root };
  if (checkpoint.size === log.size && !equalBytes(checkpoint.root, log.root)) return 'fork';
  return verifyConsistency(sha256OfParts, held, checkpoint, proof) ? null : 'inconsistent';
}
