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
  alerts: '(select plate, ts, transit as id from alert) as c where true',
  plate_pictures: `transit_picture as c where (c.full_hash <> '' or c.plate_hash <> '')`,
  context_pictures: `transit_picture as c where c.context_hash <> ''`,
} as const;

/** Milliseconds, half-open. */
export interface TermRange {
  readonly fromMs: number;
  readonly toMs: number;
}

/**
 * Counts rows of a range that no legal hold in force keeps, up to a maximum; an empty range is 0. An abort of the signal cancels
 * the count.
 */
export async function countPastTerm(
  runner: Runner,
  what: keyof typeof SOURCES,
  { fromMs, toMs }: TermRange,
  signal?: AbortSignal,
): Promise<CappedCount> {
  if (fromMs >= toMs) return { count: 0, capped: false };
  const max = (await countHolds(runner)) > MANY_HOLDS ? MAX_COUNTED_WITH_MANY_HOLDS : MAX_COUNTED;
  const [row] = await runner.run<{ n: number }>(
    {
      text: `select count(*)::int as n from (select from ${SOURCES[what]} and c.ts >= $1::timestamptz and c.ts < $2::timestamptz
        and ${notOnHoldSql('c')} limit $3) as found`,
      values: [toIsoInstant(fromMs), toIsoInstant(toMs), max + 1],
    },
    signal,
  );
  const count = row?.n ?? 0;
  return { count: Math.min(count, max), capped: count > max };
}
