import { MIN_MOVEMENT } from '@varco/domain/analysis/excess-shares.ts';
import type { DayMovements } from './day-movements.ts';
import type { RankedPlates } from './ranked-plates.ts';

/**
 * Numbers per plate over several days: nights and night loops are added up; of loops and gates the day with the most
 * counts.
 */
export const SUM_FIELDS = 5;
const [NIGHT, NIGHT_DAYS, LOOPS, NIGHT_LOOPS, GATES] = [0, 1, 2, 3, 4] as const;

/** Movements of one plate. */
export interface PlateMovements {
  readonly night: number;
  readonly nightDays: number;
  readonly loops: number;
  readonly nightLoops: number;
  readonly gates: number;
}

/** Movements summed over days, for a set of plates; indexed by the rank of the plate in the set. */
export class MovementSums {
  readonly plates: RankedPlates;
  /** `SUM_FIELDS` numbers per plate, in the order of `MOVEMENTS`. */
  readonly values: Int32Array;

  constructor(plates: RankedPlates) {
    this.plates = plates;
    this.values = new Int32Array(SUM_FIELDS * plates.size);
  }

  /** Adds a day; plates outside the set are ignored. */
  addDay(day: DayMovements): void {
    const { ids } = day;
    for (let at = 0; at < ids.length; at += 1) {
      const rank = this.plates.getRank(ids[at] ?? 0);
      if (rank < 0) continue;
      const night = day.night(at);
      this.accumulate(rank, night, night > 0 ? 1 : 0, day.loops(at), day.nightLoops(at), day.gates(at));
    }
  }

  /** Adds the sums of several days, or parts of days, of one plate. */
  add(rank: number, { night, nightDays, loops, nightLoops, gates }: PlateMovements): void {
    this.accumulate(rank, night, nightDays, loops, nightLoops, gates);
  }

  /** Whether any number of a plate would reach its minimum with more added. */
  wouldStandOut(rank: number, more: PlateMovements): boolean {
    const { values: v } = this;
    const from = rank * SUM_FIELDS;
    return reachesMinimum(
      (v[from + NIGHT] ?? 0) + more.night,
      (v[from + NIGHT_DAYS] ?? 0) + more.nightDays,
      Math.max(v[from + LOOPS] ?? 0, more.loops),
      (v[from + NIGHT_LOOPS] ?? 0) + more.nightLoops,
      Math.max(v[from + GATES] ?? 0, more.gates),
    );
  }

  /** Whether any number of a plate reaches its minimum. */
  standsOut(rank: number): boolean {
    const { values: v } = this;
    const from = rank * SUM_FIELDS;
    return reachesMinimum(
      v[from + NIGHT] ?? 0,
      v[from + NIGHT_DAYS] ?? 0,
      v[from + LOOPS] ?? 0,
      v[from + NIGHT_LOOPS] ?? 0,
      v[from + GATES] ?? 0,
    );
  }

  /** Whether the given day has more loops or more gates than any day of the plate so far. */
  isExceeded(rank: number, { loops, gates }: PlateMovements): boolean {
    const from = rank * SUM_FIELDS;
    return loops > (this.values[from + LOOPS] ?? 0) || gates > (this.values[from + GATES] ?? 0);
  }

  private accumulate(
    rank: number,
    night: number,
    nightDays: number,
    loops: number,
    nightLoops: number,
    gates: number,
  ): void {
    const { values } = this;
    const from = rank * SUM_FIELDS;
    values[from + NIGHT] = (values[from + NIGHT] ?? 0) + night;
    values[from + NIGHT_DAYS] = (values[from + NIGHT_DAYS] ?? 0) + nightDays;
    if (loops > (values[from + LOOPS] ?? 0)) values[from + LOOPS] = loops;
    values[from + NIGHT_LOOPS] = (values[from + NIGHT_LOOPS] ?? 0) + nightLoops;
    if (gates > (values[from + GATES] ?? 0)) values[from + GATES] = gates;
  }
}

/** Whether one of the movements reaches `MIN_MOVEMENT`, the smallest value for which a suspect gets points. */
const reachesMinimum = (night: number, nightDays: number, loops: number, nightLoops: number, gates: number): boolean =>
  night >= MIN_MOVEMENT.night ||
  nightDays >= MIN_MOVEMENT.night_days ||
  loops >= MIN_MOVEMENT.loops ||
  nightLoops >= MIN_MOVEMENT.night_loops ||
  gates >= MIN_MOVEMENT.gates;
