import { LEAST_VALUE } from '@varco/domain/analysis/excess-shares.ts';
import type { KeptDay } from './movement-book.ts';
import type { RankedPlates } from './ranked-plates.ts';

/** Numbers of a plate over several days: nights and rounds at night added up, rounds and gates of the day with most. */
export const SUM_FIELDS = 5;
const [NIGHT, NIGHT_DAYS, LOOPS, NIGHT_LOOPS, GATES] = [0, 1, 2, 3, 4] as const;

/** What a plate did, by name. */
export interface Numbers {
  readonly night: number;
  readonly nightDays: number;
  readonly loops: number;
  readonly nightLoops: number;
  readonly gates: number;
}

/** Sums over days, of some plates: by their place among them. */
export class MovementSums {
  readonly plates: RankedPlates;
  /** `SUM_FIELDS` of each plate, in the order of `MOVEMENTS`. */
  readonly values: Int32Array;

  constructor(plates: RankedPlates) {
    this.plates = plates;
    this.values = new Int32Array(SUM_FIELDS * plates.size);
  }

  /** Adds what a day holds of these plates. */
  addDay(day: KeptDay): void {
    const { ids } = day;
    for (let at = 0; at < ids.length; at += 1) {
      const place = this.plates.placeOf(ids[at] ?? 0);
      if (place < 0) continue;
      const night = day.night(at);
      this.addTo(place, night, night > 0 ? 1 : 0, day.loops(at), day.nightLoops(at), day.gates(at));
    }
  }

  /** Adds what several days, or parts of them, hold of a plate. */
  add(place: number, { night, nightDays, loops, nightLoops, gates }: Numbers): void {
    this.addTo(place, night, nightDays, loops, nightLoops, gates);
  }

  /** Whether something of a plate reaches the least that counts when more is added. */
  standsOutWith(place: number, more: Numbers): boolean {
    const { values: v } = this;
    const from = place * SUM_FIELDS;
    return standsOut(
      (v[from + NIGHT] ?? 0) + more.night,
      (v[from + NIGHT_DAYS] ?? 0) + more.nightDays,
      Math.max(v[from + LOOPS] ?? 0, more.loops),
      (v[from + NIGHT_LOOPS] ?? 0) + more.nightLoops,
      Math.max(v[from + GATES] ?? 0, more.gates),
    );
  }

  /** Whether something of a plate reaches the least that counts. */
  isStanding(place: number): boolean {
    const { values: v } = this;
    const from = place * SUM_FIELDS;
    return standsOut(
      v[from + NIGHT] ?? 0,
      v[from + NIGHT_DAYS] ?? 0,
      v[from + LOOPS] ?? 0,
      v[from + NIGHT_LOOPS] ?? 0,
      v[from + GATES] ?? 0,
    );
  }

  /** Whether others have a day of a plate with more rounds, or with more gates. */
  isTopped(place: number, { loops, gates }: Numbers): boolean {
    const from = place * SUM_FIELDS;
    return loops > (this.values[from + LOOPS] ?? 0) || gates > (this.values[from + GATES] ?? 0);
  }

  private addTo(
    place: number,
    night: number,
    nightDays: number,
    loops: number,
    nightLoops: number,
    gates: number,
  ): void {
    const { values } = this;
    const from = place * SUM_FIELDS;
    values[from + NIGHT] = (values[from + NIGHT] ?? 0) + night;
    values[from + NIGHT_DAYS] = (values[from + NIGHT_DAYS] ?? 0) + nightDays;
    if (loops > (values[from + LOOPS] ?? 0)) values[from + LOOPS] = loops;
    values[from + NIGHT_LOOPS] = (values[from + NIGHT_LOOPS] ?? 0) + nightLoops;
    if (gates > (values[from + GATES] ?? 0)) values[from + GATES] = gates;
  }
}

/** Whether something reaches the least number that counts. */
const standsOut = (night: number, nightDays: number, loops: number, nightLoops: number, gates: number): boolean =>
  night >= LEAST_VALUE.night ||
  nightDays >= LEAST_VALUE.night_days ||
  loops >= LEAST_VALUE.loops ||
  nightLoops >= LEAST_VALUE.night_loops ||
  gates >= LEAST_VALUE.gates;
