import type { PlateBits } from './plate-bits.ts';
import type { IndexedDay, PlateIndex } from './plate-index.ts';
import { BLOCK_PLATES } from './plate-table.ts';

/** Half-open, milliseconds. */
export interface Span {
  readonly fromMs: number;
  readonly toMs: number;
}

/** Plates that fit and all their transits. `named`: the plates, or null when they are more than asked for. */
export interface FoundPlates {
  readonly plates: number;
  readonly transits: number;
  readonly named: readonly string[] | null;
}

export function findPlates(index: PlateIndex, matches: PlateBits, most: number): FoundPlates {
  let [plates, transits] = [0, 0];
  const ordinals: number[] = [];
  matches.forEach(index.table, (ordinal, n) => {
    plates += 1;
    transits += n;
    if (ordinals.length < most) ordinals.push(ordinal);
  });
  return { plates, transits, named: plates > most ? null : ordinals.map((one) => index.table.textOf(one)) };
}

/** The piece of a day that a window cuts off and keeps: it must be counted in the rows. */
export interface CutDay extends Span {
  /** The fitting plates of that day, or null when they are more than asked for. */
  readonly named: readonly string[] | null;
}

/** Transits of the days that lie inside a window, and what it keeps of the days it cuts (two at most). */
export interface WindowCount {
  readonly whole: number;
  readonly cut: readonly CutDay[];
}

/** Whichever are fewer are looked at: the days inside, or the others, taken from the total. */
export function countWindow(index: PlateIndex, matches: PlateBits, { fromMs, toMs }: Span, most: number): WindowCount {
  const days = index.daysIn(-Infinity, Infinity);
  const isInside = (day: Span): boolean => day.fromMs >= fromMs && day.toMs <= toMs;
  const inside = days.filter(isInside);
  const others = days.filter((day) => !isInside(day));
  const isMost = inside.length > others.length;
  let whole = isMost ? findPlates(index, matches, 0).transits : 0;
  for (const { vector } of isMost ? others : inside) whole += (isMost ? -1 : 1) * vector.countOf(matches);
  return { whole, cut: others.flatMap((day) => cutDay(index, matches, day, { fromMs, toMs }, most)) };
}

function cutDay(
  index: PlateIndex,
  matches: PlateBits,
  { vector, ...day }: IndexedDay,
  { fromMs, toMs }: Span,
  most: number,
): readonly CutDay[] {
  if (day.fromMs >= toMs || day.toMs <= fromMs) return [];
  let transits = 0;
  const ordinals: number[] = [];
  vector.forEach(matches, (ordinal, n) => {
    transits += n;
    if (ordinals.length <= most) ordinals.push(ordinal);
  });
  if (transits === 0) return [];
  const named = ordinals.length > most ? null : ordinals.map((one) => index.table.textOf(one));
  return [{ fromMs: Math.max(fromMs, day.fromMs), toMs: Math.min(toMs, day.toMs), named }];
}

/**
 * Plates to probe for the rows at one end of a window: every fitting row of `fromMs` to `toMs` belongs to one of them.
 * `isWhole`: that range is the window itself, so there are no others.
 */
export interface Candidates extends Span {
  readonly plates: readonly string[];
  readonly isWhole: boolean;
}

export interface CandidateRequest extends Span {
  readonly order: 'newest' | 'oldest';
  /** Rows wanted. */
  readonly count: number;
  /** More plates than this are not worth probing. */
  readonly most: number;
}

/** A few more than needed: plates last seen in the same second cannot be told apart. */
const SPARE = 16;

/** Null: too many plates; a walk through time finds the rows sooner. */
export function candidatesFor(index: PlateIndex, matches: PlateBits, request: CandidateRequest): Candidates | null {
  const wanted = request.count + SPARE;
  const found = nearestEnds(index, matches, request, wanted + 1);
  if (found === null) return byDays(index, matches, request);
  if (Math.min(wanted, found.ends.length) + found.beyond.length > request.most) return null;
  return byEnds(index, request, found, wanted);
}

