import type { Runner } from '../store/statement.ts';
import type { PlateTable } from './plate-table.ts';

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

/** What plates did on a day that tells something, in the order of the plates: nine bytes each. */
export class KeptDay {
  readonly version: string;
  /** Numbers of the plates in the index. */
  readonly ids: Uint32Array;
  /** False: a plate came in after the index was read. It is left out, and the day must be read again. */
  readonly isWhole: boolean;
  private readonly values: Uint8Array;
  /** Numbers too big for a byte, by place in `values`. */
  private readonly big = new Map<number, number>();

  /** `rows`: fields joined by spaces, rows by commas. */
  constructor(version: string, rows: string, table: PlateTable) {
    this.version = version;
    const lines = rows === '' ? [] : rows.split(',');
    const ids = new Uint32Array(lines.length);
    this.values = new Uint8Array(lines.length * FIELDS);
    let size = 0;
    for (const line of lines) {
      const [plate = '', ...numbers] = line.split(' ');
      const id = table.find(plate);
      if (id < 0) continue;
      ids[size] = id;
      for (const [field, text] of numbers.entries()) this.set(size * FIELDS + field, Number(text));
      size += 1;
    }
    this.ids = ids.subarray(0, size);
    this.isWhole = size === lines.length;
  }

  get bytes(): number {
    return this.ids.byteLength + this.values.byteLength;
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

  constructor(table: PlateTable) {
    this.table = table;
  }

  get bytes(): number {
    let bytes = 0;
    for (const day of this.days.values()) bytes += day.bytes;
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
    if (this.days.size > MOST_DAYS && oldest !== undefined) this.days.delete(oldest);
  }
}
