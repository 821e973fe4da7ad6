import { CompiledQuery, type Kysely } from 'kysely';
import type { Job } from './define-job.ts';
import { insertJob, type RunSql } from './job-store.repository.ts';

/**
 * Puts a job into the queue, in the transaction of `run`: the job exists exactly when the transaction commits. It is
 * then announced, so that an idle worker starts it at once.
 */
export async function enqueue<Data extends object>(run: RunSql, job: Job<Data>, data: Data, delayS = 0): Promise<void> {
  await insertJob(run, { name: job.name, data: job.schema.parse(data), key: null, everyS: null, delayS });
}

/** Statements of a Kysely connection or transaction. */
export const kyselySql =
  <DB>(db: Pick<Kysely<DB>, 'executeQuery'>): RunSql =>
  (text, values) =>
    db.executeQuery(CompiledQuery.raw(text, [...values]));
