import { sql, type RawBuilder } from 'kysely';
import { matchPlateQuery } from '@varco/domain/plates/plate-query.ts';
import { toIsoInstant } from '@varco/domain/time/rome.ts';
import type { Search } from './candidate-query.sql.ts';
import { nameAllInIndex, findInIndex, type IndexedPlates } from './indexed-plates.ts';
import { isOneOf, MAX_NAMED_PLATES } from './plate-terms.sql.ts';
import { toRecurrenceRange, type Recurrence } from './recurrence-condition.sql.ts';
import { compileStatement, type Runner } from '../../../database/sql-statement.ts';
import { visibleTransits, type Condition, type Visibility } from '../../../policy/visible-transits.sql.ts';

/** Up to this many plates are counted faster through the database index than day by day. */
const FEW_PLATES = 50;

/** The index can count only if nothing but plates and time is filtered, because it counts over all gates. */
export function getCountingIndex({ plates, conditions, visible }: Search): IndexedPlates | null {
  if (conditions.length > 0 || visible.gates !== null || visible.unread !== undefined) return null;
  if (plates.kind === 'plates' && plates.plates.length <= FEW_PLATES) return null;
  return plates.indexed?.corrected.plates == null ? null : plates.indexed;
}

async function countMatchingRows(
  runner: Runner,
  visible: Visibility,
  condition: Condition,
  signal?: AbortSignal,
): Promise<number> {
  const query = sql`select count(*)::text as n ${visibleTransits(visible, [condition])}`;
  const [row] = await runner.run<{ n: string }>(compileStatement(query), signal);
  return Number(row?.n ?? 0);
}

/** Condition on the plate as read. Corrected plates are counted separately. */
async function asReadCondition({ index, plateQuery }: IndexedPlates, signal?: AbortSignal): Promise<Condition | null> {
  const fitting = await findInIndex(index, plateQuery, signal);
  return fitting?.condition ?? (await nameAllInIndex(index, plateQuery, signal))?.condition ?? null;
}

/**
 * `from plate_correction as c where ...`, which selects the transits whose corrected plate matches the query and whose plate as
 * read does not; those that match as read are counted in the index. Null: there are none.
 */
export function selectMatchesByCorrectionOnly(
  { fromMs, toMs }: Visibility,
  { corrected, plateQuery }: IndexedPlates,
): RawBuilder<unknown> | null {
  const plates = [...(corrected.plates ?? [])].filter((plate) => matchPlateQuery(plate, plateQuery) === null);
  if (plates.length === 0) return null;
  return sql`from plate_correction as c
    where c.plate = any(${plates}::text[]) and ${corrected.condition}
      and c.ts >= ${toIsoInstant(fromMs)}::timestamptz and c.ts < ${toIsoInstant(toMs)}::timestamptz`;
}

async function countCorrected(
  runner: Runner,
  visible: Visibility,
  indexed: IndexedPlates,
  signal?: AbortSignal,
): Promise<number> {
  const rows = selectMatchesByCorrectionOnly(visible, indexed);
  if (rows === null) return 0;
  const query = sql`select count(*)::text as n ${rows}`;
  const [row] = await runner.run<{ n: string }>(compileStatement(query), signal);
  return Number(row?.n ?? 0);
}

/**
 * Exact count from memory: whole days from the index, partial days from the rows. Null when the search filters by
 * something the index does not know, or when the index is not available. Source: storage design, part 7 (exact counts).
 */
export async function countInIndex(runner: Runner, search: Search, signal?: AbortSignal): Promise<number | null> {
  const indexed = getCountingIndex(search);
  if (indexed === null) return null;
  if (search.distinct || search.recurrence !== null) return countByPlate(indexed, search, signal);
  if (search.plates.kind === 'all') return null;
  const { visible } = search;
  const window = { fromMs: visible.fromMs, toMs: visible.toMs, most: MAX_NAMED_PLATES };
  const counted = await indexed.index.count(indexed.plateQuery, window, signal);
  if (counted === null) return null;
  let count = counted.whole;
  for (const { named, ...part } of counted.partialDays) {
    const condition = named === null ? await asReadCondition(indexed, signal) : isOneOf('t.plate', named);
    if (condition === null) return null;
    count += await countMatchingRows(runner, { ...visible, ...part }, condition, signal);
  }
  return count + (await countCorrected(runner, visible, indexed, signal));
}

/**
 * Number of plates, or of their transits, within the recurrence bounds. Null when corrections exist, because their rows
 * would need separate counting.
 */
async function countByPlate(
  { index, plateQuery, corrected }: IndexedPlates,
  { visible, distinct, recurrence }: Search,
  signal?: AbortSignal,
): Promise<number | null> {
  const { fromMs, toMs } = visible;
  const anyPassage: Recurrence = { measure: 'transits', atLeast: 1, atMost: Infinity, over: visible };
  const range = toRecurrenceRange(recurrence ?? anyPassage);
  const isSameWindow = range !== null && range.fromMs === fromMs && range.toMs === toMs;
  if (!isSameWindow || corrected.plates?.size !== 0) return null;
  const counted = await index.countRecurring(plateQuery, range, signal);
  if (counted === null) return null;
  return distinct ? counted.plates : counted.transits;
}
