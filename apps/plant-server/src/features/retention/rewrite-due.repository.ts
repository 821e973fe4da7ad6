import { DatabaseError, type Pool } from 'pg';
import { inTransaction } from '../../database/pg-runner.ts';
import type { Runner } from '../../database/sql-statement.ts';

/** Records, in the transaction of a deletion, that the bytes of deleted rows are still in the files of these tables. */
export async function markRewriteDue(runner: Runner, tables: readonly string[]): Promise<void> {
  await runner.run({
    text: `insert into rewrite_due (name, since) select distinct name, now() from unnest($1::text[]) as name order by name
      on conflict do nothing`,
    values: [tables],
  });
}

/** Records the tables that lose rows every hour or minute by other jobs, whether they did or not. */
export async function markNightlyRewrites(runner: Runner): Promise<void> {
  const text =
    'insert into rewrite_due (name, since) select name, now() from rewritten_table where nightly on conflict do nothing';
  await runner.run({ text, values: [] });
}

/** A table to rewrite; `since` is the ISO instant of the first deletion since it was last rewritten. */
export interface DueTable {
  readonly name: string;
  readonly since: string;
}

/**
 * Tables to rewrite, the one that waits longest first. On a cluster those of the coordinator only: the files of the others are
 * on servers that this program does not reach.
 */
export async function readDueTables(runner: Runner): Promise<readonly DueTable[]> {
  const [found] = await runner.run<{ is_cluster: boolean }>({
    text: "select to_regclass('pg_catalog.pg_dist_partition') is not null as is_cluster",
    values: [],
  });
  const reached =
    found?.is_cluster === true
      ? 'where not exists (select from pg_dist_partition as p where p.logicalrelid = to_regclass(name))'
      : '';
  return runner.run<DueTable>({
    text: `select name, since from rewrite_due ${reached} order by since, name`,
    values: [],
  });
}

/** What became of a table: `large` and `busy` ones stay due. */
export type RewriteOutcome = 'done' | 'absent' | 'large' | 'busy';

/** What PostgreSQL reports when a statement reached its time limit. */
const QUERY_CANCELED = '57014';

/**
 * Rewrites a due table and its indexes into new files, which locks it for that long. One that takes longer than a statement may
 * counts as `large`.
 */
export async function rewriteTable(pool: Pool, name: string, maxBytes: number): Promise<RewriteOutcome> {
  try {
    return await runRewrite(pool, name, maxBytes);
  } catch (error) {
    if (error instanceof DatabaseError && error.code === QUERY_CANCELED) return 'large';
    throw error;
  }
}

function runRewrite(pool: Pool, name: string, maxBytes: number): Promise<RewriteOutcome> {
  return inTransaction(pool, async (runner) => {
    const [row] = await runner.run<{ outcome: RewriteOutcome }>({
      text: 'select rewrite_deleted($1, $2) as outcome',
      values: [name, maxBytes],
    });
    const outcome = row?.outcome ?? 'busy';
    // A deletion that comes after it waits for the lock of the table, and marks it again.
    if (outcome === 'done' || outcome === 'absent')
      await runner.run({ text: 'delete from rewrite_due where name = $1', values: [name] });
    return outcome;
  });
}
