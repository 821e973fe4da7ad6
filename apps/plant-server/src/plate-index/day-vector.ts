import { OrdinalTable } from './ordinal-hash-table.ts';
import type { PlateBits } from './plate-bits.ts';

const MAX_BYTE = 255;

/** Hash that spreads neighbouring ordinals, which would otherwise cluster in the hash table. */
const spreadHash = (ordinal: number): number => Math.imul(ordinal, 0x9e37_79b1) >>> 7;

/**
 * Which plates passed on one day, and how often: five bytes per plate, in order of arrival. A plate whose transits of
 * the day were all deleted stays in the list with count 0.
 */
export class DayVector {
  private ordinals: Uint32Array;
  private counts: Uint8Array;
  /** Counts too big for a byte, by position. */
  private readonly bigCounts = new Map<number, number>();
  /** Positions by ordinal. Only present while the day is being changed. */
  private positionTable: OrdinalTable | null = null;
  private size = 0;
  /** Number of transits of the day. */
  transits = 0;

  constructor(expected: number) {
    this.ordinals = new Uint32Array(expected);
    this.counts = new Uint8Array(expected);
  }

  get bytes(): number {
    return this.ordinals.byteLength + this.counts.byteLength + (this.positionTable?.bytes ?? 0);
  }

  /** Adds a plate that is not in the list yet. */
  append(ordinal: number, n: number): void {
    if (this.size === this.ordinals.length) this.grow();
    this.ordinals[this.size] = ordinal;
    this.setCount(this.size, n);
    this.positionTable?.add(spreadHash(ordinal), this.size);
    this.size += 1;
    this.transits += n;
  }

  /** Adds `n` to the count of a plate; the count never goes below 0. Returns the counts before and after. */
  change(ordinal: number, n: number): { readonly before: number; readonly after: number } {
    const position = this.getPositionTable().find(spreadHash(ordinal), (at) => this.ordinals[at] === ordinal);
    if (position < 0) {
      if (n > 0) this.append(ordinal, n);
      return { before: 0, after: Math.max(0, n) };
    }
    const before = this.getCount(position);
    const after = Math.max(0, before + n);
    this.setCount(position, after);
    this.transits += after - before;
    return { before, after };
  }

  /** Frees the memory that is needed only for changes. */
  releasePositionTable(): void {
    this.positionTable = null;
  }

  /** Number of transits of the plates in the set. */
  countTransits(plates: PlateBits): number {
    const { ordinals, counts, size } = this;
    const { bits } = plates;
    let sum = 0;
    for (let at = 0; at < size; at += 1) {
      const ordinal = ordinals[at] ?? 0;
      if ((((bits[ordinal >>> 5] ?? 0) >>> (ordinal & 31)) & 1) === 0) continue;
      const n = counts[at] ?? 0;
      sum += n === MAX_BYTE ? this.getCount(at) : n;
    }
    return sum;
  }

  /**
   * Adds the transits of every plate to `sums[ordinal]`; `sign` -1 subtracts them. Counts too big for a byte are
   * corrected afterwards, because checking each plate for one would double the time.
   */
  addTransits(sums: Uint32Array, sign: 1 | -1): void {
    const { ordinals, counts, size } = this;
    for (let at = 0; at < size; at += 1) {
      const ordinal = ordinals[at] ?? 0;
      sums[ordinal] = (sums[ordinal] ?? 0) + Math.imul(sign, counts[at] ?? 0);
    }
    for (const [at, n] of this.bigCounts) {
      const ordinal = ordinals[at] ?? 0;
      sums[ordinal] = (sums[ordinal] ?? 0) + sign * (n - MAX_BYTE);
    }
  }

  /** Adds one to `sums[ordinal]` of every plate that passed; `sign` -1 subtracts it. */
  addDay(sums: Uint32Array, sign: 1 | -1): void {
    const { ordinals, counts, size } = this;
    for (let at = 0; at < size; at += 1) {
      const ordinal = ordinals[at] ?? 0;
      if ((counts[at] ?? 0) > 0) sums[ordinal] = (sums[ordinal] ?? 0) + sign;
    }
  }

  /** Calls `visit` for every plate that passed. */
  forEachPlate(visit: (ordinal: number, n: number) => void): void {
    for (let at = 0; at < this.size; at += 1) {
      const n = this.getCount(at);
      if (n > 0) visit(this.ordinals[at] ?? 0, n);
    }
  }

  /** Calls `visit` for every plate of the set that passed. */
  forEachMatching(plates: PlateBits, visit: (ordinal: number, n: number) => void): void {
    this.forEachPlate((ordinal, n) => {
      if (plates.has(ordinal)) visit(ordinal, n);
    });
  }

  private getPositionTable(): OrdinalTable {
    if (this.positionTable !== null) return this.positionTable;
    const positions = new OrdinalTable(this.size);
    for (let at = 0; at < this.size; at += 1) positions.add(spreadHash(this.ordinals[at] ?? 0), at);
    this.positionTable = positions;
    return positions;
  }

  private getCount(position: number): number {
    const n = this.counts[position] ?? 0;
    return n === MAX_BYTE ? (this.bigCounts.get(position) ?? n) : n;
  }

  private setCount(position: number, n: number): void {
    this.counts[position] = Math.min(n, MAX_BYTE);
    if (n >= MAX_BYTE) this.bigCounts.set(position, n);
    else this.bigCounts.delete(position);
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
