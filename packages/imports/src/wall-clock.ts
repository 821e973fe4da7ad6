/** A local time without zone. */
export interface WallClock {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
  readonly milli: number;
}

const HOUR_MS = 3_600_000;

/** Converts local times of one zone into instants. */
export interface Zone {
  /** ISO instant; for the hour repeated in autumn the first one. Null: no such day, or an hour skipped in spring. */
  instantOf(wall: WallClock): string | null;
}

/** Throws RangeError when `name` is not a time zone. */
export function openZone(name: string): Zone {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone: name,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  const offsets = new Map<number, number>();
  /** Offset of the zone from UTC in milliseconds. Offsets change only at quarter hours. */
  const offsetAt = (ms: number): number => {
    const quarter = Math.floor(ms / (HOUR_MS / 4));
    const known = offsets.get(quarter);
    if (known !== undefined) return known;
    const start = quarter * (HOUR_MS / 4);
    const parts = new Map(format.formatToParts(start).map((part) => [part.type, Number(part.value)]));
    const [y = 0, mo = 1, d = 1, h = 0, mi = 0] = (['year', 'month', 'day', 'hour', 'minute'] as const).map((key) =>
      parts.get(key),
    );
    const offset = Date.UTC(y, mo - 1, d, h, mi) - start;
    if (offsets.size > 100_000) offsets.clear();
    offsets.set(quarter, offset);
    return offset;
  };
  return {
    instantOf(wall) {
      const local = Date.UTC(wall.year, wall.month - 1, wall.day, wall.hour, wall.minute, wall.second, wall.milli);
      if (!hasSameFields(local, wall)) return null;
      const candidates = [offsetAt(local - 24 * HOUR_MS), offsetAt(local + 24 * HOUR_MS)]
        .map((offset) => local - offset)
        .filter((ms) => ms + offsetAt(ms) === local);
      return candidates.length === 0 ? null : new Date(Math.min(...candidates)).toISOString();
    },
  };
}

/** False for 31/02, 25:00 and the like, which Date would silently turn into another time. */
function hasSameFields(ms: number, wall: WallClock): boolean {
  const date = new Date(ms);
  return (
    date.getUTCFullYear() === wall.year &&
    date.getUTCMonth() === wall.month - 1 &&
    date.getUTCDate() === wall.day &&
    date.getUTCHours() === wall.hour &&
    date.getUTCMinutes() === wall.minute &&
    date.getUTCSeconds() === wall.second
  );
}
