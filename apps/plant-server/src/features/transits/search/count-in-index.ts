import { sql } from 'kysely';
import { closenessOf } from '@varco/domain/plates/plate-question.ts';
import { isoOf } from '@varco/domain/time/rome.ts';
import type { Search } from './hits.ts';
import { everyFitting, fittingInIndex, type IndexedPlates } from './indexed-plates.ts';
import { among, MOST_PROBED_PLATES } from './plate-terms.ts';
import { indexAskOf, type Recurrence } from './recurrence.ts';
import { statementOf, type Runner } from '../../../database/statement.ts';
import { visibleTransits, type Condition, type Visibility } from '../../../policy/visible-transits.ts';

/** Up to this many plates are counted faster through the database index than day by day. */
const FEW_PLATES = 50;

/** The index can count only if nothing but plates and time is filtered, because it counts over all gates. */
function indexedOf({ plates, conditions, visible }: Search): IndexedPlates | null {
  if (conditions.length > 0 || visible.gates !== null) return null;
  if (plates.kind === 'plates' && plates.plates.length <= FEW_PLATES) return null;
  return plates.indexed?.corrected.plates == null ? null : plates.indexed;
}

async function countRows(
  runner: Runner,
  visible: Visibility,
  condition: Condition,
  signal?: AbortSignal,
): Promise<number> {
  const query = sql`select count(*)::text as n ${visibleTransits(visible, [condition])}`;
  const [row] = await runner.run<{ n: string }>(statementOf(query), signal);
  return Number(row?.n ?? 0);
}

/** Condition on the plate as read. Corrected plates are counted separately. */
async function asReadCondition(
  { index, question: plateQuery }: IndexedPlates,
  signal?: AbortSignal,
): Promise<Condition | null> {
  const fitting = await fittingInIndex(index, plateQuery, signal);
  return fitting?.condition ?? (await everyFitting(index, plateQuery, signal))?.condition ?? null;
}

/** Number of transits that match only through their correction. */
async function countCorrected(
  runner: Runner,
  { fromMs, toMs }: Visibility,
  { corrected, question: plateQuery }: IndexedPlates,
  signal?: AbortSignal,
): Promise<number> {
  const plates = [...(corrected.plates ?? [])].filter((plate) => closenessOf(plate, plateQuery) === null);
  if (plates.length === 0) return 0;
  const query = sql`select count(*)::text as n from plate_correction as c
    where c.plate = any(${plates}::text[]) and ${corrected.condition}
      and c.ts >= ${isoOf(fromMs)}::timestamptz and c.ts < ${isoOf(toMs)}::timestamptz`;
  const [row] = await runner.run<{ n: string }>(statementOf(query), signal);
  return Number(row?.n ?? 0);
}

/**
 * Exact count from memory: whole days from the index, partial days from the rows. Null when the search filters by
 * something the index does not know, or when the index is not available. Source: storage design, part 7 (exact counts).
 */
export async function countInIndex(runner: Runner, search: Search, signal?: AbortSignal): Promise<number | null> {
  const indexed = indexedOf(search);
  if (indexed === null) return null;
  if (search.distinct || search.recurrence !== null) return countByPlate(indexed, search, signal);
  if (search.plates.kind === 'all') return null;
  const { visible } = search;
  const window = { fromMs: visible.fromMs, toMs: visible.toMs, most: MOST_PROBED_PLATES };
  const counted = await indexed.index.count(indexed.question, window, signal);
  if (counted === null) return null;
  let count = counted.whole;
  for (const { named, ...part } of counted.cut) {
    const condition = named === null ? await asReadCondition(indexed, signal) : among('t.plate', named);
    if (condition === null) return null;
    count += await countRows(runner, { ...visible, ...part }, condition, signal);
  }
  return count + (await countCorrected(runner, visible, indexed, signal));
}

/**
 * Number of plates, or of their transits, within the recurrence bounds. Null when corrections exist, because their rows
 * would need separate counting.
 */
async function countByPlate(
  { index, question: plateQuery, corrected }: IndexedPlates,
  { visible, distinct, recurrence }: Search,
  signal?: AbortSignal,
): Promise<number | null> {
  const { fromMs, toMs } = visible;
  const anyPassage: Recurrence = { measure: 'transits', atLeast: 1, atMost: Infinity, over: visible };
  const range = indexAskOf(recurrence ?? anyPassage);
  const isSameWindow = range !== null && range.fromMs === fromMs && range.toMs === toMs;
  if (!isSameWindow || corrected.plates?.size !== 0) return null;
  const counted = await index.countRecurring(plateQuery, range, signal);
  if (counted === null) return null;
  return distinct ? counted.plates : counted.transits;
}
