import type { ImportSummary } from '@varco/contract/plant/ingest.ts';
import type { Runner } from '../../database/sql-statement.ts';

/** An import job as stored. Instants are ISO. */
export interface ImportJob extends ImportSummary {
  readonly key_id: string;
  readonly create_gates: boolean;
}

const IMPORT_COLUMNS = `id, key_id, label, file_hash, create_gates, state, staged, stored, duplicates, created_gates, created_at, committed_at`;

const firstImport = (rows: readonly ImportJob[]): ImportJob | null => rows[0] ?? null;

export interface NewImportJob {
  readonly id: string;
  readonly keyId: string;
  readonly label: string;
  readonly fileHash: string;
  readonly createGates: boolean;
  readonly at: string;
}

export async function insertImportJob(runner: Runner, job: NewImportJob): Promise<ImportJob | null> {
  const text = `insert into import_job (id, key_id, label, file_hash, create_gates, state, created_at)
    values ($1, $2, $3, $4, $5, 'staging', $6) returning ${IMPORT_COLUMNS}`;
  const values = [job.id, job.keyId, job.label, job.fileHash, job.createGates, job.at];
  return firstImport(await runner.run<ImportJob>({ text, values }));
}

/** An import of this key; null: none, or it belongs to another key. */
export async function readImportJob(runner: Runner, id: string, keyId: string): Promise<ImportJob | null> {
  const text = `select ${IMPORT_COLUMNS} from import_job where id = $1 and key_id = $2`;
  return firstImport(await runner.run<ImportJob>({ name: 'import-job', text, values: [id, keyId] }));
}

/** The last committed import of the same file. */
export async function findImportByFile(runner: Runner, fileHash: string): Promise<ImportJob | null> {
  const text = `select ${IMPORT_COLUMNS} from import_job where file_hash = $1 and state = 'committed' order by committed_at desc limit 1`;
  return firstImport(await runner.run<ImportJob>({ text, values: [fileHash] }));
}

/** Locks the import until the end of the transaction; null when it is not in this state. */
export async function lockImportJob(runner: Runner, id: string, state: ImportJob['state']): Promise<ImportJob | null> {
  const text = `select ${IMPORT_COLUMNS} from import_job where id = $1 and state = $2 for update`;
  return firstImport(await runner.run<ImportJob>({ text, values: [id, state] }));
}

/** Changes the state; null when the import was not in state `from`. */
export async function updateImportState(
  runner: Runner,
  id: string,
  from: ImportJob['state'],
  to: ImportJob['state'],
): Promise<ImportJob | null> {
  const text = `update import_job set state = $3 where id = $1 and state = $2 returning ${IMPORT_COLUMNS}`;
  return firstImport(await runner.run<ImportJob>({ text, values: [id, from, to] }));
}

/** Deletes the staged lines and gates of an import. */
export async function deleteStagedLines(runner: Runner, id: string): Promise<void> {
  await runner.run({ text: 'delete from import_read where job = $1', values: [id] });
  await runner.run({ text: 'delete from import_gate where job = $1', values: [id] });
}

/** Discards imports left unfinished for a day, with their lines; runs every hour. `now`: ISO. */
export async function discardStaleImports(runner: Runner, now: string): Promise<void> {
  const stale = `update import_job set state = 'discarded'
    where state = 'staging' and created_at < $1::timestamptz - interval '1 day' returning id`;
  for (const { id } of await runner.run<{ id: string }>({ text: stale, values: [now] }))
    await deleteStagedLines(runner, id);
}
