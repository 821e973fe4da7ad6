import type { ImportForm, ImportSummary } from '@varco/contract/plant/file-imports.ts';
import type { Runner } from '../../database/sql-statement.ts';

/** An import job as stored. Instants are ISO. */
export interface ImportJob extends ImportSummary {
  readonly create_gates: boolean;
  /** Null: it cannot be continued by another client. */
  readonly form: ImportForm | null;
}

const IMPORT_COLUMNS = `id, started_by, label, file_hash, create_gates, form, state, staged, refused, read_to, stored, duplicates, created_gates, created_at, committed_at,
  case when state = 'committing' then coalesce((select p.done from import_progress as p where p.job = import_job.id), 0) end as done`;

const firstImport = (rows: readonly ImportJob[]): ImportJob | null => rows[0] ?? null;

/** Who begins an import: a key or a person, of whom the other is null, with the name that the plant shows. */
export interface ImportStarter {
  readonly keyId: string | null;
  readonly person: string | null;
  readonly name: string;
}

export interface NewImportJob {
  readonly id: string;
  readonly starter: ImportStarter;
  readonly label: string;
  readonly fileHash: string;
  readonly createGates: boolean;
  readonly form: ImportForm | null;
  readonly at: string;
}

export async function insertImportJob(runner: Runner, job: NewImportJob): Promise<ImportJob | null> {
  const text = `insert into import_job (id, key_id, person, started_by, label, file_hash, create_gates, form, state, created_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, 'staging', $9) returning ${IMPORT_COLUMNS}`;
  const { keyId, person, name } = job.starter;
  const form = job.form === null ? null : JSON.stringify(job.form);
  const values = [job.id, keyId, person, name, job.label, job.fileHash, job.createGates, form, job.at];
  return firstImport(await runner.run<ImportJob>({ text, values }));
}

/** An import; with a key only one of this key, null otherwise or when there is none. `keyId` null: of anyone. */
export async function readImportJob(runner: Runner, id: string, keyId: string | null): Promise<ImportJob | null> {
  const text = `select ${IMPORT_COLUMNS} from import_job where id = $1 and ($2::uuid is null or key_id = $2)`;
  return firstImport(await runner.run<ImportJob>({ name: 'import-job', text, values: [id, keyId] }));
}

/** Imports of a file that can be continued, the newest first. `keyId` as in `readImportJob`. */
export const findOpenImports = (
  runner: Runner,
  fileHash: string,
  keyId: string | null,
): Promise<readonly ImportJob[]> =>
  runner.run<ImportJob>({
    text: `select ${IMPORT_COLUMNS} from import_job
      where file_hash = $1 and state in ('staging', 'committing') and form is not null and ($2::uuid is null or key_id = $2)
      order by created_at desc limit 20`,
    values: [fileHash, keyId],
  });

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

/** Says how many lines of an import the running commit has gone through. Outside its transaction, so that others see it. */
export async function storeCommitProgress(runner: Runner, id: string, done: number): Promise<void> {
  await runner.run({
    name: 'import-progress',
    text: 'insert into import_progress (job, done) values ($1, $2) on conflict (job) do update set done = excluded.done',
    values: [id, done],
  });
}

/** Deletes the staged lines, gates, refusals and progress of an import. */
export async function deleteStagedLines(runner: Runner, id: string): Promise<void> {
  await runner.run({ text: 'delete from import_read where job = $1', values: [id] });
  await runner.run({ text: 'delete from import_gate where job = $1', values: [id] });
  await runner.run({ text: 'delete from import_refused where job = $1', values: [id] });
  await runner.run({ text: 'delete from import_progress where job = $1', values: [id] });
}

/** Discards imports left unfinished for a day, with their lines; runs every hour. `now`: ISO. */
export async function discardStaleImports(runner: Runner, now: string): Promise<void> {
  const stale = `update import_job set state = 'discarded'
    where state = 'staging' and created_at < $1::timestamptz - interval '1 day' returning id`;
  for (const { id } of await runner.run<{ id: string }>({ text: stale, values: [now] }))
    await deleteStagedLines(runner, id);
}
