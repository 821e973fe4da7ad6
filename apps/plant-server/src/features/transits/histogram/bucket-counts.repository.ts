import { toIsoInstant } from '@varco/domain/time/rome.ts';
import { sql, type RawBuilder } from 'kysely';
import { compileStatement, type Runner, type Statement } from '../../../database/sql-statement.ts';
import type { Visibility } from '../../../policy/visible-transits.sql.ts';
import { candidateQuery, type Search } from '../search/candidate-query.sql.ts';

const HOUR_MS = 3_600_000;

/** Transits in one bucket, by its number from 0; a bucket without transits has no row. */
export interface BucketCount {
  readonly bucket: number;
  /** Exact also beyond 2^31. */
  readonly n: number;
}

/** Instants in milliseconds as an array of the database. */
export const toInstants = (starts: readonly number[]): RawBuilder<unknown> =>
  sql`${starts.map(toIsoInstant)}::timestamptz[]`;

/** Hours of a range of whole hours at its gates, from the roll-up. */
const fromHours = ({ gates, fromMs, toMs }: Visibility): RawBuilder<unknown> =>
  sql`from gate_hour as h where h.hour >= ${toIsoInstant(fromMs)}::timestamptz and h.hour < ${toIsoInstant(toMs)}::timestamptz${
    gates === null ? sql`` : sql` and h.gate = any(${gates}::smallint[])`
  }`;

/** Transits of whole hours in each bucket, from the roll-up. Hours are summed over gates before their bucket is found. */
export const countHoursStatement = (visible: Visibility, starts: readonly number[]): Statement =>
  compileStatement(sql`select width_bucket(r.hour, ${toInstants(starts)}) - 1 as bucket, sum(r.n)::float8 as n
    from (select h.hour, sum(h.n) as n ${fromHours(visible)} group by h.hour having sum(h.n) > 0) as r group by 1`);

/** Rows of a search inside `range`, a part of what is visible, in each bucket. */
export const countRowsStatement = (search: Search, range: Visibility, starts: readonly number[]): Statement =>
  compileStatement(sql`select width_bucket(h.ts, ${toInstants(starts)}) - 1 as bucket, count(*)::float8 as n
    ${candidateQuery(search, range)} group by 1`);

export const countHoursInBuckets = (
  runner: Runner,
  visible: Visibility,
  starts: readonly number[],
  signal?: AbortSignal,
): Promise<readonly BucketCount[]> => runner.run<BucketCount>(countHoursStatement(visible, starts), signal);

export const countRowsInBuckets = (
  runner: Runner,
  search: Search,
  range: Visibility,
  starts: readonly number[],
  signal?: AbortSignal,
): Promise<readonly BucketCount[]> => runner.run<BucketCount>(countRowsStatement(search, range, starts), signal);

/**
 * Start of the oldest hour with transits, in milliseconds; null: there is none. The hour that the window cuts counts as a
 * whole, so that transits of its other part can make the result too early, never too late.
 */
export async function readOldestHourMs(
  runner: Runner,
  visible: Visibility,
  signal?: AbortSignal,
): Promise<number | null> {
  const query = sql`select extract(epoch from min(h.hour))::float8 * 1000 as at ${fromHours({
    ...visible,
    fromMs: visible.fromMs - HOUR_MS + 1,
  })} and h.n > 0`;
  const [row] = await runner.run<{ at: number | null }>(compileStatement(query), signal);
  return row?.at ?? null;
}
