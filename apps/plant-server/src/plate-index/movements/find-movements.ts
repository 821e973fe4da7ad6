import { setImmediate } from 'node:timers/promises';
import { medianOfSpans } from '@varco/domain/analysis/excess-shares.ts';
import type { Runner } from '../../database/sql-statement.ts';
import {
  addPartialDayBounds,
  canBeNotable,
  NOTABLE_GATES,
  type PartialDay,
  type PartialDayMovements,
} from './partial-day-movements.ts';
import { readPartialDays } from '../partial-day-passages.repository.ts';
import { findJumpPlates } from './find-jump-plates.ts';
import type { Span } from '../span.ts';
import type { DayMovements } from './day-movements.ts';
import type { MovementCache } from './movement-cache.ts';
import { MovementSums, SUM_FIELDS } from './movement-sums.ts';
import type { PlateIndex } from '../plate-index.ts';
import { countMovementsFromRows, type RowMovements } from './count-movements-from-rows.ts';
import { BLOCK_PLATES, type PlateTable } from '../plate-table.ts';
import { RankedPlates } from './ranked-plates.ts';
import { countPlatesByLog2 } from '../recurrence.ts';
import { tallyWholeDays, extendTally, type PartialDays } from '../tally.ts';

/** Whole days, half-open, counted since 1970-01-01. */
export interface DayRange {
  readonly from: number;
  readonly to: number;
}

/** Query for plates whose movements in a window stand out. */
export interface MovementQuery extends Span {
  /** Whole days of the window, and the parts of the days it covers only partly. */
  readonly days: DayRange;
  readonly partialDays: readonly PartialDay[];
  /** Earlier spans that define what is usual for a plate. */
  readonly spans: readonly DayRange[];
  /** Span over which passages are counted to compare plates that are read about as often: all days of the window. */
  readonly activity: Span;
  /** Earliest instant that may be read. */
  readonly earliestMs: number;
  /** How many plates with impossible jumps are returned at most, in alphabetical order. */
  readonly maxJumpPlates: number;
}

/**
 * Numbers stored per plate: its five movements, the usual values of the first four, its passages on all days of the
 * window and those on its whole days.
 */
export const NUMBERS_PER_PLATE = 11;
/** The usual number of gates is not known here: `movement_day` has no rows of days with few gates. */
const HABIT_COUNT = 4;
const READS_INDEX = 9;
const PASSAGES_INDEX = 10;

export interface FoundMovements {
  readonly plates: readonly string[];
  /** `NUMBERS_PER_PLATE` numbers of each plate, in the order of `plates`. */
  readonly numbers: Float64Array;
  readonly jumpPlates: readonly string[];
  /** How many plates fall into each log2 bucket of passages on the days of the window. */
  readonly platesByLog2: readonly number[];
}

/**
 * Extra plates to check, because some of them turn out to have no jump in the window. Fewer than this fail the check.
 */
const SPARE_JUMP_PLATES = 100;

const listDays = ({ from, to }: DayRange): readonly number[] =>
  Array.from({ length: Math.max(0, to - from) }, (_, n) => from + n);

/**
 * Finds the plates that stand out in a window. Uses the days in memory; reads rows only for partial days, and only of
 * few plates.
 */
