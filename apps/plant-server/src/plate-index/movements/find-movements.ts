import { setImmediate } from 'node:timers/promises';
import { habitOf } from '@varco/domain/analysis/excess-shares.ts';
import type { Runner } from '../../database/statement.ts';
import { judgeParts, mayTell, TELLING_GATES, type DayPart, type KeptPart } from './cut-movements.ts';
import { readCutPieces } from './cut-pieces.ts';
import { firstJumpers } from './first-jumpers.ts';
import type { Span } from '../index-answers.ts';
import type { KeptDay, MovementBook } from './movement-book.ts';
import { MovementSums, SUM_FIELDS } from './movement-sums.ts';
import type { PlateIndex } from '../plate-index.ts';
import { partMovements, type PartMovement } from './part-movements.ts';
import { BLOCK_PLATES, type PlateTable } from '../plate-table.ts';
import { RankedPlates } from './ranked-plates.ts';
import { octavesOf } from '../recurrence.ts';
import { leastTally, widenedTally, type CutPiece } from '../tally.ts';

/** Whole days, half-open, counted since 1970-01-01. */
export interface DayRange {
  readonly from: number;
  readonly to: number;
}

/** Query for plates whose movements in a window stand out. */
export interface MovementAsk extends Span {
  /** Whole days of the window, and the parts of the days it covers only partly. */
  readonly days: DayRange;
  readonly parts: readonly DayPart[];
  /** Earlier spans that define what is usual for a plate. */
  readonly spans: readonly DayRange[];
  /** Span over which passages are counted to compare plates that are read about as often: all days of the window. */
  readonly activity: Span;
  /** Earliest instant that may be read. */
  readonly earliestMs: number;
  /** How many plates with impossible jumps are returned at most, in alphabetical order. */
  readonly mostJumpers: number;
}

/**
 * Numbers stored per plate: its five movements, the usual values of the first four, its passages on all days of the
 * window and those on its whole days.
 */
export const FOUND_NUMBERS = 11;
/** The usual number of gates is not known here: `movement_day` has no rows of days with few gates. */
const HABITS = 4;
const READS = 9;
const PASSAGES = 10;

export interface FoundMovements {
  readonly plates: readonly string[];
  /** `NUMBERS_PER_PLATE` numbers of each plate, in the order of `plates`. */
  readonly numbers: Float64Array;
  readonly jumpers: readonly string[];
  /** How many plates fall into each log2 bucket of passages on the days of the window. */
  readonly byOctave: readonly number[];
}

/**
 * Extra plates to check, because some of them turn out to have no jump in the window. Fewer than this fail the check.
 */
const SPARE_JUMPERS = 100;

const numbersOf = ({ from, to }: DayRange): readonly number[] =>
  Array.from({ length: Math.max(0, to - from) }, (_, n) => from + n);

/**
 * Finds the plates that stand out in a window. Uses the days in memory; reads rows only for partial days, and only of
 * few plates.
 */
export async function findMovements(
  index: PlateIndex,
  cache: MovementBook,
  runner: Runner,
  query: MovementAsk,
): Promise<FoundMovements> {
  const { table } = index;
  const partialDayCounts = readCutPieces(runner, index, query.activity);
  const { sums, spans, ...rest } = await sumsOfDays(table, cache, runner, query);
  const ids = sums.plates.ids();
  // No other plate can stand out: the rows of the uncertain plates only add to numbers of the same plates.
  const possible = hopefulOf(sums, rest.doubtful);
  const possibleIds = possible.map((rank) => ids[rank] ?? 0);
  // While the database reads the rows of the uncertain plates, everything that does not depend on them is computed.
  const [jumpPlates, { reads, passages, byOctave: platesByLog2 }, habits, texts] = await Promise.all([
    withDoubtful(table, runner, query, { sums, ids, ...rest }),
    setImmediate().then(async () => countedReads(index, query, await partialDayCounts, possibleIds)),
    setImmediate().then(() => habitsOf(table, possibleIds, spans)),
    setImmediate().then(() => Array.from(possibleIds, (id) => table.textOf(id))),
  ]);
  const selected = [...possible.keys()].filter((at) => sums.isStanding(possible[at] ?? 0));
  const numbers = new Float64Array(selected.length * FOUND_NUMBERS);
  let from = 0;
  for (const at of selected) {
    const offset = (possible[at] ?? 0) * SUM_FIELDS;
    for (let field = 0; field < SUM_FIELDS; field += 1) numbers[from + field] = sums.values[offset + field] ?? 0;
    for (let field = 0; field < HABITS; field += 1)
      numbers[from + SUM_FIELDS + field] = habits[at * HABITS + field] ?? 0;
    numbers[from + READS] = reads[at] ?? 0;
    numbers[from + PASSAGES] = passages[at] ?? 0;
    from += FOUND_NUMBERS;
  }
  return { plates: selected.map((at) => texts[at] ?? ''), numbers, jumpers: jumpPlates, byOctave: platesByLog2 };
}

