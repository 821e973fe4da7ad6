import type { CappedCount } from '@varco/contract/plant/settings.ts';
import { toIsoInstant } from '@varco/domain/time/rome.ts';
import type { Runner } from '../../database/sql-statement.ts';
import { countHolds, notOnHoldSql } from './legal-holds.repository.ts';

/** Rows counted at most. Each is compared with every hold in force, so that many holds allow fewer. */
const MAX_COUNTED = 100_000;
const MAX_COUNTED_WITH_MANY_HOLDS = 10_000;
const MANY_HOLDS = 40;

/** What can be past a term; sources of rows with plate, ts and id, as `notOnHoldSql` asks for. */
const SOURCES = {
  transits: '(select plate, ts, id from transit union all select plate, ts, id from unread_transit) as c where true',
  read_transits: 'transit as c where true',
  unread: 'unread_transit as c where true',
  alerts: '(select plate, ts, transit as id from alert) as c where true',
  plate_pictures: `transit_picture as c where (c.full_hash <> '' or c.plate_hash <> '')`,
  context_pictures: `transit_picture as c where c.context_hash <> ''`,
} as const;

/** Milliseconds, half-open. */
export interface TermRange {
  readonly fromMs: number;
  readonly toMs: number;
}

export type PastTermSource = keyof typeof SOURCES;

const readMaximum = async (runner: Runner): Promise<number> =>
  (await countHolds(runner)) > MANY_HOLDS ? MAX_COUNTED_WITH_MANY_HOLDS : MAX_COUNTED;

/**
 * Counts rows of a range that no legal hold in force keeps, up to a maximum; an empty range is 0. An abort of the signal cancels
 * the count.
 */
export async function countPastTerm(
  runner: Runner,
  what: PastTermSource,
  { fromMs, toMs }: TermRange,
  signal?: AbortSignal,
): Promise<CappedCount> {
  if (fromMs >= toMs) return { count: 0, capped: false };
  const max = await readMaximum(runner);
  const [row] = await runner.run<{ n: number }>(
    {
      text: `select count(*)::int as n from (select c.ts from ${SOURCES[what]} and c.ts >= $1::timestamptz and c.ts < $2::timestamptz
        and ${notOnHoldSql('c')} limit $3) as found`,
      values: [toIsoInstant(fromMs), toIsoInstant(toMs), max + 1],
    },
    signal,
  );
  const count = row?.n ?? 0;
  return { count: Math.min(count, max), capped: count > max };
}

/**
 * Counts the rows of a range by what happens to them at the end of their term: `due` are deleted, `held` are kept by a legal hold
 * in force. Of more rows than the maximum that many are looked at, and both numbers are the least there can be.
 */
export async function countByHold(
  runner: Runner,
  what: PastTermSource,
  { fromMs, toMs }: TermRange,
  signal: AbortSignal,
): Promise<{ readonly due: CappedCount; readonly held: CappedCount }> {
  const max = await readMaximum(runner);
  const [row] = await runner.run<{ due: number; held: number }>(
    {
      text: `select (count(*) filter (where found.is_due))::int as due, (count(*) filter (where not found.is_due))::int as held
        from (select ${notOnHoldSql('c')} as is_due from ${SOURCES[what]} and c.ts >= $1::timestamptz and c.ts < $2::timestamptz
        limit $3) as found`,
      values: [toIsoInstant(fromMs), toIsoInstant(toMs), max + 1],
    },
    signal,
  );
  const { due, held } = row ?? { due: 0, held: 0 };
  const capped = due + held > max;
  return { due: { count: due, capped }, held: { count: held, capped } };
}
