import type { Span } from './index-answers.ts';
import type { KeptDay } from './movement-book.ts';
import { type DayNumbers, type MovementSums, standsOut } from './movement-sums.ts';

/** From so many gates on a quiet day tells something: `movement_day`. */
const TELLING_GATES = 8;

/**
 * What a window keeps of a day it cuts. `night`: what it keeps of the hours from 00:00 to 05:00; the rest: all but what lies before
 * it, which is little to read.
 */
export interface DayPart extends Span {
  /** Days since 1970-01-01, and the instant it begins. */
  readonly day: number;
  readonly dayFromMs: number;
  readonly night: 'none' | 'all' | 'rest' | 'some';
}

export interface KeptPart {
  readonly part: DayPart;
  readonly day: KeptDay;
  /** What plates did on the day before the part, from the rows; null: not read. */
  readonly before: ReadonlyMap<number, DayNumbers> | null;
}

const NOTHING: DayNumbers = { night: 0, loops: 0, nightLoops: 0, gates: 0 };

/** What is known of a part of a day without its rows. */
interface Bounds {
  /** No more than this; of the night, when it is certain, exactly this. */
  readonly most: DayNumbers;
  readonly isNightCertain: boolean;
}

/**
 * A part of a day tells at most what the whole day tells: its passages are some of the day's, and each has the same passage before it
 * as far as that matters. Null: it tells nothing for certain.
 */
function boundsOf({ part: { night }, day, before }: KeptPart, at: number): Bounds | null {
  // Each passage counts for itself, so that a part is the day less the other part; gates alone are no sum.
  const gone = before?.get(day.ids[at] ?? 0) ?? NOTHING;
  const isNightOut = night === 'none';
  const most = {
    night: isNightOut ? 0 : day.night(at) - gone.night,
    loops: day.loops(at) - (isNightOut ? day.nightLoops(at) : gone.loops),
    nightLoops: isNightOut ? 0 : day.nightLoops(at) - gone.nightLoops,
    gates: day.gates(at),
  };
  if (most.night <= 0 && most.loops <= 0 && most.gates < TELLING_GATES && !day.jumps(at)) return null;
  const isKnown = night === 'rest' ? before !== null : night !== 'some';
  return { most, isNightCertain: isKnown || most.night === 0 };
}

/** What is known of the cut days. */
export interface JudgedParts {
  /** What plates certainly did. */
  readonly certain: ReadonlyMap<number, readonly DayNumbers[]>;
  /** Plates of which that cannot be said: their rows decide. */
  readonly doubtful: readonly number[];
}

/** Judges the parts of the plates that can stand out with the most they can hold; of all others nothing matters. */
export function judgeParts(sums: MovementSums, parts: readonly KeptPart[]): JudgedParts {
  const certain = new Map<number, readonly DayNumbers[]>();
  const doubtful: number[] = [];
  for (const [id, bounds] of boundsByPlate(parts)) {
    const own = sums.of(id);
    let [night, nightDays, loops, nightLoops, gates] = own;
    for (const { most } of bounds) {
      night += most.night;
      nightDays += most.night > 0 ? 1 : 0;
      loops = Math.max(loops, most.loops);
      nightLoops += most.nightLoops;
      gates = Math.max(gates, most.gates);
    }
    if (!standsOut([night, nightDays, loops, nightLoops, gates])) continue;
    const isCertain = bounds.every((one) => one.isNightCertain) && loops === own[2] && gates === own[4];
    if (!isCertain) doubtful.push(id);
    else
      certain.set(
        id,
        bounds.map(({ most }) => most),
      );
  }
  return { certain, doubtful };
}

function boundsByPlate(parts: readonly KeptPart[]): ReadonlyMap<number, readonly Bounds[]> {
  const byPlate = new Map<number, Bounds[]>();
  for (const one of parts)
    for (let at = 0; at < one.day.ids.length; at += 1) {
      const bounds = boundsOf(one, at);
      if (bounds === null) continue;
      const id = one.day.ids[at] ?? 0;
      const known = byPlate.get(id);
      if (known === undefined) byPlate.set(id, [bounds]);
      else known.push(bounds);
    }
  return byPlate;
}
