import { LEAST_VALUE } from '@varco/domain/analysis/excess-shares.ts';
import type { KeptDay } from './movement-book.ts';

/** Numbers of a plate over several days: nights and rounds at night added up, rounds and gates of the day with most. */
export const SUM_FIELDS = 5;
const FIRST_PLACES = 65_536;
const [NIGHT, NIGHT_DAYS, LOOPS, NIGHT_LOOPS, GATES] = [0, 1, 2, 3, 4] as const;

/** The numbers of a plate, in the order of `MOVEMENTS`. */
export type Sums = readonly [night: number, nightDays: number, loops: number, nightLoops: number, gates: number];

/** What a plate did on a day, or on a part of one. */
export interface DayNumbers {
  readonly night: number;
  readonly loops: number;
  readonly nightLoops: number;
  readonly gates: number;
}

/** Sums over days, of every plate that comes or of some. */
export class MovementSums {
  /** Numbers of the plates in the index, in the order they came. */
  readonly ids: number[] = [];
  /** Place of each plate by its number, from 1; 0: none. */
  private readonly places: Int32Array;
  private values = new Int32Array(SUM_FIELDS * FIRST_PLACES);
  /** The plates that count, a bit each; null: all. Most rows of a day are of others, and the bits stay in the processor's cache. */
  private only: Int32Array | null = null;

  /** `size`: of the table of plates. */
  constructor(size: number) {
    this.places = new Int32Array(size);
  }

  /** Begins anew with some plates; others do not count from now on. */
  startOver(plates: readonly number[]): void {
    const only = new Int32Array((this.places.length + 31) >>> 5);
    for (const [at, id] of plates.entries()) {
      this.places[id] = at + 1;
      only[id >>> 5] = (only[id >>> 5] ?? 0) | (1 << (id & 31));
    }
    this.only = only;
    this.values = new Int32Array(SUM_FIELDS * plates.length);
  }

  addDay(day: KeptDay): void {
    const { ids } = day;
    const { only } = this;
    for (let at = 0; at < ids.length; at += 1) {
      const id = ids[at] ?? 0;
      if (only !== null && (((only[id >>> 5] ?? 0) >>> (id & 31)) & 1) === 0) continue;
      this.addTo(this.places[id] || this.open(id), day.night(at), day.loops(at), day.nightLoops(at), day.gates(at));
    }
  }

  add(id: number, { night, loops, nightLoops, gates }: DayNumbers): void {
    this.addTo(this.places[id] || this.open(id), night, loops, nightLoops, gates);
  }

  /** The numbers of a plate. */
  of(id: number): Sums {
    const from = ((this.places[id] ?? 0) - 1) * SUM_FIELDS;
    if (from < 0) return [0, 0, 0, 0, 0];
    const { values: v } = this;
    return [v[from] ?? 0, v[from + 1] ?? 0, v[from + 2] ?? 0, v[from + 3] ?? 0, v[from + 4] ?? 0];
  }

  /** The numbers of all plates, `SUM_FIELDS` each; they are the caller's now. */
  taken(): Int32Array {
    return this.values;
  }

  private open(id: number): number {
    this.ids.push(id);
    const place = this.ids.length;
    this.places[id] = place;
    if (place * SUM_FIELDS > this.values.length) {
      const grown = new Int32Array(this.values.length * 2 + SUM_FIELDS);
      grown.set(this.values);
      this.values = grown;
    }
    return place;
  }

  private addTo(place: number, night: number, loops: number, nightLoops: number, gates: number): void {
    const { values } = this;
    const from = (place - 1) * SUM_FIELDS;
    values[from + NIGHT] = (values[from + NIGHT] ?? 0) + night;
    if (night > 0) values[from + NIGHT_DAYS] = (values[from + NIGHT_DAYS] ?? 0) + 1;
    if (loops > (values[from + LOOPS] ?? 0)) values[from + LOOPS] = loops;
    values[from + NIGHT_LOOPS] = (values[from + NIGHT_LOOPS] ?? 0) + nightLoops;
    if (gates > (values[from + GATES] ?? 0)) values[from + GATES] = gates;
  }
}

/** Whether something reaches the least number that counts. */
export const standsOut = ([night, nightDays, loops, nightLoops, gates]: Sums): boolean =>
  night >= LEAST_VALUE.night ||
  nightDays >= LEAST_VALUE.night_days ||
  loops >= LEAST_VALUE.loops ||
  nightLoops >= LEAST_VALUE.night_loops ||
  gates >= LEAST_VALUE.gates;
