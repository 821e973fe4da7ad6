import { basename } from 'node:path';
import * as api from '@varco/contract/plant/file-imports.ts';
import { setTimeout as wait } from 'node:timers/promises';
import type { FileSource, InspectedFile } from '@varco/imports/inspect-file.ts';
import type { PlannedImport } from '@varco/imports/plan-import.ts';
import { type BatchLine, readBatches } from '@varco/imports/read-batches.ts';
import type { PlantClient } from './plant-client.ts';
import type { RefusedLines } from './refused-lines.ts';

const POLL_INTERVAL_MS = 300;

export interface ImportJob {
  readonly path: string;
  readonly source: FileSource;
  readonly file: InspectedFile;
  readonly planned: PlannedImport;
  readonly plant: PlantClient;
  readonly refused: RefusedLines;
  /** Called with what was read so far; null while the plant stores it. */
  readonly onProgress: (read: ReadSoFar | null) => void;
  readonly signal: AbortSignal | undefined;
}

/** Lines read from a file, and those of a vehicle whose plate was not read. */
export interface ReadSoFar {
  readonly lines: number;
  readonly unread: number;
}

/** Stages all lines of the file; refused ones are passed to `refused`. */
async function stageFile(sending: ImportJob, params: { id: string }): Promise<void> {
  const { source, file, planned, refused, signal } = sending;
  for await (const batch of readBatches(source, file.encoding, planned)) {
    signal?.throwIfAborted();
    for (const { line, reason, fields } of batch.refused) refused.add(line, reason, fields);
    if (batch.lines.length > 0) await stageImport(sending, params, batch.lines);
    sending.onProgress({ lines: batch.readLines, unread: batch.unread });
  }
}

/** Result of an import: stored, or already known because the same file was imported earlier. */
export type ImportResult = { readonly state: 'stored' | 'known'; readonly summary: api.ImportSummary };

/**
 * Has the plant check every line as `sendImport` does, then drops them: what an import would refuse is refused here. Returns
 * the earlier import of the same file, or null. Throws `PlantRefusal` or a file error.
 */
export async function tryImport(sending: ImportJob, createGates: boolean): Promise<api.ImportSummary | null> {
  const started = await startImport(sending, createGates);
  const params = { id: started.import.id };
  try {
    await stageFile(sending, params);
  } finally {
    // If the call fails, the plant discards the import by itself within a day.
    await sending.plant.call(api.discardImport, { params }).catch(() => {});
  }
  return started.already_imported;
}

const startImport = ({ plant, path, file, signal }: ImportJob, createGates: boolean) =>
  plant.call(
    api.startImport,
    { body: { label: basename(path).slice(0, 200), file_hash: file.hash, create_gates: createGates } },
    signal,
  );

/**
 * Stages the file and lets the plant store it atomically. Any failure before that, including an interruption, leaves
 * nothing on the plant. Throws `PlantRefusal` or a file error.
 */
export async function sendImport(sending: ImportJob, createGates: boolean): Promise<ImportResult> {
  const { plant, signal } = sending;
  const started = await startImport(sending, createGates);
  const params = { id: started.import.id };
  try {
    if (started.already_imported !== null) {
      await plant.call(api.discardImport, { params });
      return { state: 'known', summary: started.already_imported };
    }
    await stageFile(sending, params);
    signal?.throwIfAborted();
  } catch (error) {
    // If the discard call fails, the plant discards the import by itself within a day.
    await plant.call(api.discardImport, { params }).catch(() => {});
    throw error;
  }
  sending.onProgress(null);
  let summary = await plant.call(api.commitImport, { params });
  while (summary.state === 'committing') {
    await wait(POLL_INTERVAL_MS);
    summary = await plant.call(api.getImport, { params });
  }
  return { state: 'stored', summary };
}

async function stageImport(
  { plant, refused, signal }: ImportJob,
  params: { id: string },
  batch: readonly BatchLine[],
): Promise<void> {
  const reads = batch.map(({ read }) => read);
  const answer = await plant.call(api.stageImport, { params, body: { reads } }, signal);
  const fieldsOf = new Map(batch.map(({ read, fields }) => [read.line, fields]));
  for (const { line, reason } of answer.refused) refused.add(line, reason, fieldsOf.get(line) ?? []);
}
