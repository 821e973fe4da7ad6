import type { ImportSummary } from '@varco/contract/plant/ingest.ts';
import type { Runner } from '../../database/statement.ts';

/** An import as the database has it. Instants are ISO. */
export interface ImportJob extends ImportSummary {
  readonly key_id: string;
  readonly create_gates: boolean;
}

const COLUMNS = `id, key_id, label, file_hash, create_gates, state, staged, stored, duplicates, created_gates, created_at, committed_at`;

const first = (rows: readonly ImportJob[]): ImportJob | null => rows[0] ?? null;

export interface NewImport {
  readonly id: string;
  readonly keyId: string;
  readonly label: string;
  readonly fileHash: string;
  readonly createGates: boolean;
  readonly at: string;
}

export async function createJob(runner: Runner, job: NewImport): Promise<ImportJob | null> {
  const text = `insert into import_job (id, key_id, label, file_hash, create_gates, state, created_at)
    values ($1, $2, $3, $4, $5, 'staging', $6) returning ${COLUMNS}`;
  const values = [job.id, job.keyId, job.label, job.fileHash, job.createGates, job.at];
  return first(await runner.run<ImportJob>({ text, values }));
}

/** The import of this key; null: none, or another key's. */
export async function readJob(runner: Runner, id: string, keyId: string): Promise<ImportJob | null> {
  const text = `select ${COLUMNS} from import_job where id = $1 and key_id = $2`;
  return first(await runner.run<ImportJob>({ name: 'import-job', text, values: [id, keyId] }));
}

/** The last import of the same file that was stored. */
export async function importOfFile(runner: Runner, fileHash: string): Promise<ImportJob | null> {
  const text = `select ${COLUMNS} from import_job where file_hash = $1 and state = 'committed' order by committed_at desc limit 1`;
  return first(await runner.run<ImportJob>({ text, values: [fileHash] }));
}

/** Holds the import until the end of the transaction; null when it is not in this state (any more). */
export async function lockJob(runner: Runner, id: string, state: ImportJob['state']): Promise<ImportJob | null> {
  const text = `select ${COLUMNS} from import_job where id = $1 and state = $2 for update`;
  return first(await runner.run<ImportJob>({ text, values: [id, state] }));
}

/** From one state to another; null when it was not in the first. */
export async function moveJob(
  runner: Runner,
  id: string,
  from: ImportJob['state'],
  to: ImportJob['state'],
): Promise<ImportJob | null> {
  const text = `update import_job set state = $3 where id = $1 and state = $2 returning ${COLUMNS}`;
  return first(await runner.run<ImportJob>({ text, values: [id, from, to] }));
}

/** Imports that were being stored when the server ended. */
export async function unfinishedJobs(runner: Runner): Promise<readonly string[]> {
  const text = `select id from import_job where state = 'committing' order by created_at`;
  return (await runner.run<{ id: string }>({ text, values: [] })).map((row) => row.id);
}

/** Forgets what was staged. */
export async function clearStaged(runner: Runner, id: string): Promise<void> {
  await runner.run({ text: 'delete from import_read where job = $1', values: [id] });
  await runner.run({ text: 'delete from import_gate where job = $1', values: [id] });
}

/** Imports nobody finished for a day are discarded with their lines; run each hour. `now`: ISO. */
export async function discardStaleImports(runner: Runner, now: string): Promise<void> {
  const stale = `update import_job set state = 'discarded'
    where state = 'staging' and created_at < $1::timestamptz - interval '1 day' returning id`;
  for (const { id } of await runner.run<{ id: string }>({ text: stale, values: [now] })) await clearStaged(runner, id);
}
