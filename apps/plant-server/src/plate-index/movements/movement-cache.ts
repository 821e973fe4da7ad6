import { readMovementDay, readMovementVersions } from './cached-days.repository.ts';
import { readNightRows } from './movements.repository.ts';
import type { Runner } from '../../database/sql-statement.ts';
import { DayMovements } from './day-movements.ts';
import type { PartialDay } from './partial-day-movements.ts';
import { NightPassages } from './night-passages.ts';
import type { PlateTable } from '../plate-table.ts';

/** A week, the four weeks before it and one partial day need 36. */
const MAX_CACHED_DAYS = 64;

/** Caches days of `movement_day`. A day is read on first use and again when its version in the database has changed. */
export class MovementCache {
  private readonly table: PlateTable;
  private readonly days = new Map<number, DayMovements>();
  private readonly nights = new Map<number, NightPassages>();

  constructor(table: PlateTable) {
    this.table = table;
  }

  get bytes(): number {
    let bytes = 0;
    for (const day of this.days.values()) bytes += day.bytes;
    for (const night of this.nights.values()) bytes += night.bytes;
    return bytes;
  }

  /** The days (counted since 1970-01-01) in their current version; days without rows are left out. */
  async getDays(runner: Runner, days: readonly number[]): Promise<ReadonlyMap<number, DayMovements>> {
    const versions = await readMovementVersions(runner, days);
    const found = new Map<number, DayMovements>();
    for (const { day, version } of versions) {
      const cached = this.days.get(day);
      found.set(day, cached?.version === version ? cached : await this.readDay(runner, day));
    }
    for (const [day, one] of found) this.storeDay(day, one);
    return found;
  }

  /** The night of a partial day; null when the day has changed in the meantime. */
  async getNight(runner: Runner, day: DayMovements, partialDay: PartialDay): Promise<NightPassages | null> {
    const cached = this.nights.get(partialDay.day);
    if (cached?.version === day.version) return cached;
    const { version, passages } = await readNightRows(runner, partialDay);
    if (version !== day.version) return null;
    const night = new NightPassages(version, passages, day, this.table);
    if (day.isComplete) this.nights.set(partialDay.day, night);
    return night;
  }

  private async readDay(runner: Runner, day: number): Promise<DayMovements> {
    const found = await readMovementDay(runner, day);
    return new DayMovements(found?.version ?? '', found?.rows ?? '', this.table);
  }

  /** Stores a day as the most recently used and evicts the least recently used. */
  private storeDay(day: number, one: DayMovements): void {
    this.days.delete(day);
    if (one.isComplete) this.days.set(day, one);
    const [oldest] = this.days.keys();
    if (this.days.size <= MAX_CACHED_DAYS || oldest === undefined) return;
    this.days.delete(oldest);
    this.nights.delete(oldest);
  }
}
