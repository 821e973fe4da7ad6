import type { PlateTable } from '../plate-table.ts';

/** Numbers stored for a plate on a notable day, in this order (`movement_day`). Jumps are stored only as 0 or 1. */
const FIELDS = 5;
const [NIGHT, LOOPS, NIGHT_LOOPS, GATES, JUMPS] = [0, 1, 2, 3, 4] as const;
const MAX_BYTE = 255;

/**
 * What plates did on one day, notable plates only, sorted by ordinal so that sums over days access memory in one
 * direction. Nine bytes per plate.
 */
export class DayMovements {
  readonly version: string;
  /** Ordinals of the plates in the index. */
  readonly ids: Uint32Array;
  /** Ordinals of the plates with an impossible jump, in alphabetical order of the plates. */
  readonly jumpPlates: Uint32Array;
  /**
   * False when the day contains a plate that was added after the index was read. Such a plate is left out, and the day
   * must be read again.
   */
  readonly isComplete: boolean;
  private readonly values: Uint8Array;
  /** Numbers too big for a byte, by index in `values`. */
  private readonly bigValues = new Map<number, number>();

  /** @param rows fields joined by spaces, rows joined by commas, in the order of the plates */
  constructor(version: string, rows: string, table: PlateTable) {
    this.version = version;
    const lines = rows === '' ? [] : rows.split(',').map((line) => line.split(' '));
    const found = table.findAll(lines.map(([plate = '']) => plate));
    const known = [...lines.keys()].filter((line) => (found[line] ?? -1) >= 0);
    const jumpPlates = known.filter((line) => lines[line]?.[JUMPS + 1] !== '0');
    this.jumpPlates = Uint32Array.from(jumpPlates, (line) => found[line] ?? 0);
    known.sort((a, b) => (found[a] ?? 0) - (found[b] ?? 0));
    this.ids = Uint32Array.from(known, (line) => found[line] ?? 0);
    this.isComplete = known.length === lines.length;
    this.values = new Uint8Array(known.length * FIELDS);
    for (const [at, line] of known.entries())
      for (let field = 0; field < FIELDS; field += 1) this.set(at * FIELDS + field, Number(lines[line]?.[field + 1]));
  }

  get bytes(): number {
    return this.ids.byteLength + this.jumpPlates.byteLength + this.values.byteLength;
  }

  /** Position of a plate in the day; -1 when the day has no row for it. */
  findPosition(id: number): number {
    let [low, high] = [0, this.ids.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.ids[middle] ?? 0) < id) low = middle + 1;
      else high = middle;
    }
    return this.ids[low] === id ? low : -1;
  }

  night(at: number): number {
    return this.get(at * FIELDS + NIGHT);
  }

  loops(at: number): number {
    return this.get(at * FIELDS + LOOPS);
  }

  nightLoops(at: number): number {
    return this.get(at * FIELDS + NIGHT_LOOPS);
  }

  gates(at: number): number {
    return this.get(at * FIELDS + GATES);
  }

  hasJump(at: number): boolean {
    return this.values[at * FIELDS + JUMPS] !== 0;
  }

  private get(position: number): number {
    const n = this.values[position] ?? 0;
    return n === MAX_BYTE ? (this.bigValues.get(position) ?? n) : n;
  }

  private set(position: number, n: number): void {
    this.values[position] = Math.min(n, MAX_BYTE);
    if (n >= MAX_BYTE) this.bigValues.set(position, n);
  }
}
