import { habitOf } from '@varco/domain/analysis/excess-shares.ts';
import { type MovementDay, movementsFromRows } from '../store/movements.ts';
import type { Runner } from '../store/statement.ts';
import { judgeParts, type DayPart, type JudgedParts, type KeptPart } from './cut-movements.ts';
import { readCutPieces } from './cut-pieces.ts';
import { firstJumpers } from './first-jumpers.ts';
import type { Span } from './index-answers.ts';
import type { KeptDay, MovementBook } from './movement-book.ts';
import { MovementSums, standsOut, SUM_FIELDS } from './movement-sums.ts';
import type { PlateIndex } from './plate-index.ts';
import { BLOCK_PLATES, type PlateTable } from './plate-table.ts';
import { countRecurring } from './recurrence.ts';
import { exactTally, leastTally } from './tally.ts';

/** Whole days, half-open, since 1970-01-01. */
export interface DayRange {
  readonly from: number;
  readonly to: number;
}

/** What plates did in a window that stands out. */
export interface MovementAsk extends Span {
  /** Whole days of the window, and what it keeps of the days it cuts. */
  readonly days: DayRange;
  readonly parts: readonly DayPart[];
  /** Earlier spans to take the habit from. */
  readonly spans: readonly DayRange[];
  /** Where passages are counted to know who is read about as often: the days of the window. */
  readonly activity: Span;
  /** Earliest instant that may be looked at. */
  readonly earliestMs: number;
  /** So many plates with jumps are named, the first in their order. */
  readonly mostJumpers: number;
}

/**
 * Numbers of one plate: its five movements, the habit of the first four of them, its passages on the days of the window, and those on
 * its whole days.
 */
export const FOUND_NUMBERS = 11;
/** Of gates the days here do not know the quiet ones. */
const HABITS = 4;
const READS = 9;
const PASSAGES = 10;

export interface FoundMovements {
  readonly plates: readonly string[];
  /** `FOUND_NUMBERS` of each plate. */
  readonly numbers: Float64Array;
  readonly jumpers: readonly string[];
  /** Plates of the days of the window by the power of two of their passages. */
  readonly byOctave: readonly number[];
}

/** Fewer than this fail their look at the rows. */
const SPARE_JUMPERS = 100;

const numbersOf = ({ from, to }: DayRange): readonly number[] =>
  Array.from({ length: Math.max(0, to - from) }, (_, n) => from + n);

/** What stands out in a window, from the days in memory; rows are read of the days that it cuts, and of few plates. */
export async function findMovements(
  index: PlateIndex,
  book: MovementBook,
  runner: Runner,
  ask: MovementAsk,
): Promise<FoundMovements> {
  const [pieces, { ids, numbers, jumpers }] = await Promise.all([
    readCutPieces(runner, index, ask.activity),
    standingOut(index, book, runner, ask),
  ]);
  const { activity } = ask;
  const reads = exactTally(index, 'transits', activity, pieces);
  const { byOctave } = countRecurring(null, reads, { ...activity, measure: 'transits', atLeast: 1, atMost: Infinity });
  const passages = isSame(activity, ask) ? reads : leastTally(index, 'transits', ask);
  for (const [at, id] of ids.entries()) {
    numbers[at * FOUND_NUMBERS + READS] = reads[id] ?? 0;
    numbers[at * FOUND_NUMBERS + PASSAGES] = passages[id] ?? 0;
  }
  return { plates: ids.map((id) => index.table.textOf(id)), numbers, jumpers, byOctave };
}

const isSame = (a: Span, b: Span): boolean => a.fromMs === b.fromMs && a.toMs === b.toMs;

interface Standing {
  /** Numbers of the plates of which something reaches the least that counts. */
  readonly ids: readonly number[];
  /** `FOUND_NUMBERS` of each; passages are not known yet. */
  readonly numbers: Float64Array;
  readonly jumpers: readonly string[];
}

