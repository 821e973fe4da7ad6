import type { Span } from '../span.ts';
import type { NightCounts } from './night-passages.ts';
import type { DayMovements } from './day-movements.ts';
import type { MovementSums, PlateMovements } from './movement-sums.ts';

/** A day with at least this many gates is notable and has a row in `movement_day`. */
export const NOTABLE_GATES = 8;

/**
 * The part of a day that lies in the window, where the window covers the day only partly. `night` is the part of the
 * hours from 00:00 to 05:00 in the window. `unsure`: a part of the night that starts so close to the earliest visible
 * instant that a loop may have started before it.
 */
export interface PartialDay extends Span {
  /** `day` counts days since 1970-01-01; the other two are the start of the day and the end of its night. */
  readonly day: number;
  readonly dayFromMs: number;
  readonly nightEndsMs: number;
  readonly night: 'none' | 'all' | 'part' | 'unsure';
}

export interface PartialDayMovements {
  readonly part: PartialDay;
  readonly day: DayMovements;
  /** Counts of the part of the night that is in the window; null when they are not known. */
  readonly night: NightCounts | null;
}

/**
 * Adds the partial days to the sums. For each plate an upper bound is computed first: a part of a day holds at most
 * what the whole day holds. Plates whose bound cannot stand out are skipped. Plates whose numbers are certain are
 * added. The rest needs its rows. Plates of a day are sorted by ordinal, so all days are merged in one pass.
 * @param sums of the whole days, with room for all plates of the partial days
 * @returns ranks of the plates whose rows must be read
 */
export function addPartialDayBounds(
  sums: MovementSums,
  partialDays: readonly PartialDayMovements[],
): readonly number[] {
  const uncertain: number[] = [];
  const bound = new PlateUpperBound();
  const positions = partialDays.map(() => 0);
  for (;;) {
    let id = Infinity;
    for (let n = 0; n < partialDays.length; n += 1)
      id = Math.min(id, partialDays[n]?.day.ids[positions[n] ?? 0] ?? Infinity);
    if (id === Infinity) return uncertain;
    bound.reset();
    for (let n = 0; n < partialDays.length; n += 1) {
      const [part, at] = [partialDays[n], positions[n] ?? 0];
      if (part === undefined || part.day.ids[at] !== id) continue;
      bound.add(part, at);
      positions[n] = at + 1;
    }
    const rank = sums.plates.getRank(id);
    if (!bound.isNotable || !sums.wouldStandOut(rank, bound)) continue;
    if (bound.isNightUncertain || sums.isExceeded(rank, bound)) uncertain.push(rank);
    else sums.add(rank, bound);
  }
}

/** Whether the part of a day can hold anything notable for a plate. If not, its rows need not be read. */
export function canBeNotable(part: PartialDayMovements, id: number): boolean {
  const at = part.day.findPosition(id);
  const bound = new PlateUpperBound();
  if (at >= 0) bound.add(part, at);
  return bound.isNotable;
}

/** Upper bound of what the partial days can hold for one plate. */
class PlateUpperBound implements PlateMovements {
  night = 0;
  nightDays = 0;
  loops = 0;
  nightLoops = 0;
  gates = 0;
  /** At least one partial day can be notable. */
  isNotable = false;
  /** It is not known how many passages of a night lie in the window. */
  isNightUncertain = false;

  reset(): void {
    this.night = this.nightDays = this.loops = this.nightLoops = this.gates = 0;
    this.isNotable = this.isNightUncertain = false;
  }

  /**
   * Adds the upper bound of one partial day for the plate at a position of the day. Nights are exact where their
   * passages are known; for daytime loops and gates only the totals of the whole day are known.
   */
  add({ part, day, night: known }: PartialDayMovements, at: number): void {
    const isOut = part.night === 'none';
    const [dayNights, dayNightLoops, gates] = [day.night(at), day.nightLoops(at), day.gates(at)];
    const night = isOut ? 0 : (known?.nights[at] ?? dayNights);
    const nightLoops = isOut ? 0 : (known?.loops[at] ?? dayNightLoops);
    const loops = day.loops(at) - dayNightLoops + nightLoops;
    if (night <= 0 && loops <= 0 && gates < NOTABLE_GATES && !day.hasJump(at)) return;
    this.isNotable = true;
    this.night += night;
    if (night > 0) this.nightDays += 1;
    this.loops = Math.max(this.loops, loops);
    this.nightLoops += nightLoops;
    this.gates = Math.max(this.gates, gates);
    if (night > 0 && !isOut && part.night !== 'all' && known === null) this.isNightUncertain = true;
  }
}
