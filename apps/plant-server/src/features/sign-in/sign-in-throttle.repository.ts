import { FAILURE_MEMORY_MS, MAX_SIGN_IN_WAIT_MS, computeSignInDelayMs } from '@varco/domain/portal/sign-in-delay.ts';
import { toIsoInstant } from '@varco/domain/time/rome.ts';
import { AppError } from '@varco/server-kit/errors/app-error.ts';
import type { Runner } from '../../database/sql-statement.ts';

interface FailureRow {
  readonly failures: number;
}

/** The end of a block that is further away than the longest wait was written by a clock that has been put back since: it counts as over. */
const toLatestBlock = (nowMs: number): string => toIsoInstant(nowMs + MAX_SIGN_IN_WAIT_MS);

/**
 * Counts an attempt before its password is checked, so that parallel guesses are all counted. Throws `rate_limit_exceeded`
 * with `Retry-After` while the counter is blocked.
 */
export async function countAttempt(runner: Runner, key: string, nowMs: number, accountFailures: number): Promise<void> {
  const rows = await runner.run<FailureRow>({
    name: 'count-attempt',
    text: `insert into sign_in_failure as f (key, failures, last_failure_at) values ($1, 1, $2)
      on conflict (key) do update set last_failure_at = $2,
        failures = case when f.last_failure_at < $3 then 1 else f.failures + 1 end
      where f.blocked_until is null or f.blocked_until <= $2 or f.blocked_until > $4 returning failures`,
    values: [key, toIsoInstant(nowMs), toIsoInstant(nowMs - FAILURE_MEMORY_MS), toLatestBlock(nowMs)],
  });
  const [row] = rows;
  if (row === undefined) throw await buildThrottledError(runner, key, nowMs);
  const waitMs = computeSignInDelayMs(row.failures, accountFailures);
  if (waitMs > 0) {
    const text = 'update sign_in_failure set blocked_until = $2 where key = $1';
    await runner.run({ name: 'block-attempts', text, values: [key, toIsoInstant(nowMs + waitMs)] });
  }
}

/** Throws `rate_limit_exceeded` while the counter is blocked, without counting. */
export async function refuseWhileBlocked(runner: Runner, key: string, nowMs: number): Promise<void> {
  const rows = await runner.run({
    text: 'select 1 from sign_in_failure where key = $1 and blocked_until > $2 and blocked_until <= $3',
    values: [key, toIsoInstant(nowMs), toLatestBlock(nowMs)],
  });
  if (rows.length > 0) throw await buildThrottledError(runner, key, nowMs);
}

async function buildThrottledError(runner: Runner, key: string, nowMs: number): Promise<AppError> {
  const [row] = await runner.run<{ blocked_until: string | null }>({
    text: 'select blocked_until from sign_in_failure where key = $1',
    values: [key],
  });
  const waitMs =
    row?.blocked_until === undefined || row.blocked_until === null ? 1000 : Date.parse(row.blocked_until) - nowMs;
  return new AppError('rate_limit_exceeded', { retryAfterS: Math.max(1, Math.ceil(waitMs / 1000)) });
}

/** Resets the account's counter after a successful sign-in. */
export async function resetFailures(runner: Runner, key: string): Promise<void> {
  await runner.run({ text: 'delete from sign_in_failure where key = $1', values: [key] });
}

/** Counts an attempt on an account over all addresses, which blocks nobody; returns the attempts of the last hour. */
export async function countAccountAttempt(runner: Runner, key: string, nowMs: number): Promise<number> {
  const [row] = await runner.run<FailureRow>({
    name: 'count-account-attempt',
    text: `insert into sign_in_failure as f (key, failures, last_failure_at) values ($1, 1, $2)
      on conflict (key) do update set last_failure_at = $2,
        failures = case when f.last_failure_at < $3 then 1 else f.failures + 1 end returning failures`,
    values: [key, toIsoInstant(nowMs), toIsoInstant(nowMs - FAILURE_MEMORY_MS)],
  });
  return row?.failures ?? 0;
}

/** Takes back one attempt of an account that was not a failure; failures of others stay counted. */
export async function undoAttempt(runner: Runner, key: string): Promise<void> {
  await runner.run({
    text: 'update sign_in_failure set failures = greatest(failures - 1, 0), blocked_until = null where key = $1',
    values: [key],
  });
}

/** Deletes counters without a failure for a day. */
export async function deleteOldFailures(runner: Runner, nowIso: string): Promise<void> {
  const text = `delete from sign_in_failure where last_failure_at < $1::timestamptz - interval '1 day'`;
  await runner.run({ text, values: [nowIso] });
}
