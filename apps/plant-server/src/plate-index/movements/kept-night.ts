import type { KeptDay } from './movement-book.ts';
import type { PlateTable } from '../plate-table.ts';

/** Passages and rounds in a part of a night, by the place of the plate in its `KeptDay`. */
export interface NightCounts {
  readonly nights: Uint16Array;
  readonly loops: Uint16Array;
}

/** When plates passed between 00:00 and 05:00 of a day, which says what any part of that night holds: nine bytes a passage. */
export class KeptNight {
  readonly version: string;
  private readonly size: number;
  /** Places of the plates in the day, milliseconds since it began, and whether the passage ended a round. */
  private readonly places: Uint32Array;
  private readonly times: Uint32Array;
  private readonly rounds: Uint8Array;

  /** `passages`: plate, milliseconds and 0 or 1 joined by spaces, passages by commas. A plate the day does not know is left out. */
  constructor(version: string, passages: string, day: KeptDay, table: PlateTable) {
    this.version = version;
    this.size = day.ids.length;
    const lines = passages === '' ? [] : passages.split(',');
    this.places = new Uint32Array(lines.length);
    this.times = new Uint32Array(lines.length);
    this.rounds = new Uint8Array(lines.length);
    const fields = lines.map((line) => line.split(' '));
    const ids = table.findAll(fields.map(([plate = '']) => plate));
    const placeOf = new Map(Array.from(day.ids, (id, place) => [id, place] as const));
    let at = 0;
    for (const [line, [, ms, round]] of fields.entries()) {
      const place = placeOf.get(ids[line] ?? -1);
      if (place === undefined) continue;
      this.places[at] = place;
      this.times[at] = Number(ms);
      this.rounds[at] = Number(round);
      at += 1;
    }
    this.places = this.places.subarray(0, at);
  }

  get bytes(): number {
    return this.times.length * 9;
  }

  /** What lies between two times of the day, milliseconds since it began, the second not included. */
  counts(fromMs: number, toMs: number): NightCounts {
    const { places, times, rounds } = this;
    const nights = new Uint16Array(this.size);
    const loops = new Uint16Array(this.size);
    for (let at = 0; at < places.length; at += 1) {
      const time = times[at] ?? 0;
      if (time < fromMs || time >= toMs) continue;
      const place = places[at] ?? 0;
      nights[place] = (nights[place] ?? 0) + 1;
      loops[place] = (loops[place] ?? 0) + (rounds[at] ?? 0);
    }
    return { nights, loops };
  }
}
