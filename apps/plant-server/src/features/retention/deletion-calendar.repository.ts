import type { CappedCount } from '@varco/contract/plant/settings.ts';
import { toIsoInstant } from '@varco/domain/time/rome.ts';
import type { Runner } from '../../database/sql-statement.ts';
import type { TermRange } from './count-past-term.repository.ts';

/** Rows counted at most. */
const MAX_COUNTED = 100_000;

const toCappedCount = (n: number): CappedCount => ({ count: Math.min(n, MAX_COUNTED), capped: n > MAX_COUNTED });

/** Tables that only their own time decides about, with it. */
const TIMED_TABLES = {
  plate_checks: ['plate_check', 'checked_at'],
  exports: ['export_job', 'ended_at'],
  approvals: ['approval_request', 'requested_at'],
  handovers: ['handover', 'made_at'],
} as const;
type TimedKind = keyof typeof TIMED_TABLES;

export const isTimedKind = (kind: string): kind is TimedKind => Object.hasOwn(TIMED_TABLES, kind);

/** Number of rows of a range, up to a maximum. */
export async function countTimedRows(
  runner: Runner,
  kind: TimedKind,
  { fromMs, toMs }: TermRange,
  signal: AbortSignal,
): Promise<CappedCount> {
  const [table, time] = TIMED_TABLES[kind];
  const [row] = await runner.run<{ n: number }>(
    {
      text: `select count(*)::int as n from (select ${time} from ${table} where ${time} >= $1 and ${time} < $2 limit $3) as found`,
      values: [toIsoInstant(fromMs), toIsoInstant(toMs), MAX_COUNTED + 1],
    },
    signal,
  );
  return toCappedCount(row?.n ?? 0);
}

/**
 * Transits whose term ends on each Rome day, from the sums per gate and hour; days without any are left out. Half-open
 * range of event times, whole hours.
 */
export const readTransitsByLastDay = (
  runner: Runner,
  { fromMs, toMs }: TermRange,
  termDays: number,
  signal: AbortSignal,
): Promise<readonly { readonly day: string; readonly transits: number }[]> =>
  runner.run<{ day: string; transits: number }>(
    {
      text: `select to_char((h.hour + make_interval(hours => $3::int * 24)) at time zone 'Europe/Rome', 'YYYY-MM-DD') as day, sum(h.n)::float8 as transits
        from gate_hour as h where h.hour >= $1 and h.hour < $2 group by 1 having sum(h.n) > 0`,
      values: [toIsoInstant(fromMs), toIsoInstant(toMs), termDays],
    },
    signal,
  );

/** The first hour from an instant on that has transits, in milliseconds; null: there are none. */
export async function readFirstHour(runner: Runner, fromMs: number, signal: AbortSignal): Promise<number | null> {
  const [row] = await runner.run<{ hour_ms: number | null }>(
    {
      text: `select (extract(epoch from min(h.hour)) * 1000)::float8 as hour_ms from gate_hour as h where h.hour >= $1 and h.n > 0`,
      values: [toIsoInstant(fromMs)],
    },
    signal,
  );
  return row?.hour_ms ?? null;
}
