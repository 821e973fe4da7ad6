import { formatAddCheckpoint } from '@varco/domain/audit/add-checkpoint.ts';
import { parseVerifierKey } from '@varco/domain/audit/cosignature.ts';
import { parseCheckpointNote, readCosignature } from '@varco/domain/audit/note-verify.ts';
import { formatSignatureLine, parseSignatureLines } from '@varco/domain/audit/signed-note.ts';
import { buildTileConsistencyProof } from '@varco/domain/audit/tile-tree.ts';
import type { Pool } from 'pg';
import { isSignedBy, verifyEd25519 } from '../audit/checkpoint-note.ts';
import { sha256OfParts } from '../audit/sha256.ts';
import type { SigningKey } from '../auth/signing-key.ts';
import type { Log } from '../log/log.ts';
import type { OutboundClient } from '../outbound/outbound-client.ts';
import {
  readNewestCheckpoint,
  readTileHashes,
  storeCosignature,
  type StoredCheckpoint,
} from './log-tree.repository.ts';
import { listWitnesses, storeWitnessedSize, storeRefusal, type StoredWitness } from './log-witness.repository.ts';

const WITNESS_TIMEOUT_MS = 5_000;
/** Two signature lines, or an error envelope. */
const MAX_RESPONSE_BYTES = 4 * 1024;
const HTTP_OK = 200;
const HTTP_NOT_FOUND = 404;
const HTTP_CONFLICT = 409;

/**
 * How a witness received a checkpoint. `behind`: it holds a larger one, so entries of this log are gone: a backup was
 * put back, or its end cut off. `rejected`: it did not accept log, signature or proof, or no longer knows a log that it
 * cosigned before. `bad-answer`: its signature is not valid. `unknown-log`: nobody has told it of this log yet, as for the
 * first minutes after joining. `away`: no answer. The last two say nothing about the log.
 */
export type WitnessAnswer = 'cosigned' | 'behind' | 'rejected' | 'bad-answer' | 'unknown-log' | 'away';

export interface RoundDeps {
  readonly pool: Pool;
  readonly outbound: Pick<OutboundClient, 'request'>;
  readonly log: Log;
  readonly now: () => Date;
  /** Keys that sign this log now. */
  readonly keys: readonly SigningKey[];
  /** Counts every answer. */
  readonly count: (answer: WitnessAnswer) => void;
}

/**
 * Sends the newest checkpoint to every witness that has not cosigned it. A refusal is one error of the log, when it
 * begins or changes. Runs after each checkpoint; never rejects because of a witness.
 */
export async function runWitnessRound(deps: RoundDeps, signal: AbortSignal): Promise<void> {
  const checkpoint = await readNewestCheckpoint(deps.pool, { epoch: null });
  // A checkpoint signed with a key the log no longer has would be refused, which says nothing about the log.
  if (checkpoint === null || !isSignedBy(deps.keys, checkpoint.note)) return;
  const done = new Set(checkpoint.cosignatures.map(({ witness }) => witness));
  const witnesses = (await listWitnesses(deps.pool)).filter(({ name }) => !done.has(name));
  await Promise.all(witnesses.map((witness) => submitAndReport(deps, checkpoint, witness, signal)));
}

async function submitAndReport(
  deps: RoundDeps,
  checkpoint: StoredCheckpoint,
  witness: StoredWitness,
  signal: AbortSignal,
): Promise<void> {
  const answer = await submitCheckpoint(deps, checkpoint, witness, signal);
  deps.count(answer);
  if (answer === 'cosigned') {
    if (witness.refusedCode !== null) deps.log.info('witness cosigns again');
    return;
  }
  if (answer === witness.refusedCode) return;
  await storeRefusal(deps.pool, witness.name, answer, deps.now());
  if (answer === 'away') deps.log.warn('witness not reachable');
  else if (answer === 'unknown-log') deps.log.warn('log not known to a witness yet');
  else deps.log.error('checkpoint refused by a witness', { code: answer });
}

async function submitCheckpoint(
  deps: RoundDeps,
  checkpoint: StoredCheckpoint,
  witness: StoredWitness,
  signal: AbortSignal,
): Promise<WitnessAnswer> {
  const known = witness.origin === checkpoint.origin ? witness.heldSize : 0;
  const first = await sendCheckpoint(deps, checkpoint, witness, Math.min(known, checkpoint.size), signal);
  if (first.answer !== 'other-size') return first.answer;
  await storeWitnessedSize(deps.pool, witness.name, { origin: checkpoint.origin, size: first.size, cosignedAt: null });
  if (first.size > checkpoint.size) return 'behind';
  const second = await sendCheckpoint(deps, checkpoint, witness, first.size, signal);
  // The size changed twice: another process of this server is submitting as well.
  return second.answer === 'other-size' ? 'away' : second.answer;
}

type Sent = { readonly answer: WitnessAnswer } | { readonly answer: 'other-size'; readonly size: number };

async function sendCheckpoint(
  deps: RoundDeps,
  checkpoint: StoredCheckpoint,
  witness: StoredWitness,
  oldSize: number,
  signal: AbortSignal,
): Promise<Sent> {
  const tree = {
    sha256: sha256OfParts,
    size: checkpoint.size,
    readTile: (tile: Parameters<typeof readTileHashes>[2]) => readTileHashes(deps.pool, checkpoint.epoch, tile),
  };
  const proof = await buildTileConsistencyProof(tree, oldSize);
  const body = formatAddCheckpoint({ oldSize, proof, note: checkpoint.note });
  const response = await deps.outbound
    .request(`${witness.url}/add-checkpoint`, {
      ...{ method: 'POST', body, signal, timeoutMs: WITNESS_TIMEOUT_MS, maxBytes: MAX_RESPONSE_BYTES },
      headers: { 'content-type': 'application/octet-stream' },
    })
    .catch(() => null);
  if (response === null || response.status >= 500 || response.status === 429) return { answer: 'away' };
  const text = response.bytes.toString('utf8');
  if (response.status === HTTP_CONFLICT && /^(?:0|[1-9]\d{0,14})\n$/.test(text))
    return { answer: 'other-size', size: Number(text) };
  if (response.status === HTTP_NOT_FOUND && oldSize === 0) return { answer: 'unknown-log' };
  if (response.status !== HTTP_OK) return { answer: 'rejected' };
  return { answer: (await keepCosignature(deps, checkpoint, witness, text)) ? 'cosigned' : 'bad-answer' };
}

/** Stores the valid cosignature of the witness among the lines it sent; false when there is none. */
async function keepCosignature(
  { pool, now }: RoundDeps,
  checkpoint: StoredCheckpoint,
  witness: StoredWitness,
  lines: string,
): Promise<boolean> {
  const key = parseVerifierKey(sha256OfParts, witness.vkey);
  const signed = parseCheckpointNote(checkpoint.note);
  if (key === null || signed === null) return false;
  const valid = (parseSignatureLines(lines) ?? []).find(
    (signature) => readCosignature(verifyEd25519, key, signed.text, [signature]) !== null,
  );
  if (valid === undefined) return false;
  await storeCosignature(pool, checkpoint, { witness: witness.name, line: formatSignatureLine(valid), at: now() });
  await storeWitnessedSize(pool, witness.name, {
    origin: checkpoint.origin,
    size: checkpoint.size,
    cosignedAt: now(),
  });
  return true;
}
