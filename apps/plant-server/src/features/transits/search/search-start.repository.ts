import type { Pool } from 'pg';
import { withCancel } from '@varco/server-kit/database/cancel.ts';
import { timePart } from '@varco/server-kit/metrics/call-timings.ts';
import { firstTransitIdAt } from '@varco/domain/transits/transit-id.ts';
import { transactionRunner } from '../../../database/pg-runner.ts';
import type { Runner } from '../../../database/sql-statement.ts';

/** Longer than a session can last. */
const RETENTION_PERIOD = `interval '2 hours'`;

/** One round trip for both statements. */
const BEGIN_SNAPSHOT = 'begin isolation level repeatable read read only; select pg_current_snapshot()::text as seen';

/**
 * The snapshot in the response to `BEGIN_SNAPSHOT`. The driver returns one result per statement, which its types do not
 * show.
 */
function parseSnapshot(beginResults: unknown): string {
  const results: readonly { readonly rows?: readonly { readonly seen?: string }[] }[] = Array.isArray(beginResults)
    ? beginResults
    : [];
  const seen = results.at(-1)?.rows?.[0]?.seen;
  if (seen === undefined) throw new Error('no snapshot');
  return seen;
}

/**
 * Runs `work` in a read-only transaction on one snapshot of the database. The returned `seen` identifies the snapshot,
 * so that rows added later can be recognised. An abort cancels the running statement.
 */
export function runOnSnapshot<T>(
  pool: Pool,
  signal: AbortSignal,
  work: (runner: Runner) => Promise<T>,
): Promise<{ readonly result: T; readonly seen: string }> {
  return withCancel(pool, signal, async (client) => {
    // Not awaited before the first statement, nor the end before the rows are used: the pool is pipelined.
    const begun: Promise<unknown> = timePart('database', () => client.query(BEGIN_SNAPSHOT));
    try {
      const [beginResults, result] = await Promise.all([begun, work(transactionRunner(client))]);
      client.query('commit').catch(() => {});
      return { result, seen: parseSnapshot(beginResults) };
    } catch (error) {
      await client.query('rollback').catch(() => {});
      throw error;
    }
  });
}

/** Saves the snapshot in which a search started. A new first page of the same search replaces it. */
export async function saveSearchStart(runner: Runner, key: string, seen: string): Promise<void> {
  await runner.run({
    name: 'remember-start',
    text: `insert into search_start (key, seen, at) values ($1, $2::pg_snapshot, now())
      on conflict (key) do update set seen = excluded.seen, at = excluded.at`,
    values: [key, seen],
  });
}

/** True when the snapshot of this search is saved: its first page was read in the last hours. */
export async function isSearchBegun(runner: Runner, key: string): Promise<boolean> {
  const rows = await runner.run({
    name: 'is-search-begun',
    text: 'select from search_start where key = $1',
    values: [key],
  });
  return rows.length > 0;
}

/**
 * Ids of transits before an instant (milliseconds) that were added after the search started; empty when the start is
 * not saved.
 */
export async function readArrivalsSince(runner: Runner, key: string, beforeMs: number): Promise<readonly string[]> {
  const rows = await runner.run<{ id: string }>({
    name: 'arrived-since',
    text: `select u.id::text as id from search_start as s
      join recent_arrival as a on a.xid >= pg_snapshot_xmin(s.seen) and not pg_visible_in_snapshot(a.xid, s.seen) and a.first_id < $2
      cross join lateral unnest(a.ids) as u(id) where s.key = $1 and u.id < $2`,
    values: [key, firstTransitIdAt(beforeMs)],
  });
  return rows.map(({ id }) => id);
}

/** Deletes the data of searches that can no longer be paged. */
export async function deleteOldArrivals(runner: Runner): Promise<void> {
  for (const table of ['recent_arrival', 'search_start'])
    await runner.run({ text: `delete from ${table} where at < now() - ${RETENTION_PERIOD}`, values: [] });
}
