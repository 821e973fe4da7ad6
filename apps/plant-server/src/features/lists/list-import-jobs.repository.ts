import type { Runner } from '../../database/sql-statement.ts';

export type ListImportState = 'reading' | 'checking' | 'writing' | 'done' | 'failed';

/** Progress of an import; lines are counted without the header. */
export interface ListImportJob {
  readonly state: ListImportState;
  readonly lines: number;
  readonly done: number;
}

/** Creates an import job; false: the id is already used. */
export async function insertListImport(runner: Runner, id: string, author: number, nowIso: string): Promise<boolean> {
  const text = `insert into list_import (id, author, state, started_at) values ($1, $2, 'reading', $3) on conflict do nothing returning id`;
  return (await runner.run({ text, values: [id, author, nowIso] })).length === 1;
}

export async function updateImportProgress(
  runner: Runner,
  id: string,
  job: ListImportJob,
  endedAt: string | null,
): Promise<void> {
  const text = 'update list_import set state = $2, n_lines = $3, n_done = $4, ended_at = $5 where id = $1';
  await runner.run({ text, values: [id, job.state, job.lines, job.done, endedAt] });
}

/** An import of this author; null: none. */
export async function readListImport(runner: Runner, id: string, author: number): Promise<ListImportJob | null> {
  const text = 'select state, n_lines as lines, n_done as done from list_import where id = $1 and author = $2';
  return (await runner.run<ListImportJob>({ text, values: [id, author] }))[0] ?? null;
}

const RETENTION_DAYS = 7;

export async function deleteOldListImports(runner: Runner, nowIso: string): Promise<void> {
  const text = `delete from list_import where started_at < $1::timestamptz - make_interval(days => ${RETENTION_DAYS})`;
  await runner.run({ text, values: [nowIso] });
}