async function standingOut(
  { table }: PlateIndex,
  book: MovementBook,
  runner: Runner,
  ask: MovementAsk,
): Promise<Standing> {
  const ranges = [ask.days, ...ask.spans].map(numbersOf);
  const known = await book.read(runner, [...ask.parts.map(({ day }) => day), ...ranges.flat()]);
  const keptOf = (numbers: readonly number[]): readonly KeptDay[] => numbers.flatMap((day) => known.get(day) ?? []);
  const [days = [], ...spans] = ranges.map(keptOf);
  const parts = ask.parts.flatMap((part): readonly KeptPart[] =>
    keptOf([part.day]).map((day) => ({ part, day, before: null })),
  );
  const sums = new MovementSums(table.blocks.length * BLOCK_PLATES);
  for (const day of days) sums.addDay(day);
  const judged = await judgedWithNights(table, sums, parts, runner);
  for (const [id, numbers] of judged.certain) for (const one of numbers) sums.add(id, one);
  const doubtful = new Set(judged.doubtful.map((id) => table.textOf(id)));

  // The rows of the doubtful are read together with those of the first who may have jumped.
  const asked = new Map<string, boolean>();
  for (let most = ask.mostJumpers + SPARE_JUMPERS; ; most *= 2) {
    const { first, isEnd } = firstJumpers(table, days, parts, most);
    const unsure = first.filter(({ plate, isCertain }) => !isCertain && !asked.has(plate)).map(({ plate }) => plate);
    const isFirstLook = asked.size === 0;
    const plates = new Set([...unsure, ...(isFirstLook ? doubtful : [])]);
    for (const plate of plates) asked.set(plate, false);
    for (const row of await rowsOf(runner, ask, [...plates])) {
      if (row.jumps > 0) asked.set(row.plate, true);
      if (isFirstLook && doubtful.has(row.plate)) sums.add(table.find(row.plate), row);
    }
    const jumpers = first.filter(({ plate, isCertain }) => isCertain || asked.get(plate) === true);
    if (jumpers.length >= ask.mostJumpers || isEnd)
      return { ...withHabits(sums, spans), jumpers: jumpers.slice(0, ask.mostJumpers).map(({ plate }) => plate) };
  }
}

/** Judges the parts, and where one begins at night once more with what lies before it, of the plates that were doubtful. */
async function judgedWithNights(
  table: PlateTable,
  sums: MovementSums,
  parts: readonly KeptPart[],
  runner: Runner,
): Promise<JudgedParts> {
  const judged = judgeParts(sums, parts);
  if (judged.doubtful.length === 0 || !parts.some(({ part }) => part.night === 'rest')) return judged;
  const plates = judged.doubtful.map((id) => table.textOf(id));
  const known = parts.map(async (one): Promise<KeptPart> => {
    const { night, dayFromMs, fromMs } = one.part;
    if (night !== 'rest') return one;
    const rows = await movementsFromRows(runner, { gates: null, fromMs: dayFromMs, toMs: fromMs }, 0, plates);
    return { ...one, before: new Map(rows.map((row) => [table.find(row.plate), row])) };
  });
  return judgeParts(sums, await Promise.all(known));
}

/** What plates did in the parts of days, from the rows. */
async function rowsOf(
  runner: Runner,
  { parts, earliestMs }: MovementAsk,
  plates: readonly string[],
): Promise<readonly MovementDay[]> {
  if (plates.length === 0) return [];
  const days = parts.map(({ fromMs, toMs }) =>
    movementsFromRows(runner, { gates: null, fromMs, toMs }, earliestMs, plates),
  );
  return (await Promise.all(days)).flat();
}

/** Plates of which something reaches the least that counts, with their habits. Ends the sums. */
function withHabits(sums: MovementSums, spans: readonly (readonly KeptDay[])[]): Pick<Standing, 'ids' | 'numbers'> {
  const ids = sums.ids.filter((id) => standsOut(sums.of(id)));
  const numbers = new Float64Array(ids.length * FOUND_NUMBERS);
  for (const [at, id] of ids.entries()) numbers.set(sums.of(id), at * FOUND_NUMBERS);
  const before = spans.map((days) => {
    sums.startOver(ids);
    for (const day of days) sums.addDay(day);
    return sums.taken();
  });
  for (let at = 0; at < ids.length; at += 1)
    for (let movement = 0; movement < HABITS; movement += 1) {
      const values = before.map((span) => span[at * SUM_FIELDS + movement] ?? 0);
      // Most plates have none.
      if (values.some((value) => value > 0)) numbers[at * FOUND_NUMBERS + SUM_FIELDS + movement] = habitOf(values);
    }
  return { ids, numbers };
}
