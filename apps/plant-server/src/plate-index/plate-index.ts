import { toIsoInstant, romeDayStart } from '@varco/domain/time/rome.ts';
import { DayVector } from './day-vector.ts';
import { PassageHours } from './passage-hours.ts';
import { isIndexable } from './plate-code.ts';
import { PlateTable, type PlateChange } from './plate-table.ts';

const DAY_MS = 86_400_000;

/** Transits of one plate added (or removed, `n` below 0) on one Rome day, counted since 1970-01-01. */
export interface DayChange extends PlateChange {
  readonly day: number;
}

/** A day of the index and its half-open range in milliseconds. */
export interface IndexedDay {
  readonly vector: DayVector;
  readonly fromMs: number;
  readonly toMs: number;
}

/** Days that keep the table needed for changes. A late read opens another day. */
const MAX_OPEN_DAYS = 4;

/** Plates and plate days of a plant in memory: the same counts as `plate_dict` and `plate_day`. */
export class PlateIndex {
  readonly table: PlateTable;
  /** A cache with a limit of its own: not counted in `bytes`. */
  readonly passages = new PassageHours();
  /** Increases with every change, so that cached results of an older state are recognised. */
  version = 0;
  private readonly days = new Map<number, IndexedDay>();
  private readonly openDays = new Set<number>();

  /** @param expectedPlates about how many plates will be loaded */
  constructor(expectedPlates: number) {
    this.table = new PlateTable(expectedPlates);
  }

  get bytes(): number {
    let bytes = this.table.bytes;
    for (const { vector } of this.days.values()) bytes += vector.bytes;
    return bytes;
  }

  /** True when a quarter of the plates has no transits left: the index should be loaded again. */
  get needsReload(): boolean {
    return this.table.emptied > 10_000 && this.table.emptied * 4 > this.table.plates + this.table.emptied;
  }

  /** Days with transits that overlap a half-open range of instants, oldest first. */
  daysIn(fromMs: number, toMs: number): readonly IndexedDay[] {
    return [...this.days.values()]
      .filter((day) => day.vector.transits > 0 && day.fromMs < toMs && day.toMs > fromMs)
      .sort((a, b) => a.fromMs - b.fromMs);
  }

  /** Adds a day that is not in the index yet. */
  loadDay(day: number, expected: number): DayVector {
    this.version += 1;
    const vector = new DayVector(expected);
    this.days.set(day, { vector, fromMs: indexDayStartMs(day), toMs: indexDayStartMs(day + 1) });
    return vector;
  }

  /**
   * Applies the changes between two database states. Their order does not matter, because counts are summed before any
   * is applied.
   */
  apply(changes: readonly DayChange[]): void {
    this.version += 1;
    for (const { firstSeen, lastSeen } of changes) this.passages.drop(firstSeen, lastSeen);
    const plates = new Map<string, PlateChange>();
    for (const change of changes) if (isIndexable(change.plate)) plates.set(change.plate, mergeChange(plates, change));
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

  /** Adds a plate that the day does not have yet. Used while loading. */
  appendToDay(vector: DayVector, ordinal: number, n: number): void {
    vector.append(ordinal, n);
    this.table.changeDays(ordinal, 1);
  }

  private changeDayOfPlate(vector: DayVector, ordinal: number, n: number): void {
    const { before, after } = vector.change(ordinal, n);
    this.table.changeDays(ordinal, Number(after > 0) - Number(before > 0));
  }

  private changeDay(day: number, sums: ReadonlyMap<number, number>): void {
    const vector = this.days.get(day)?.vector ?? this.loadDay(day, 1024);
    this.openDays.delete(day);
    this.openDays.add(day);
    for (const [ordinal, n] of sums) if (n !== 0) this.changeDayOfPlate(vector, ordinal, n);
    const [oldest] = this.openDays;
    if (this.openDays.size > MAX_OPEN_DAYS && oldest !== undefined) {
      this.openDays.delete(oldest);
      this.days.get(oldest)?.vector.releasePositionTable();
    }
    if (vector.transits > 0) return;
    this.days.delete(day);
    this.openDays.delete(day);
  }
}

const indexDayStartMs = (day: number): number => romeDayStart(toIsoInstant(day * DAY_MS).slice(0, 10));

/** Merges a change into the earlier ones of its plate. Removed transits do not change first and last seen. */
function mergeChange(
  earlierChanges: ReadonlyMap<string, PlateChange>,
  { plate, n, firstSeen, lastSeen }: PlateChange,
): PlateChange {
  const before = earlierChanges.get(plate) ?? { n: 0, firstSeen: 0xffff_ffff, lastSeen: 0 };
  return {
    plate,
    n: before.n + n,
    firstSeen: n > 0 ? Math.min(before.firstSeen, firstSeen) : before.firstSeen,
    lastSeen: n > 0 ? Math.max(before.lastSeen, lastSeen) : before.lastSeen,
  };
}
