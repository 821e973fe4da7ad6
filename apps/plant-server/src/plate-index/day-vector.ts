import { OrdinalTable } from './ordinal-table.ts';
import type { PlateBits } from './plate-bits.ts';

const MOST_IN_A_BYTE = 255;

/** Neighbouring numbers far apart, or they would fill the same stretch of the table. */
const spread = (ordinal: number): number => Math.imul(ordinal, 0x9e37_79b1) >>> 7;

/**
 * Which plates passed on one day, and how often: five bytes per plate. The order is that of arrival; a plate whose
 * transits of the day are gone keeps its place with 0.
 */
export class DayVector {
  private ordinals: Uint32Array;
  private counts: Uint8Array;
  /** Counts too big for a byte, by place. */
  private readonly big = new Map<number, number>();
  /** Places by number, while the day is being changed. */
  private places: OrdinalTable | null = null;
  private size = 0;
  /** Transits of the day. */
  transits = 0;

  constructor(expected: number) {
    this.ordinals = new Uint32Array(expected);
    this.counts = new Uint8Array(expected);
  }

  get bytes(): number {
    return this.ordinals.byteLength + this.counts.byteLength + (this.places?.bytes ?? 0);
  }

  /** Adds a plate that is not among them yet. */
  append(ordinal: number, n: number): void {
    if (this.size === this.ordinals.length) this.grow();
    this.ordinals[this.size] = ordinal;
    this.setCount(this.size, n);
    this.places?.add(spread(ordinal), this.size);
    this.size += 1;
    this.transits += n;
  }

  /** Moves the count of a plate by `n`, never below 0. */
  change(ordinal: number, n: number): void {
    const place = this.placesOf().find(spread(ordinal), (at) => this.ordinals[at] === ordinal);
    if (place < 0) {
      if (n > 0) this.append(ordinal, n);
      return;
    }
    const before = this.countAt(place);
    const after = Math.max(0, before + n);
    this.setCount(place, after);
    this.transits += after - before;
  }

  /** Lets the memory go that only changes need. */
  settle(): void {
    this.places = null;
  }

  /** Transits of the plates that fit. */
  countOf(plates: PlateBits): number {
    const { ordinals, counts, size } = this;
    const { bits } = plates;
    let sum = 0;
    for (let at = 0; at < size; at += 1) {
      const ordinal = ordinals[at] ?? 0;
      if ((((bits[ordinal >>> 5] ?? 0) >>> (ordinal & 31)) & 1) === 0) continue;
      const n = counts[at] ?? 0;
      sum += n === MOST_IN_A_BYTE ? this.countAt(at) : n;
    }
    return sum;
  }

  /**
   * Adds the transits of every plate to its place; `sign` -1 takes them away. Big counts afterwards: asking each plate whether its count is one
   * takes as long as all the rest.
   */
  addTransits(sums: Uint32Array, sign: 1 | -1): void {
    const { ordinals, counts, size } = this;
    for (let at = 0; at < size; at += 1) {
      const ordinal = ordinals[at] ?? 0;
      sums[ordinal] = (sums[ordinal] ?? 0) + Math.imul(sign, counts[at] ?? 0);
    }
    for (const [at, n] of this.big) {
      const ordinal = ordinals[at] ?? 0;
      sums[ordinal] = (sums[ordinal] ?? 0) + sign * (n - MOST_IN_A_BYTE);
    }
  }

  /** Adds one day to the place of every plate that passed. */
  addDay(sums: Uint32Array): void {
    const { ordinals, counts, size } = this;
    for (let at = 0; at < size; at += 1) {
      const ordinal = ordinals[at] ?? 0;
      if ((counts[at] ?? 0) > 0) sums[ordinal] = (sums[ordinal] ?? 0) + 1;
    }
  }

  /** Calls `visit` for every plate that passed. */
  forAll(visit: (ordinal: number, n: number) => void): void {
    for (let at = 0; at < this.size; at += 1) {
      const n = this.countAt(at);
      if (n > 0) visit(this.ordinals[at] ?? 0, n);
    }
  }

  /** Calls `visit` for every plate that fits and passed. */
  forEach(plates: PlateBits, visit: (ordinal: number, n: number) => void): void {
    this.forAll((ordinal, n) => {
      if (plates.has(ordinal)) visit(ordinal, n);
    });
  }

  private placesOf(): OrdinalTable {
    if (this.places !== null) return this.places;
    const places = new OrdinalTable(this.size, (at) => spread(this.ordinals[at] ?? 0));
    for (let at = 0; at < this.size; at += 1) places.add(spread(this.ordinals[at] ?? 0), at);
    this.places = places;
    return places;
  }

  private countAt(place: number): number {
    const n = this.counts[place] ?? 0;
    return n === MOST_IN_A_BYTE ? (this.big.get(place) ?? n) : n;
  }

  private setCount(place: number, n: number): void {
    this.counts[place] = Math.min(n, MOST_IN_A_BYTE);
    if (n >= MOST_IN_A_BYTE) this.big.set(place, n);
    else this.big.delete(place);
  }

  private grow(): void {
    const length = Math.ceil(this.size * 1.3) + 64;
    const [ordinals, counts] = [new Uint32Array(length), new Uint8Array(length)];
    ordinals.set(this.ordinals);
    counts.set(this.counts);
    this.ordinals = ordinals;
    this.counts = counts;
  }
}
