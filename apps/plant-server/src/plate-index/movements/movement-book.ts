import { nightOfDay } from './movements.ts';
import type { Runner } from '../../database/statement.ts';
import type { DayPart } from './cut-movements.ts';
import { KeptNight } from './kept-night.ts';
import type { PlateTable } from '../plate-table.ts';

/** Numbers kept of a plate and a day that tells something, in this order (`movement_day`); jumps only as none or some. */
const FIELDS = 5;
const [NIGHT, LOOPS, NIGHT_LOOPS, GATES, JUMPS] = [0, 1, 2, 3, 4] as const;
const MOST_IN_A_BYTE = 255;
/** A week, the four before it and a cut day are 36. */
const MOST_DAYS = 64;

const versionsOf = `select v.day - date '1970-01-01' as day, v.version::text as version from movement_day_version as v
  where v.day = any(array(select date '1970-01-01' + n from unnest($1::int[]) as n))`;

/** A day joined into one text, which costs a third of single rows; a plate holds neither space nor comma. Version and rows are of one moment. */
const ONE_DAY = `select v.version::text as version, (
    select string_agg(concat_ws(' ', d.plate, d.night, d.loops, d.night_loops, d.gates, least(d.jumps, 1)), ',' order by d.plate)
    from movement_day as d where d.day = v.day) as rows
  from movement_day_version as v where v.day = date '1970-01-01' + $1::int`;

/** What plates did on a day that tells something, in the order of their numbers: sums of days then go through memory in one direction. Nine bytes each. */
export class KeptDay {
  readonly version: string;
  /** Numbers of the plates in the index. */
  readonly ids: Uint32Array;
  /** Those with a jump, in the order of their texts. */
  readonly jumpers: Uint32Array;
  /** False: a plate came in after the index was read. It is left out, and the day must be read again. */
  readonly isWhole: boolean;
  private readonly values: Uint8Array;
  /** Numbers too big for a byte, by place in `values`. */
  private readonly big = new Map<number, number>();

  /** `rows`: fields joined by spaces, rows by commas, in the order of the plates. */
  constructor(version: string, rows: string, table: PlateTable) {
    this.version = version;
    const lines = rows === '' ? [] : rows.split(',').map((line) => line.split(' '));
    const found = table.findAll(lines.map(([plate = '']) => plate));
    const known = [...lines.keys()].filter((line) => (found[line] ?? -1) >= 0);
    const jumpers = known.filter((line) => lines[line]?.[JUMPS + 1] !== '0');
    this.jumpers = Uint32Array.from(jumpers, (line) => found[line] ?? 0);
    known.sort((a, b) => (found[a] ?? 0) - (found[b] ?? 0));
    this.ids = Uint32Array.from(known, (line) => found[line] ?? 0);
    this.isWhole = known.length === lines.length;
    this.values = new Uint8Array(known.length * FIELDS);
    for (const [at, line] of known.entries())
      for (let field = 0; field < FIELDS; field += 1) this.set(at * FIELDS + field, Number(lines[line]?.[field + 1]));
  }

  get bytes(): number {
    return this.ids.byteLength + this.jumpers.byteLength + this.values.byteLength;
  }

  /** Place of a plate in the day; -1: the day holds nothing of it. */
  placeOf(id: number): number {
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

  jumps(at: number): boolean {
    return this.values[at * FIELDS + JUMPS] !== 0;
  }

  private get(place: number): number {
    const n = this.values[place] ?? 0;
    return n === MOST_IN_A_BYTE ? (this.big.get(place) ?? n) : n;
  }

  private set(place: number, n: number): void {
    this.values[place] = Math.min(n, MOST_IN_A_BYTE);
    if (n >= MOST_IN_A_BYTE) this.big.set(place, n);
  }
}

/** Days of `movement_day` in memory, read when first asked for and again when their version is another. */
export class MovementBook {
  private readonly table: PlateTable;
  private readonly days = new Map<number, KeptDay>();
  private readonly nights = new Map<number, KeptNight>();

  constructor(table: PlateTable) {
    this.table = table;
  }

  get bytes(): number {
    let bytes = 0;
    for (const day of this.days.values()) bytes += day.bytes;
    for (const night of this.nights.values()) bytes += night.bytes;
    return bytes;
  }

  /** The days (since 1970-01-01) as the database holds them now; those without anything to tell are left out. */
  async read(runner: Runner, days: readonly number[]): Promise<ReadonlyMap<number, KeptDay>> {
    const versions = await runner.run<{ day: number; version: string }>({
      name: 'movement-versions',
      text: versionsOf,
      values: [days],
    });
    const found = new Map<number, KeptDay>();
    for (const { day, version } of versions) {
      const kept = this.days.get(day);
      found.set(day, kept?.version === version ? kept : await this.readDay(runner, day));
    }
    for (const [day, one] of found) this.keep(day, one);
    return found;
  }

  /** The night of a day that a window cuts in it; null: the day is another by now. */
  async readNight(runner: Runner, day: KeptDay, part: DayPart): Promise<KeptNight | null> {
    const kept = this.nights.get(part.day);
    if (kept?.version === day.version) return kept;
    const { version, passages } = await nightOfDay(runner, part);
    if (version !== day.version) return null;
    const night = new KeptNight(version, passages, day, this.table);
    if (day.isWhole) this.nights.set(part.day, night);
    return night;
  }

  private async readDay(runner: Runner, day: number): Promise<KeptDay> {
    const [found] = await runner.run<{ version: string; rows: string | null }>({
      name: 'movement-day',
      text: ONE_DAY,
      values: [day],
    });
    return new KeptDay(found?.version ?? '', found?.rows ?? '', this.table);
  }

  /** A day that was used goes last; the one that was not used for longest is let go. */
  private keep(day: number, one: KeptDay): void {
    this.days.delete(day);
    if (one.isWhole) this.days.set(day, one);
    const [oldest] = this.days.keys();
    if (this.days.size <= MOST_DAYS || oldest === undefined) return;
    this.days.delete(oldest);
    this.nights.delete(oldest);
  }
}