/** A plate, with the second of its row nearest to the asked end; the sign is turned for the newest. */
interface Ended {
  readonly ordinal: number;
  readonly second: number;
}

interface Nearest {
  /** The `most` fitting plates with rows nearest to the asked end, nearest first. */
  readonly ends: readonly Ended[];
  /** Plates with rows beyond that end: their nearest row inside is not known, so each must be probed. */
  readonly beyond: readonly number[];
}

/** Null: too many plates have rows beyond the asked end. */
function nearestEnds(
  { table }: PlateIndex,
  matches: PlateBits,
  { order, fromMs, toMs, most: mostBeyond }: CandidateRequest,
  most: number,
): Nearest | null {
  const isNewest = order === 'newest';
  const [firstSecond, lastSecond] = [Math.floor(fromMs / 1000), Math.floor((toMs - 1) / 1000)];
  let ends: Ended[] = [];
  let furthest = Infinity;
  const beyond: number[] = [];
  const shorten = (): void => {
    ends = ends.sort((a, b) => a.second - b.second).slice(0, most);
    if (ends.length === most) furthest = ends.at(-1)?.second ?? Infinity;
  };
  matches.forEach(table, (ordinal) => {
    const { firstSeen, lastSeen } = table.block(ordinal);
    const [first, last] = [firstSeen[ordinal % BLOCK_PLATES] ?? 0, lastSeen[ordinal % BLOCK_PLATES] ?? 0];
    if (last < firstSecond || first > lastSecond) return;
    if (isNewest ? last >= lastSecond : first <= firstSecond) {
      if (beyond.length <= mostBeyond) beyond.push(ordinal);
      return;
    }
    const second = isNewest ? -last : first;
    if (second > furthest) return;
    ends.push({ ordinal, second });
    if (ends.length > 8 * most) shorten();
  });
  shorten();
  return beyond.length > mostBeyond ? null : { ends, beyond };
}

/** Rows nearer than the nearest row of the first plate left out are all among the plates taken. */
function byEnds(
  { table }: PlateIndex,
  request: CandidateRequest,
  { ends, beyond }: Nearest,
  wanted: number,
): Candidates {
  const taken = [...beyond, ...ends.slice(0, wanted).map(({ ordinal }) => ordinal)];
  const plates = taken.map((ordinal) => table.textOf(ordinal));
  const next = ends[wanted];
  const { fromMs, toMs } = request;
  if (next === undefined) return { plates, fromMs, toMs, isWhole: true };
  return request.order === 'newest'
    ? { plates, fromMs: Math.max(fromMs, (1 - next.second) * 1000), toMs, isWhole: false }
    : { plates, fromMs, toMs: Math.min(toMs, next.second * 1000), isWhole: false };
}

/** Day by day from the asked end, until the days taken hold enough rows. */
function byDays(index: PlateIndex, matches: PlateBits, request: CandidateRequest): Candidates | null {
  const { fromMs, toMs, order, count, most } = request;
  const days = index.daysIn(fromMs, toMs);
  const nearestFirst = order === 'newest' ? days.toReversed() : days;
  const ordinals = new Set<number>();
  let rows = 0;
  for (const [at, day] of nearestFirst.entries()) {
    // Rows of a cut day may lie outside: they make no promise.
    const isWhole = day.fromMs >= fromMs && day.toMs <= toMs;
    day.vector.forEach(matches, (ordinal, n) => {
      ordinals.add(ordinal);
      if (isWhole) rows += n;
    });
    if (ordinals.size > most) return null;
    if (rows < count || at === nearestFirst.length - 1) continue;
    const plates = [...ordinals].map((one) => index.table.textOf(one));
    return order === 'newest'
      ? { plates, fromMs: Math.max(fromMs, day.fromMs), toMs, isWhole: false }
      : { plates, fromMs, toMs: Math.min(toMs, day.toMs), isWhole: false };
  }
  return { plates: [...ordinals].map((one) => index.table.textOf(one)), fromMs, toMs, isWhole: true };
}