/** Ranks of the plates that stand out or may do so. */
function hopefulOf(sums: MovementSums, uncertain: readonly number[]): Uint32Array {
  const possible = new Uint32Array(sums.plates.size);
  const unsure = new Set(uncertain);
  let size = 0;
  for (let rank = 0; rank < sums.plates.size; rank += 1)
    if (sums.isStanding(rank) || unsure.has(rank)) {
      possible[size] = rank;
      size += 1;
    }
  return possible.slice(0, size);
}

const tableSize = (table: PlateTable): number => table.blocks.length * BLOCK_PLATES;

interface SumsOfDays {
  readonly sums: MovementSums;
  readonly days: readonly KeptDay[];
  readonly parts: readonly KeptPart[];
  /** Ranks of the plates whose rows must be read to know what they did on the partial days. */
  readonly doubtful: readonly number[];
}

/** Sums from the days in memory, of the window and of the earlier spans. */
async function sumsOfDays(
  table: PlateTable,
  cache: MovementBook,
  runner: Runner,
  query: MovementAsk,
): Promise<SumsOfDays & { readonly spans: readonly (readonly KeptDay[])[] }> {
  const ranges = [query.days, ...query.spans].map(numbersOf);
  const known = await cache.read(runner, [...query.parts.map(({ day }) => day), ...ranges.flat()]);
  const getLoaded = (numbers: readonly number[]): readonly KeptDay[] => numbers.flatMap((day) => known.get(day) ?? []);
  const [days = [], ...spans] = ranges.map(getLoaded);
  const parts = await Promise.all(
    query.parts.flatMap((part) => getLoaded([part.day]).map(async (day) => keptPart(cache, runner, part, day))),
  );
  const all = [...days, ...parts.map(({ day }) => day)];
  const sums = new MovementSums(
    new RankedPlates(
      tableSize(table),
      all.map(({ ids }) => ids),
    ),
  );
  for (const day of days) sums.addDay(day);
  return { sums, days, spans, parts, doubtful: judgeParts(sums, parts) };
}

async function keptPart(cache: MovementBook, runner: Runner, part: DayPart, day: KeptDay): Promise<KeptPart> {
  if (part.night !== 'part') return { part, day, night: null };
  const night = await cache.readNight(runner, day, part);
  const { dayFromMs, fromMs, toMs } = part;
  return { part, day, night: night?.counts(fromMs - dayFromMs, toMs - dayFromMs) ?? null };
}

/**
 * Adds the rows of the uncertain plates to the sums. The same statements check the first plates that may have an
 * impossible jump.
 * @returns the plates with impossible jumps
 */
