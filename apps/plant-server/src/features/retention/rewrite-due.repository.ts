import { DatabaseError, type Pool } from 'pg';
import { inTransaction } from '../../database/pg-runner.ts';
import type { Runner } from '../../database/sql-statement.ts';

/** Records, in the transaction of a deletion, that the bytes of deleted rows are still in the files of these tables. */
export async function markRewriteDue(runner: Runner, tables: readonly string[]): Promise<void> {
  await runner.run({
    text: `insert into rewrite_due (name, since) select distinct name, now() from unnest($1::text[]) as name order by name
      on conflict (name) do update set last_xid = excluded.last_xid`,
    values: [tables],
  });
}

/** Records the tables that lose rows every hour or minute by other jobs, whether they did or not. */
export async function markNightlyRewrites(runner: Runner): Promise<void> {
  const text = `insert into rewrite_due (name, since) select name, now() from rewritten_table where nightly order by name
    on conflict (name) do update set last_xid = excluded.last_xid`;
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

/** What became of a table: `large` and `busy` ones stay due; `busy`: locked, or an older transaction may see its deleted rows. */
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

/** Numbers of transactions, 64 bits as text: rows deleted before `oldest` are seen by nobody; from `next` on there are none yet. */
interface Horizon {
  readonly oldest: string;
  readonly next: string;
}

/**
 * What this transaction and the others of the database may still see. Rewriting a table keeps deleted rows that one of them may
 * see, of which a transaction in another database of the server can be the cause.
 */
async function readHorizon(runner: Runner): Promise<Horizon> {
  const [horizon] = await runner.run<Horizon>({
    text: `with own as (select pg_snapshot_xmin(s)::text::bigint as oldest, pg_snapshot_xmax(s)::text::bigint as next
        from pg_current_snapshot() as s)
      select least(own.oldest, min(own.next - mod(mod(own.next - a.backend_xmin::text::bigint, 4294967296) + 4294967296, 4294967296)))::text as oldest,
        own.next::text as next
      from own left join pg_stat_activity as a on a.pid <> pg_backend_pid() and a.backend_xmin is not null
        and (a.datname = current_database() or a.backend_type = 'walsender')
      group by own.oldest, own.next`,
    values: [],
  });
  if (horizon === undefined) throw new Error('the database has no snapshot');
  return horizon;
}

/** Deletions of a table that every transaction sees. Later numbers than the next one come from another server, by a restore. */
const IS_SEEN = '(last_xid < $2::bigint or last_xid >= $3::bigint)';

async function isBlocked(runner: Runner, name: string, { oldest, next }: Horizon): Promise<boolean> {
  const rows = await runner.run({
    text: `select from rewrite_due where name = $1 and not ${IS_SEEN}`,
    values: [name, oldest, next],
  });
  return rows.length > 0;
}

function runRewrite(pool: Pool, name: string, maxBytes: number): Promise<RewriteOutcome> {
  return inTransaction(pool, async (runner) => {
    // Before the rewriting: what is deleted meanwhile stays due.
    const horizon = await readHorizon(runner);
    if (await isBlocked(runner, name, horizon)) return 'busy';
    const [row] = await runner.run<{ outcome: RewriteOutcome }>({
      text: 'select rewrite_deleted($1, $2) as outcome',
      values: [name, maxBytes],
    });
    const outcome = row?.outcome ?? 'busy';
    if (outcome === 'done' || outcome === 'absent')
      await runner.run({
        text: `delete from rewrite_due where name = $1 and ${IS_SEEN}`,
        values: [name, horizon.oldest, horizon.next],
      });
    return outcome;
  });
}
