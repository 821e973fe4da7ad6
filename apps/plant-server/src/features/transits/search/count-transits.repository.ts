import { sql } from 'kysely';
import { toIsoInstant } from '@varco/domain/time/rome.ts';
import { TRANSIT_EPOCH_MS } from '@varco/domain/transits/transit-id.ts';
import { countInIndex } from './count-in-index.repository.ts';
import { candidateQuery, filtersOnlyTimeAndGates, type Search } from './candidate-query.sql.ts';
import { nameMatches } from './plate-matches.repository.ts';
import { recurrenceCondition } from './recurrence-condition.sql.ts';
import { compileStatement, type Runner, type Statement } from '../../../database/sql-statement.ts';
import { visibleTransits, type Condition, type Visibility } from '../../../policy/visible-transits.sql.ts';

const HOUR_MS = 3_600_000;

/** Whole hours from the roll-up and the two edges from the rows: exact, and cheap for any range. */
export function countByHoursStatement(visible: Visibility): Statement {
  const firstHour = Math.ceil(visible.fromMs / HOUR_MS) * HOUR_MS;
  const lastHour = Math.floor(visible.toMs / HOUR_MS) * HOUR_MS;
  if (firstHour >= lastHour) return compileStatement(sql`select count(*)::text as n ${visibleTransits(visible)}`);
  const gates = visible.gates === null ? sql`` : sql` and h.gate = any(${visible.gates}::smallint[])`;
  return compileStatement(sql`select ((select count(*) ${visibleTransits({ ...visible, toMs: firstHour })})
    + (select coalesce(sum(h.n), 0) from gate_hour as h
       where h.hour >= ${toIsoInstant(firstHour)}::timestamptz and h.hour < ${toIsoInstant(lastHour)}::timestamptz${gates})
    + (select count(*) ${visibleTransits({ ...visible, fromMs: lastHour })}))::text as n`);
}

/**
 * Counts the rows of a search, or its plates when only the newest row of each counts. Rows are grouped by plate first,
 * so that recurrence is evaluated once per plate.
 */
export function countStatement(search: Search): Statement {
  const { visible, recurrence, distinct } = search;
  if (filtersOnlyTimeAndGates(search)) return countByHoursStatement(visible);
  const rows = candidateQuery({ ...search, recurrence: null, distinct: false }, visible);
  if (!distinct && recurrence === null) return compileStatement(sql`select count(*)::text as n ${rows}`);
  const often = hasEnoughPassages(search);
  const total = distinct ? sql`count(*)` : sql`coalesce(sum(g.n), 0)`;
  return compileStatement(sql`select ${total}::text as n from (
    select h.plate, count(*) as n ${rows} group by h.plate) as g where ${often}`);
}

/**
 * Whether a plate of the grouped rows meets the recurrence bounds. If the rows are all passages of the plate, their
 * number is used directly.
 */
function hasEnoughPassages({ plates, conditions, recurrence, visible }: Search): Condition {
  if (recurrence === null) return sql<boolean>`true`;
  const { atLeast, atMost, over } = recurrence;
  const isWholePlate =
    plates.kind === 'all' && conditions.length === 0 && over.gates === null && visible.gates === null;
  const isSameTime = over.fromMs === visible.fromMs && over.toMs === visible.toMs;
  if (!isWholePlate || !isSameTime) return recurrenceCondition(recurrence, sql`g.plate`);
  const upper = atMost === Infinity ? sql`` : sql` and g.n <= ${atMost}`;
  return sql<boolean>`(g.n >= ${atLeast}${upper})`;
}

/** Exact number of transits of a search. */
export async function countTransits(runner: Runner, search: Search, signal?: AbortSignal): Promise<number> {
  if (search.visible.fromMs >= search.visible.toMs) return 0;
  const inIndex = await countInIndex(runner, search, signal);
  if (inIndex !== null) return inIndex;
  const plates = await nameMatches(search.plates, signal);
  const [row] = await runner.run<{ n: string }>(countStatement({ ...search, plates }), signal);
  return Number(row?.n ?? 0);
}

/** Every instant a transit can have. */
const ALWAYS: Visibility = { gates: null, fromMs: TRANSIT_EPOCH_MS, toMs: TRANSIT_EPOCH_MS + 2 ** 41 };

/**
 * Instant of the newest read of the plant, without regard to permissions; null when there is none. Reads a few pages at
 * the end of an index.
 */
export async function readNewestInstant(runner: Runner, signal?: AbortSignal): Promise<string | null> {
  const query = sql`select t.ts as at ${visibleTransits(ALWAYS)} order by t.ts desc, t.id desc limit 1`;
  const [newest] = await runner.run<{ at: string }>(compileStatement(query, 'newest-read'), signal);
  return newest?.at ?? null;
}

/** Instant of the oldest read that the plant still has; null when there is none. */
export async function readOldestInstant(runner: Runner): Promise<string | null> {
  const query = sql`select t.ts as at ${visibleTransits(ALWAYS)} order by t.ts, t.id limit 1`;
  const [oldest] = await runner.run<{ at: string }>(compileStatement(query, 'oldest-read'));
  return oldest?.at ?? null;
}
