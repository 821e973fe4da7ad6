import type { DayMovements } from './day-movements.ts';
import type { PlateTable } from '../plate-table.ts';

/** Passages and loops in a part of a night, by the position of the plate in its `DayMovements`. */
export interface NightCounts {
  readonly nights: Uint16Array;
  readonly loops: Uint16Array;
}

/**
 * Times of all passages between 00:00 and 05:00 of a day, from which the counts of any part of that night follow. Nine
 * bytes per passage.
 */
export class NightPassages {
  readonly version: string;
  private readonly size: number;
  /**
   * Per passage: position of the plate in the day, milliseconds since the start of the day, and 1 if the passage
   * completed a loop.
   */
  private readonly positions: Uint32Array;
  private readonly times: Uint32Array;
  private readonly loopFlags: Uint8Array;

  /**
   * @param passages plate, milliseconds and 0 or 1 joined by spaces, passages joined by commas; plates that the day
   * does not contain are skipped
   */
  constructor(version: string, passages: string, day: DayMovements, table: PlateTable) {
    this.version = version;
    this.size = day.ids.length;
    const lines = passages === '' ? [] : passages.split(',');
    this.positions = new Uint32Array(lines.length);
    this.times = new Uint32Array(lines.length);
    this.loopFlags = new Uint8Array(lines.length);
    const fields = lines.map((line) => line.split(' '));
    const ids = table.findAll(fields.map(([plate = '']) => plate));
    const positionById = new Map(Array.from(day.ids, (id, position) => [id, position] as const));
    let at = 0;
    for (const [line, [, ms, round]] of fields.entries()) {
      const position = positionById.get(ids[line] ?? -1);
      if (position === undefined) continue;
      this.positions[at] = position;
      this.times[at] = Number(ms);
      this.loopFlags[at] = Number(round);
      at += 1;
    }
    this.positions = this.positions.subarray(0, at);
  }

  get bytes(): number {
    return this.times.length * 9;
  }

  /** Counts between two times of the day, in milliseconds since its start, half-open. */
  counts(fromMs: number, toMs: number): NightCounts {
    const { positions, times, loopFlags } = this;
    const nights = new Uint16Array(this.size);
    const loops = new Uint16Array(this.size);
    for (let at = 0; at < positions.length; at += 1) {
      const time = times[at] ?? 0;
      if (time < fromMs || time >= toMs) continue;
      const position = positions[at] ?? 0;
      nights[position] = (nights[position] ?? 0) + 1;
      loops[position] = (loops[position] ?? 0) + (loopFlags[at] ?? 0);
    }
    return { nights, loops };
  }
}
