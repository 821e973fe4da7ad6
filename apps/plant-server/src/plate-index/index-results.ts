import type { PlateBits } from './plate-bits.ts';
import type { IndexedDay, PlateIndex } from './plate-index.ts';
import { BLOCK_PLATES } from './plate-table.ts';
import type { Span } from './span.ts';
import type { PartialDayPassages } from './tally.ts';

/**
 * Number of matching plates and of all their transits. `named`: the plates, or null when there are more than the limit.
 */
export interface FoundPlates {
  readonly plates: number;
  readonly transits: number;
  readonly named: readonly string[] | null;
}

export function findPlates({ table }: PlateIndex, matches: PlateBits, limit: number): FoundPlates {
  const found = matches.sum(table);
  if (found.plates > limit) return { ...found, named: null };
  const named: string[] = [];
  matches.forEach(table, (ordinal) => named.push(table.getText(ordinal)));
  return { ...found, named };
}

/**
 * The part of a day that lies in the window, where the window covers the day only partly. It must be counted from the
 * rows.
 */
export interface PartialDayPlates extends Span {
  /** The matching plates of that day, or null when there are more than the limit. */
  readonly named: readonly string[] | null;
}

/** Transits of the days inside a window, and the days it covers only partly (two at most). */
export interface WindowCount {
  readonly whole: number;
  readonly partialDays: readonly PartialDayPlates[];
}

/**
 * Counts the days inside the window, or, when these are more, subtracts the other days from the total. `readDays`: partial
 * days whose passages were read, which are counted too.
 */
export function countWindow(
  index: PlateIndex,
  matches: PlateBits,
  { fromMs, toMs }: Span,
  limit: number,
  readDays: readonly PartialDayPassages[],
): WindowCount {
  const days = index.daysIn(-Infinity, Infinity);
  const isInside = (day: Span): boolean => day.fromMs >= fromMs && day.toMs <= toMs;
  const inside = days.filter(isInside);
  const others = days.filter((day) => !isInside(day));
  const subtractOthers = inside.length > others.length;
  let whole = subtractOthers ? findPlates(index, matches, 0).transits : 0;
  for (const { vector } of subtractOthers ? others : inside)
    whole += (subtractOthers ? -1 : 1) * vector.countTransits(matches);
  const isRead = ({ fromMs: dayFromMs }: Span): boolean => readDays.some((day) => day.dayFromMs === dayFromMs);
  for (const day of others.filter(isRead)) whole += countPartialDay(matches, day, readDays);
  return {
    whole,
    partialDays: others.flatMap((day) =>
      isRead(day) ? [] : describePartialDay(index, matches, day, { fromMs, toMs }, limit),
    ),
  };
}

/** Matching transits of one whole day of Rome; its half-open range in milliseconds. */
export interface DayCount extends Span {
  readonly transits: number;
}

/** Matching transits of each day that lies completely in the window, oldest first, one step a day. */
export function* countDays(index: PlateIndex, matches: PlateBits, { fromMs, toMs }: Span): Generator<DayCount, void> {
  for (const { vector, ...day } of index.daysIn(fromMs, toMs))
    if (day.fromMs >= fromMs && day.toMs <= toMs) yield { ...day, transits: vector.countTransits(matches) };
}

/** Transits of the plates in the window, on a day whose passages were read. */
function countPartialDay(
  matches: PlateBits,
  { fromMs, vector }: IndexedDay,
  readDays: readonly PartialDayPassages[],
): number {
  const day = readDays.find(({ dayFromMs }) => dayFromMs === fromMs);
  let read = 0;
  for (const ordinals of day?.passages ?? []) for (const ordinal of ordinals) if (matches.has(ordinal)) read += 1;
  return day?.side === 'inside' ? read : vector.countTransits(matches) - read;
}

function describePartialDay(
  index: PlateIndex,
  matches: PlateBits,
  { vector, ...day }: IndexedDay,
  { fromMs, toMs }: Span,
  limit: number,
): readonly PartialDayPlates[] {
  if (day.fromMs >= toMs || day.toMs <= fromMs) return [];
  let transits = 0;
  const ordinals: number[] = [];
  vector.forEachMatching(matches, (ordinal, n) => {
    transits += n;
    if (ordinals.length <= limit) ordinals.push(ordinal);
  });
  if (transits === 0) return [];
  const named = ordinals.length > limit ? null : ordinals.map((one) => index.table.getText(one));
  return [{ fromMs: Math.max(fromMs, day.fromMs), toMs: Math.min(toMs, day.toMs), named }];
}

/**
 * Candidate plates for the rows at one end of a window: every matching row from `fromMs` to `toMs` belongs to one of
 * them. `isWhole`: that range is the whole window, so no other plate has rows in it.
 */
export interface Candidates extends Span {
  readonly plates: readonly string[];
  readonly isWhole: boolean;
}

export interface CandidateRequest extends Span {
  readonly order: 'newest' | 'oldest';
  /** Number of rows the page needs. */
  readonly count: number;
  /** With more plates than this, querying plate by plate is not worth it. */
  readonly most: number;
}

/** More plates than needed, because plates last seen in the same second cannot be ordered. */
const SPARE_PLATES = 16;