export async function findMovements(
  index: PlateIndex,
  cache: MovementCache,
  runner: Runner,
  query: MovementQuery,
): Promise<FoundMovements> {
  const { table } = index;
  const passagesOfDays = readPartialDays(runner, index, query.activity);
  const { sums, spans, ...rest } = await sumDays(table, cache, runner, query);
  const ids = sums.plates.listOrdinals();
  // No other plate can stand out: the rows of the uncertain plates only add to numbers of the same plates.
  const possible = selectPossiblePlates(sums, rest.uncertain);
  const possibleIds = possible.map((rank) => ids[rank] ?? 0);
  // While the database reads the rows of the uncertain plates, everything that does not depend on them is computed.
  const [jumpPlates, { reads, passages, platesByLog2 }, habits, texts] = await Promise.all([
    addUncertainRows(table, runner, query, { sums, ids, ...rest }),
    setImmediate().then(async () => countWindowReads(index, query, await passagesOfDays, possibleIds)),
    setImmediate().then(() => computeHabits(table, possibleIds, spans)),
    setImmediate().then(() => Array.from(possibleIds, (id) => table.getText(id))),
  ]);
  const selected = [...possible.keys()].filter((at) => sums.standsOut(possible[at] ?? 0));
  const numbers = new Float64Array(selected.length * NUMBERS_PER_PLATE);
  let from = 0;
  for (const at of selected) {
    const offset = (possible[at] ?? 0) * SUM_FIELDS;
    for (let field = 0; field < SUM_FIELDS; field += 1) numbers[from + field] = sums.values[offset + field] ?? 0;
    for (let field = 0; field < HABIT_COUNT; field += 1)
      numbers[from + SUM_FIELDS + field] = habits[at * HABIT_COUNT + field] ?? 0;
    numbers[from + READS_INDEX] = reads[at] ?? 0;
    numbers[from + PASSAGES_INDEX] = passages[at] ?? 0;
    from += NUMBERS_PER_PLATE;
  }
  return { plates: selected.map((at) => texts[at] ?? ''), numbers, jumpPlates: jumpPlates, platesByLog2: platesByLog2 };
}

/** Ranks of the plates that stand out or may do so. */
function selectPossiblePlates(sums: MovementSums, uncertain: readonly number[]): Uint32Array {
  const possible = new Uint32Array(sums.plates.size);
  const unsure = new Set(uncertain);
  let size = 0;
  for (let rank = 0; rank < sums.plates.size; rank += 1)
    if (sums.standsOut(rank) || unsure.has(rank)) {
      possible[size] = rank;
      size += 1;
    }
  return possible.slice(0, size);
}

const countTableSlots = (table: PlateTable): number => table.blocks.length * BLOCK_PLATES;

interface DaySums {
  readonly sums: MovementSums;
  readonly days: readonly DayMovements[];
  readonly partialDays: readonly PartialDayMovements[];
  /** Ranks of the plates whose rows must be read to know what they did on the partial days. */
  readonly uncertain: readonly number[];
}

/** Sums from the days in memory, of the window and of the earlier spans. */
async function sumDays(
  table: PlateTable,
  cache: MovementCache,
  runner: Runner,
  query: MovementQuery,
): Promise<DaySums & { readonly spans: readonly (readonly DayMovements[])[] }> {
  const ranges = [query.days, ...query.spans].map(listDays);
  const known = await cache.getDays(runner, [...query.partialDays.map(({ day }) => day), ...ranges.flat()]);
  const getLoaded = (numbers: readonly number[]): readonly DayMovements[] =>
    numbers.flatMap((day) => known.get(day) ?? []);
  const [days = [], ...spans] = ranges.map(getLoaded);
  const parts = await Promise.all(
    query.partialDays.flatMap((part) =>
      getLoaded([part.day]).map(async (day) => loadPartialDay(cache, runner, part, day)),
    ),
  );
  const all = [...days, ...parts.map(({ day }) => day)];
  const sums = new MovementSums(
    new RankedPlates(
      countTableSlots(table),
      all.map(({ ids }) => ids),
    ),
  );
  for (const day of days) sums.addDay(day);
  return { sums, days, spans, partialDays: parts, uncertain: addPartialDayBounds(sums, parts) };
}

async function loadPartialDay(
  cache: MovementCache,
  runner: Runner,
  part: PartialDay,
  day: DayMovements,
): Promise<PartialDayMovements> {
  if (part.night !== 'part') return { part, day, night: null };
  const night = await cache.getNight(runner, day, part);
  const { dayFromMs, fromMs, toMs } = part;
  return { part, day, night: night?.counts(fromMs - dayFromMs, toMs - dayFromMs) ?? null };
}

/**
 * Adds the rows of the uncertain plates to the sums. The same statements check the first plates that may have an
 * impossible jump.
 * @returns the plates with impossible jumps
 */
