import { isoOf, romeDayStart } from '@varco/domain/time/rome.ts';
import { DayVector } from './day-vector.ts';
import { isIndexable } from './plate-code.ts';
import { PlateTable, type PlateChange } from './plate-table.ts';

const DAY_MS = 86_400_000;

/** Transits that came (or went, `n` below 0) of one plate on one Rome day, numbered from 1970-01-01. */
export interface DayChange extends PlateChange {
  readonly day: number;
}

/** A day of the index, and the half-open range of instants (milliseconds) it is. */
export interface IndexedDay {
  readonly vector: DayVector;
  readonly fromMs: number;
  readonly toMs: number;
}

/** Days that keep what changing them needs; a late read wakes another one up. */
const MOST_OPEN_DAYS = 4;

/** Plates and plate days of a plant in memory: the same counts as `plate_dict` and `plate_day`. */
export class PlateIndex {
  readonly table: PlateTable;
  /** Grows with every change: what was worked out before is of another state. */
  version = 0;
  private readonly days = new Map<number, IndexedDay>();
  private readonly openDays = new Set<number>();

  /** `expectedPlates`: about how many will be loaded. */
  constructor(expectedPlates: number) {
    this.table = new PlateTable(expectedPlates);
  }

  get bytes(): number {
    let bytes = this.table.bytes;
    for (const { vector } of this.days.values()) bytes += vector.bytes;
    return bytes;
  }

  /** A quarter of the places are of plates that are gone: worth loading anew. */
  get isWorn(): boolean {
    return this.table.emptied > 10_000 && this.table.emptied * 4 > this.table.plates + this.table.emptied;
  }

  /** Days with transits, oldest first, that touch a half-open range of instants. */
  daysIn(fromMs: number, toMs: number): readonly IndexedDay[] {
    return [...this.days.values()]
      .filter((day) => day.vector.transits > 0 && day.fromMs < toMs && day.toMs > fromMs)
      .sort((a, b) => a.fromMs - b.fromMs);
  }

  /** Takes over a day that was never mentioned before. */
  loadDay(day: number, expected: number): DayVector {
    this.version += 1;
    const vector = new DayVector(expected);
    this.days.set(day, { vector, fromMs: startOf(day), toMs: startOf(day + 1) });
    return vector;
  }

  /**
   * Applies what happened between two states of the database. Their order does not matter: counts are summed before any
   * of them is moved.
   */
  apply(changes: readonly DayChange[]): void {
    this.version += 1;
    const plates = new Map<string, PlateChange>();
    for (const change of changes) if (isIndexable(change.plate)) plates.set(change.plate, joined(plates, change));
    const ordinals = new Map<string, number>();
    for (const [plate, change] of plates) ordinals.set(plate, this.table.change(change));
    const days = new Map<number, Map<number, number>>();
    for (const { plate, day, n } of changes) {
      const ordinal = ordinals.get(plate);
      if (ordinal === undefined) continue;
      const sums = days.get(day) ?? new Map<number, number>();
      sums.set(ordinal, (sums.get(ordinal) ?? 0) + n);
      days.set(day, sums);
    }
    for (const [day, sums] of days) this.changeDay(day, sums);
  }

  private changeDay(day: number, sums: ReadonlyMap<number, number>): void {
    const vector = this.days.get(day)?.vector ?? this.loadDay(day, 1024);
    this.openDays.delete(day);
    this.openDays.add(day);
    for (const [ordinal, n] of sums) if (n !== 0) vector.change(ordinal, n);
    const [oldest] = this.openDays;
    if (this.openDays.size > MOST_OPEN_DAYS && oldest !== undefined) {
      this.openDays.delete(oldest);
      this.days.get(oldest)?.vector.settle();
    }
    if (vector.transits > 0) return;
    this.days.delete(day);
    this.openDays.delete(day);
  }
}

const startOf = (day: number): number => romeDayStart(isoOf(day * DAY_MS).slice(0, 10));

/** A change together with what was already gathered of its plate; what went tells nothing of first and last seen. */
function joined(
  gathered: ReadonlyMap<string, PlateChange>,
  { plate, n, firstSeen, lastSeen }: PlateChange,
): PlateChange {
  const before = gathered.get(plate) ?? { n: 0, firstSeen: 0xffff_ffff, lastSeen: 0 };
  return {
    plate,
    n: before.n + n,
    firstSeen: n > 0 ? Math.min(before.firstSeen, firstSeen) : before.firstSeen,
    lastSeen: n > 0 ? Math.max(before.lastSeen, lastSeen) : before.lastSeen,
  };
}
