import type { Pool, PoolClient } from 'pg';
import { withCancel } from '@varco/server-kit/database/cancel.ts';
import type { RunSql } from '@varco/server-kit/jobs/job-store.repository.ts';
import { timePart } from '@varco/server-kit/metrics/call-timings.ts';
import type { Runner, Statement } from './sql-statement.ts';

const toQueryConfig = ({ name, text, values }: Statement) =>
  name === undefined ? { text, values: [...values] } : { name, text, values: [...values] };

/** Runs statements on a pool; an abort cancels the statement in the database. */
export function poolRunner(pool: Pool): Runner {
  return {
    async run<Row extends object>(statement: Statement, signal?: AbortSignal): Promise<readonly Row[]> {
      const query = toQueryConfig(statement);
      if (signal === undefined) return (await timePart('database', () => pool.query<Row>(query))).rows;
      return withCancel(
        pool,
        signal,
        async (client) => (await timePart('database', () => client.query<Row>(query))).rows,
      );
    },
  };
}

/** Runs statements on one connection inside the transaction its owner opened. Does not retry. */
export function transactionRunner(client: PoolClient): Runner {
  return {
    isTransaction: true,
    async run<Row extends object>(statement: Statement): Promise<readonly Row[]> {
      return (await timePart('database', () => client.query<Row>(toQueryConfig(statement)))).rows;
    },
  };
}

/** Statements of a runner, for jobs enqueued in its transaction. */
export const runnerSql =
  (runner: Runner): RunSql =>
  (text, values) =>
    runner.run({ text, values });

/** Runs `work` in one transaction, which is rolled back when it throws. */
export async function inTransaction<T>(pool: Pool, work: (runner: Runner) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let failure: Error | undefined;
  try {
    await client.query('begin');
    const result = await work(transactionRunner(client));
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch((broken: Error) => {
      failure = broken;
    });
    throw error;
  } finally {
    // A connection that fails to roll back is removed from the pool.
    client.release(failure);
  }
}
