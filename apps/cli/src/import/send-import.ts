import { basename } from 'node:path';
import * as api from '@varco/contract/plant/ingest.ts';
import type { ImportRead, ImportSummary } from '@varco/contract/plant/ingest.ts';
import { setTimeout as wait } from 'node:timers/promises';
import { readRecords } from './csv-records.ts';
import type { InspectedFile } from './inspect-file.ts';
import type { PlannedImport } from './plan-import.ts';
import type { PlantClient } from './plant-client.ts';
import type { RefusedLines } from './refused-lines.ts';
import { convertRecord } from './convert-record.ts';

const BATCH_SIZE = 500;
const POLL_INTERVAL_MS = 300;

export interface ImportJob {
  readonly path: string;
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

type Line = { readonly read: ImportRead; readonly fields: readonly string[] };

/** Yields the reads of the file in batches; refused lines are passed to `refused`. */
export async function* readBatches(sending: ImportJob): AsyncGenerator<readonly Line[]> {
  const { path, file, planned, refused, signal } = sending;
  let batch: Line[] = [];
  let [lines, unread] = [0, 0];
  for await (const { line, fields } of readRecords(path, file.encoding, planned.delimiter)) {
    signal?.throwIfAborted();
    if (line <= planned.headerLine) continue;
    lines += 1;
    const read = convertRecord(line, fields, planned.plan);
    if (typeof read === 'string') refused.add(line, read, fields);
    else {
      batch.push({ read, fields });
      if (read.targa === '') unread += 1;
    }
    if (batch.length < BATCH_SIZE) continue;
    yield batch;
    batch = [];
    sending.onProgress({ lines, unread });
  }
  if (batch.length > 0) yield batch;
  sending.onProgress({ lines, unread });
}

/** Result of an import: stored, or already known because the same file was imported earlier. */
export type ImportResult = { readonly state: 'stored' | 'known'; readonly summary: ImportSummary };

/**
 * Has the plant check every line as `sendImport` does, then drops them: what an import would refuse is refused here. Returns
 * the earlier import of the same file, or null. Throws `PlantRefusal` or a file error.
 */
export async function tryImport(sending: ImportJob, createGates: boolean): Promise<ImportSummary | null> {
  const started = await startImport(sending, createGates);
  const params = { id: started.import.id };
  try {
    for await (const batch of readBatches(sending)) await stageImport(sending, params, batch);
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
    for await (const batch of readBatches(sending)) await stageImport(sending, params, batch);
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
  batch: readonly Line[],
): Promise<void> {
  const reads = batch.map(({ read }) => read);
  const answer = await plant.call(api.stageImport, { params, body: { reads } }, signal);
  const fieldsOf = new Map(batch.map(({ read, fields }) => [read.line, fields]));
  for (const { line, reason } of answer.refused) refused.add(line, reason, fieldsOf.get(line) ?? []);
}
