import type { Pool } from 'pg';
import { inTransaction } from '../../database/pg-runner.ts';
import type { Runner } from '../../database/sql-statement.ts';

/** Advisory lock key (any constant): only one process at a time assigns sequence numbers. */
const PUBLICATION_LOCK_KEY = 7_203_951;
const PUBLICATION_BATCH_SIZE = 500;
/** PostgreSQL notification channel of newly published alerts. */
export const ALERT_CHANNEL = 'alert_told';

/**
 * Publishes pending alerts: assigns stream sequence numbers under a lock that lasts until the commit, so that numbers
 * become visible in order and a reader that has read up to a number has missed nothing. After a crash the alerts stay
 * pending and the next run in any process publishes them. Returns the number of published alerts.
 */
export async function publishAlerts(pool: Pool): Promise<number> {
  let total = 0;
  for (;;) {
    const published = await inTransaction(pool, (runner) => publishBatch(runner));
    total += published;
    if (published < PUBLICATION_BATCH_SIZE) return total;
  }
}

async function publishBatch(runner: Runner): Promise<number> {
  await runner.run({ text: 'select pg_advisory_xact_lock($1)', values: [PUBLICATION_LOCK_KEY] });
  const rows = await runner.run<{ id: string }>({
    name: 'tell-alerts',
    text: `update alert as a set seq = nextval('alert_seq') from (select id from alert where seq is null order by id limit ${PUBLICATION_BATCH_SIZE}) as w
      where a.id = w.id and a.seq is null returning a.id::text as id`,
    values: [],
  });
  if (rows.length === 0) return 0;
  await runner.run({ text: 'select pg_notify($1, $2)', values: [ALERT_CHANNEL, ''] });
  return rows.length;
}

/**
 * Lets open alerts that nobody took in time climb one step; they are published again. The time counts from the step before.
 * Returns their number.
 */
export async function escalateAlerts(
  runner: Runner,
  nowIso: string,
  waitMs: ReadonlyMap<number, number>,
): Promise<number> {
  const rows = await runner.run<{ id: string }>({
    text: `update alert as a set escalated_at = $1, escalation = a.escalation + 1, version = version + 1, seq = null, channels_urged = true
      from unnest($2::smallint[], $3::integer[]) as w(priority, wait)
      where a.priority = w.priority and a.priority < 3 and a.outcome is null and a.owner is null and a.escalation < 2
        and coalesce(a.escalated_at, a.raised_at) < $1::timestamptz - make_interval(secs => w.wait)
        and a.raised_at > $1::timestamptz - interval '1 day' returning a.id::text as id`,
    values: [nowIso, [...waitMs.keys()], [...waitMs.values()].map((ms) => ms / 1000)],
  });
  return rows.length;
}

/** Publishes the alerts of a transit again, because a correction of its plate shows in them. */
export async function republishAlerts(
  runner: Runner,
  { plate, ts, id }: { readonly plate: string; readonly ts: string; readonly id: string },
): Promise<void> {
  await runner.run({
    text: 'update alert set version = version + 1, seq = null where transit = $1 and plate = $2 and ts = $3',
    values: [id, plate, ts],
  });
}
