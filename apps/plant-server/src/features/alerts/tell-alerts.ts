import type { Pool } from 'pg';
import { inTransaction } from '../../database/pg-runner.ts';
import type { Runner } from '../../database/statement.ts';

/** Any constant: one process at a time gives places in the stream. */
const LOCK_KEY = 7_203_951;
const BATCH = 500;
/** Processes that have open streams listen here. */
export const ALERT_CHANNEL = 'alert_told';

/**
 * Gives waiting alerts their places in the stream: in the order they become visible, under a lock held to the commit, so
 * that whoever has read up to a place has missed nothing. A crash before it leaves them waiting for the next turn, on
 * any process. Returns how many were told.
 */
export async function tellAlerts(pool: Pool): Promise<number> {
  let all = 0;
  for (;;) {
    const told = await inTransaction(pool, (runner) => tellSome(runner));
    all += told;
    if (told < BATCH) return all;
  }
}

async function tellSome(runner: Runner): Promise<number> {
  await runner.run({ text: 'select pg_advisory_xact_lock($1)', values: [LOCK_KEY] });
  const rows = await runner.run<{ id: string }>({
    name: 'tell-alerts',
    text: `update alert as a set seq = nextval('alert_seq') from (select id from alert where seq is null order by id limit ${BATCH}) as w
      where a.id = w.id and a.seq is null returning a.id::text as id`,
    values: [],
  });
  if (rows.length === 0) return 0;
  await runner.run({ text: 'select pg_notify($1, $2)', values: [ALERT_CHANNEL, ''] });
  return rows.length;
}

/** Marks open alerts nobody took in time; they are told once more. Returns how many. */
export async function escalateAlerts(
  runner: Runner,
  nowIso: string,
  waitMs: ReadonlyMap<number, number>,
): Promise<number> {
  const rows = await runner.run<{ id: string }>({
    text: `update alert as a set escalated_at = $1, version = version + 1, seq = null, channels_urged = true
      from unnest($2::smallint[], $3::integer[]) as w(priority, wait)
      where a.priority = w.priority and a.priority < 3 and a.outcome is null and a.owner is null and a.escalated_at is null
        and a.raised_at < $1::timestamptz - make_interval(secs => w.wait)
        and a.raised_at > $1::timestamptz - interval '1 day' returning a.id::text as id`,
    values: [nowIso, [...waitMs.keys()], [...waitMs.values()].map((ms) => ms / 1000)],
  });
  return rows.length;
}
