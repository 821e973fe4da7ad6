import { sql } from 'kysely';
import { FAILURE_MEMORY_MS, MAX_SIGN_IN_WAIT_MS, computeSignInDelayMs } from '@varco/domain/portal/sign-in-delay.ts';
import type { Db } from '../../db.ts';

/** Milliseconds until a block is over. One longer than the longest wait was written by a clock that has been put back since: it is over. */
function computeWaitMs(blockedUntil: string | null, now: string): number {
  const waitMs = blockedUntil === null ? 0 : Date.parse(blockedUntil) - Date.parse(now);
  return waitMs > MAX_SIGN_IN_WAIT_MS ? 0 : Math.max(0, waitMs);
}

/** Seconds until all these counters are open again; 0 when all are open. */
export async function secondsBlocked(db: Db, keys: readonly string[], now: string): Promise<number> {
  const rows = await db.selectFrom('sign_in_failure').where('key', 'in', keys).select('blocked_until').execute();
  const waits = rows.map((row) => computeWaitMs(row.blocked_until, now));
  return Math.ceil(Math.max(0, ...waits) / 1000);
}

/**
 * Counts an attempt before it is checked, so that a thousand parallel guesses are not all "the first". False when the
 * counter is blocked at this moment.
 */
export async function countAttempt(db: Db, key: string, now: string, accountFailures: number): Promise<boolean> {
  const forgetBefore = new Date(Date.parse(now) - FAILURE_MEMORY_MS).toISOString();
  return db.transaction().execute(async (tx) => {
    // One statement: a sign-in that succeeds meanwhile deletes the row.
    const row = await tx
      .insertInto('sign_in_failure')
      .values({ key, failures: 0, last_failure_at: now })
      .onConflict((conflict) =>
        conflict.column('key').doUpdateSet((eb) => ({ failures: eb.ref('sign_in_failure.failures') })),
      )
      .returningAll()
      .executeTakeFirstOrThrow();
    if (computeWaitMs(row.blocked_until, now) > 0) return false;
    const failures = (row.last_failure_at < forgetBefore ? 0 : row.failures) + 1;
    const waitMs = computeSignInDelayMs(failures, accountFailures);
    await tx
      .updateTable('sign_in_failure')
      .set({
        failures,
        last_failure_at: now,
        blocked_until: waitMs === 0 ? null : new Date(Date.parse(now) + waitMs).toISOString(),
      })
      .where('key', '=', key)
      .execute();
    return true;
  });
}

/** Counts an attempt on an account over all addresses, which blocks nobody; returns the attempts of the last hour. */
export async function countAccountAttempt(db: Db, key: string, now: string): Promise<number> {
  const forgetBefore = new Date(Date.parse(now) - FAILURE_MEMORY_MS).toISOString();
  const row = await db
    .insertInto('sign_in_failure')
    .values({ key, failures: 1, last_failure_at: now })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        failures: sql<number>`case when sign_in_failure.last_failure_at < ${forgetBefore} then 1 else sign_in_failure.failures + 1 end`,
        last_failure_at: now,
      }),
    )
    .returning('failures')
    .executeTakeFirstOrThrow();
  return row.failures;
}

/** Resets the counter after a successful proof. */
export async function resetFailures(db: Db, key: string): Promise<void> {
  await db.deleteFrom('sign_in_failure').where('key', '=', key).execute();
}

/** Takes back one counted attempt that was not a failure. Failures of others from the same address stay counted. */
export async function uncountAttempt(db: Db, key: string): Promise<void> {
  await db
    .updateTable('sign_in_failure')
    .set({ failures: sql<number>`greatest(failures - 1, 0)`, blocked_until: null })
    .where('key', '=', key)
    .execute();
}

/** Deletes counters unchanged for a day. */
export async function deleteOldFailures(db: Db, now: string): Promise<void> {
  await db
    .deleteFrom('sign_in_failure')
    .where(sql<boolean>`last_failure_at < ${now}::timestamptz - interval '1 day'`)
    .execute();
}