async function withDoubtful(
  table: PlateTable,
  runner: Runner,
  query: MovementAsk,
  { sums, ids, days, parts, doubtful: uncertain }: SumsOfDays & { readonly ids: Uint32Array },
): Promise<readonly string[]> {
  const unknown = new Map(uncertain.map((rank) => [ids[rank] ?? 0, rank]));
  const hasJumpById = new Map<number, boolean>();
  for (let limit = query.mostJumpers + SPARE_JUMPERS; ; limit *= 2) {
    const { first, isEnd } = firstJumpers(table, days, parts, limit);
    const isFirstPass = hasJumpById.size === 0;
    const unsure = first.filter(({ id, isCertain }) => !isCertain && !hasJumpById.has(id)).map(({ id }) => id);
    const idsToRead = [...new Set([...unsure, ...(isFirstPass ? unknown.keys() : [])])];
    for (const id of idsToRead) hasJumpById.set(id, false);
    for (const { id, ...row } of await rowsOf(table, runner, parts, query.earliestMs, idsToRead)) {
      if (row.hasJump) hasJumpById.set(id, true);
      const rank = isFirstPass ? unknown.get(id) : undefined;
      if (rank !== undefined) sums.add(rank, { ...row, nightDays: row.night > 0 ? 1 : 0 });
    }
    const jumpPlates = first.filter(({ id, isCertain }) => isCertain || hasJumpById.get(id) === true);
    if (jumpPlates.length >= query.mostJumpers || isEnd)
      return jumpPlates.slice(0, query.mostJumpers).map(({ plate }) => plate);
  }
}

interface CountedReads {
  /** Passages of each plate on all days of the window, and on its whole days. */
  readonly reads: Uint32Array;
  readonly passages: Uint32Array;
  /** Log2 buckets of all plates on the days of the window. */
  readonly byOctave: readonly number[];
}

function countedReads(
  index: PlateIndex,
  query: MovementAsk,
  partialDayCounts: readonly CutPiece[],
  ids: Uint32Array,
): CountedReads {
  const wholeDayTally = leastTally(index, 'transits', query);
  const passages = ids.map((id) => wholeDayTally[id] ?? 0);
  // Extends the same array instead of copying it: it has millions of entries.
  const all = widenedTally(index, wholeDayTally, query, query.activity, partialDayCounts);
  const reads = ids.map((id) => all[id] ?? 0);
  return { reads, passages: isSame(query.activity, query) ? reads : passages, byOctave: octavesOf(all) };
}

const isSame = (a: Span, b: Span): boolean => a.fromMs === b.fromMs && a.toMs === b.toMs;

/**
 * Reads what plates did on the partial days from their rows. Parts that are not notable are left out, as in
 * `movement_day`; parts that are known not to be notable are not read.
 */
async function rowsOf(
  table: PlateTable,
  runner: Runner,
  parts: readonly KeptPart[],
  earliestMs: number,
  ids: readonly number[],
): Promise<readonly (PartMovement & { readonly id: number })[]> {
  const found = await Promise.all(
    parts.map(async (part) => {
      const byPlate = new Map(ids.filter((id) => mayTell(part, id)).map((id) => [table.textOf(id), id]));
      const rows = await partMovements(runner, part.part, earliestMs, [...byPlate.keys()]);
      return rows.map((row) => ({ ...row, id: byPlate.get(row.plate) ?? -1 }));
    }),
  );
  return found
    .flat()
    .filter(({ night, loops, gates, hasJump }) => night > 0 || loops > 0 || gates >= TELLING_GATES || hasJump);
}

/** Usual values, `HABIT_COUNT` numbers per plate: the medians over the earlier spans. @param ids ascending */
function habitsOf(table: PlateTable, ids: Uint32Array, spans: readonly (readonly KeptDay[])[]): Float64Array {
  const habits = new Float64Array(ids.length * HABITS);
  const plates = new RankedPlates(tableSize(table), [ids]);
  const before = spans.map((days) => {
    const sums = new MovementSums(plates);
    for (const day of days) sums.addDay(day);
    return sums.values;
  });
  const values = before.map(() => 0);
  for (let at = 0; at < ids.length; at += 1)
    for (let movement = 0; movement < HABITS; movement += 1) {
      let total = 0;
      for (let span = 0; span < before.length; span += 1) {
        const value = before[span]?.[at * SUM_FIELDS + movement] ?? 0;
        values[span] = value;
        total += value;
      }
      // Most plates have no movement of a kind.
      if (total > 0) habits[at * HABITS + movement] = habitOf(values);
    }
  return habits;
}