/** When more than this share of all plates match, a scan by time finds a page among a few hundred rows. */
const COMMON_SHARE = 0.05;
/** So few plates are looked at whatever their share. */
const MIN_COMMON_PLATES = 10_000;

/** Candidates for a page; null when there are too many plates, so that a scan by time is faster. */
export function findCandidates(index: PlateIndex, matches: PlateBits, request: CandidateRequest): Candidates | null {
  if (matches.count() > Math.max(MIN_COMMON_PLATES, index.table.plates * COMMON_SHARE)) return null;
  const maxEnds = request.count + SPARE_PLATES;
  const found = findNearestPlates(index, matches, request, maxEnds + 1);
  if (found === null) return candidatesByDay(index, matches, request);
  if (Math.min(maxEnds, found.ends.length) + found.pastEnd.length > request.most) return null;
  return candidatesByEnds(index, request, found, maxEnds);
}

/** A plate and the second of its row nearest to the requested end; negated when the newest rows are requested. */
interface PlateEnd {
  readonly ordinal: number;
  readonly second: number;
}

interface NearestPlates {
  /** The `most` matching plates with rows nearest to the requested end, nearest first. */
  readonly ends: readonly PlateEnd[];
  /** Plates with rows past that end. Their nearest row inside the window is not known, so each must be queried. */
  readonly pastEnd: readonly number[];
}

/** Null when too many plates have rows past the requested end. */
function findNearestPlates(
  { table }: PlateIndex,
  matches: PlateBits,
  { order, fromMs, toMs, most: maxPastEnd }: CandidateRequest,
  limit: number,
): NearestPlates | null {
  const isNewest = order === 'newest';
  const [firstSecond, lastSecond] = [Math.floor(fromMs / 1000), Math.floor((toMs - 1) / 1000)];
  let ends: PlateEnd[] = [];
  let furthestSecond = Infinity;
  const pastEnd: number[] = [];
  const shorten = (): void => {
    ends = ends.sort((a, b) => a.second - b.second).slice(0, limit);
    if (ends.length === limit) furthestSecond = ends.at(-1)?.second ?? Infinity;
  };
  matches.forEach(table, (ordinal) => {
    const { firstSeen, lastSeen } = table.block(ordinal);
    const [first, last] = [firstSeen[ordinal % BLOCK_PLATES] ?? 0, lastSeen[ordinal % BLOCK_PLATES] ?? 0];
    if (last < firstSecond || first > lastSecond) return;
    if (isNewest ? last >= lastSecond : first <= firstSecond) {
      if (pastEnd.length <= maxPastEnd) pastEnd.push(ordinal);
      return;
    }
    const second = isNewest ? -last : first;
    if (second > furthestSecond) return;
    ends.push({ ordinal, second });
    if (ends.length > 8 * limit) shorten();
  });
  shorten();
  return pastEnd.length > maxPastEnd ? null : { ends, pastEnd: pastEnd };
}

/**
 * Candidates by first or last seen. All rows nearer than the nearest row of the first skipped plate belong to the
 * returned plates.
 */
function candidatesByEnds(
  { table }: PlateIndex,
  request: CandidateRequest,
  { ends, pastEnd }: NearestPlates,
  maxEnds: number,
): Candidates {
  const taken = [...pastEnd, ...ends.slice(0, maxEnds).map(({ ordinal }) => ordinal)];
  const plates = taken.map((ordinal) => table.getText(ordinal));
  const next = ends[maxEnds];
  const { fromMs, toMs } = request;
  if (next === undefined) return { plates, fromMs, toMs, isWhole: true };
  return request.order === 'newest'
    ? { plates, fromMs: Math.max(fromMs, (1 - next.second) * 1000), toMs, isWhole: false }
    : { plates, fromMs, toMs: Math.min(toMs, next.second * 1000), isWhole: false };
}

/** Candidates day by day from the requested end, until the days contain enough rows. */
function candidatesByDay(index: PlateIndex, matches: PlateBits, request: CandidateRequest): Candidates | null {
  const { fromMs, toMs, order, count, most: limit } = request;
  const days = index.daysIn(fromMs, toMs);
  const nearestFirst = order === 'newest' ? days.toReversed() : days;
  const ordinals = new Set<number>();
  let rows = 0;
  for (const [at, day] of nearestFirst.entries()) {
    // Rows of a partial day may lie outside the window, so they do not count towards the page.
    const isWhole = day.fromMs >= fromMs && day.toMs <= toMs;
    day.vector.forEachMatching(matches, (ordinal, n) => {
      ordinals.add(ordinal);
      if (isWhole) rows += n;
    });
    if (ordinals.size > limit) return null;
    if (rows < count || at === nearestFirst.length - 1) continue;
    const plates = [...ordinals].map((one) => index.table.getText(one));
    return order === 'newest'
      ? { plates, fromMs: Math.max(fromMs, day.fromMs), toMs, isWhole: false }
      : { plates, fromMs, toMs: Math.min(toMs, day.toMs), isWhole: false };
  }
  return { plates: [...ordinals].map((one) => index.table.getText(one)), fromMs, toMs, isWhole: true };
}
