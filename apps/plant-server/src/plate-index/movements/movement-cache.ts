import { readNightRows } from './movements.repository.ts';
import type { Runner } from '../../database/sql-statement.ts';
import type { PartialDay } from './partial-day-movements.ts';
import { NightPassages } from './night-passages.ts';
import type { PlateTable } from '../plate-table.ts';

/** Numbers stored for a plate on a notable day, in this order (`movement_day`). Jumps are stored only as 0 or 1. */
const FIELDS = 5;
const [NIGHT, LOOPS, NIGHT_LOOPS, GATES, JUMPS] = [0, 1, 2, 3, 4] as const;
const MAX_BYTE = 255;
/** A week, the four weeks before it and one partial day need 36. */
const MAX_CACHED_DAYS = 64;

const SELECT_VERSIONS = `select v.day - date '1970-01-01' as day, v.version::text as version from movement_day_version as v
  where v.day = any(array(select date '1970-01-01' + n from unnest($1::int[]) as n))`;

/**
 * Reads a day joined into one text, which costs a third of single rows; a plate contains neither space nor comma.
 * Version and rows come from one snapshot.
 */
const SELECT_DAY = `select v.version::text as version, (
    select string_agg(concat_ws(' ', d.plate, d.night, d.loops, d.night_loops, d.gates, least(d.jumps, 1)), ',' order by d.plate)
    from movement_day as d where d.day = v.day) as rows
  from movement_day_version as v where v.day = date '1970-01-01' + $1::int`;

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
    const versions = await runner.run<{ day: number; version: string }>({
      name: 'movement-versions',
      text: SELECT_VERSIONS,
      values: [days],
    });
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
    const [found] = await runner.run<{ version: string; rows: string | null }>({
      name: 'movement-day',
      text: SELECT_DAY,
      values: [day],
    });
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