async function addUncertainRows(
  table: PlateTable,
  runner: Runner,
  query: MovementQuery,
  { sums, ids, days, partialDays: parts, uncertain }: DaySums & { readonly ids: Uint32Array },
): Promise<readonly string[]> {
  const unknown = new Map(uncertain.map((rank) => [ids[rank] ?? 0, rank]));
  const hasJumpById = new Map<number, boolean>();
  for (let limit = query.maxJumpPlates + SPARE_JUMP_PLATES; ; limit *= 2) {
    const { plates: first, isEnd } = findJumpPlates(table, days, parts, limit);
    const isFirstPass = hasJumpById.size === 0;
    const unsure = first.filter(({ id, isCertain }) => !isCertain && !hasJumpById.has(id)).map(({ id }) => id);
    const idsToRead = [...new Set([...unsure, ...(isFirstPass ? unknown.keys() : [])])];
    for (const id of idsToRead) hasJumpById.set(id, false);
    for (const { id, ...row } of await readPartialDayRows(table, runner, parts, query.earliestMs, idsToRead)) {
      if (row.hasJump) hasJumpById.set(id, true);
      const rank = isFirstPass ? unknown.get(id) : undefined;
      if (rank !== undefined) sums.add(rank, { ...row, nightDays: row.night > 0 ? 1 : 0 });
    }
    const jumpPlates = first.filter(({ id, isCertain }) => isCertain || hasJumpById.get(id) === true);
    if (jumpPlates.length >= query.maxJumpPlates || isEnd)
      return jumpPlates.slice(0, query.maxJumpPlates).map(({ plate }) => plate);
  }
}

interface WindowReadCounts {
  /** Passages of each plate on all days of the window, and on its whole days. */
  readonly reads: Uint32Array;
  readonly passages: Uint32Array;
  /** Log2 buckets of all plates on the days of the window. */
  readonly platesByLog2: readonly number[];
}

function countWindowReads(
  index: PlateIndex,
  query: MovementQuery,
  passagesOfDays: PartialDays,
  ids: Uint32Array,
): WindowReadCounts {
  const wholeDayTally = tallyWholeDays(index, 'transits', query);
  const passages = ids.map((id) => wholeDayTally[id] ?? 0);
  // Extends the same array instead of copying it: it has millions of entries.
  const all = extendTally(index, wholeDayTally, query, query.activity, passagesOfDays);
  const reads = ids.map((id) => all[id] ?? 0);
  return {
    reads,
    passages: isSameSpan(query.activity, query) ? reads : passages,
    platesByLog2: countPlatesByLog2(all),
  };
}

const isSameSpan = (a: Span, b: Span): boolean => a.fromMs === b.fromMs && a.toMs === b.toMs;

/**
 * Reads what plates did on the partial days from their rows. Parts that are not notable are left out, as in
 * `movement_day`; parts that are known not to be notable are not read.
 */
async function readPartialDayRows(
  table: PlateTable,
  runner: Runner,
  parts: readonly PartialDayMovements[],
  earliestMs: number,
  ids: readonly number[],
): Promise<readonly (RowMovements & { readonly id: number })[]> {
  const found = await Promise.all(
    parts.map(async (part) => {
      const byPlate = new Map(ids.filter((id) => canBeNotable(part, id)).map((id) => [table.getText(id), id]));
      const rows = await countMovementsFromRows(runner, part.part, earliestMs, [...byPlate.keys()]);
      return rows.map((row) => ({ ...row, id: byPlate.get(row.plate) ?? -1 }));
    }),
  );
  return found
    .flat()
    .filter(({ night, loops, gates, hasJump }) => night > 0 || loops > 0 || gates >= NOTABLE_GATES || hasJump);
}

/** Usual values, `HABIT_COUNT` numbers per plate: the medians over the earlier spans. @param ids ascending */
function computeHabits(table: PlateTable, ids: Uint32Array, spans: readonly (readonly DayMovements[])[]): Float64Array {
  const habits = new Float64Array(ids.length * HABIT_COUNT);
  const plates = new RankedPlates(countTableSlots(table), [ids]);
  const before = spans.map((days) => {
    const sums = new MovementSums(plates);
    for (const day of days) sums.addDay(day);
    return sums.values;
  });
  const values = before.map(() => 0);
  for (let at = 0; at < ids.length; at += 1)
    for (let movement = 0; movement < HABIT_COUNT; movement += 1) {
      let total = 0;
      for (let span = 0; span < before.length; span += 1) {
        const value = before[span]?.[at * SUM_FIELDS + movement] ?? 0;
        values[span] = value;
        total += value;
      }
      // Most plates have no movement of a kind.
      if (total > 0) habits[at * HABIT_COUNT + movement] = medianOfSpans(values);
    }
  return habits;
}
