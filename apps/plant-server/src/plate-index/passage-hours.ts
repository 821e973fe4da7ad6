/** The plates that passed in one hour, minute by minute, by ordinal; a plate that passed twice is there twice. */
export interface HourPassages {
  readonly ordinals: Uint32Array;
  /** Where each of the 60 minutes begins in `ordinals`; the 61st entry is their end. */
  readonly minuteStarts: Uint32Array;
}

export const MINUTE_MS = 60_000;
export const HOUR_MS = 3_600_000;
export const HOUR_MINUTES = 60;

/** About 60 half days of a plant with 500 000 transits a day. */
const MAX_BYTES = 64e6;

/** Reads hours, given as a half-open range counted since 1970, from the database. */
type HoursReader = (from: number, to: number) => Promise<ReadonlyMap<number, HourPassages>>;

/**
 * Hours that windows cut out of a day, cached because a page, its count and the next page need the same ones. An hour in
 * which a transit is added or removed is read again.
 */
export class PassageHours {
  private readonly hours = new Map<number, HourPassages>();
  /** For each read under way, the hours that changed since it began: what it read of them is not cached. */
  private readonly reads = new Set<Set<number>>();
  private storedBytes = 0;

  get bytes(): number {
    return this.storedBytes;
  }

  /** True when all these hours are in memory. */
  has(from: number, to: number): boolean {
    for (let hour = from; hour < to; hour += 1) if (!this.hours.has(hour)) return false;
    return true;
  }

  /** Hours of a half-open range. Those that are not in memory are read, neighbours in one statement. */
  async get(from: number, to: number, read: HoursReader): Promise<readonly HourPassages[]> {
    const found = new Map<number, HourPassages>();
    const missing: { from: number; to: number }[] = [];
    for (let hour = from; hour < to; hour += 1) {
      const cached = this.hours.get(hour);
      if (cached !== undefined) {
        found.set(hour, cached);
        this.store(hour, cached);
        continue;
      }
      const last = missing.at(-1);
      if (last?.to === hour) last.to += 1;
      else missing.push({ from: hour, to: hour + 1 });
    }
    const changed = new Set<number>();
    this.reads.add(changed);
    try {
      for (const hours of await Promise.all(missing.map((range) => read(range.from, range.to))))
        for (const [hour, passages] of hours) {
          found.set(hour, passages);
          if (!changed.has(hour)) this.store(hour, passages);
        }
    } finally {
      this.reads.delete(changed);
    }
    return Array.from({ length: to - from }, (_, n) => found.get(from + n) ?? EMPTY_HOUR);
  }

  /** Drops the hours from one second to another, both included, because transits in them were added or removed. */
  drop(firstSecond: number, lastSecond: number): void {
    const [first, last] = [firstSecond, lastSecond].map((second) => Math.floor((second * 1000) / HOUR_MS));
    for (let hour = first ?? 0; hour <= (last ?? 0); hour += 1) {
      this.storedBytes -= getBytes(this.hours.get(hour));
      this.hours.delete(hour);
      for (const changed of this.reads) changed.add(hour);
    }
  }

  /** Stores an hour as the most recently used and evicts the least recently used. */
  private store(hour: number, passages: HourPassages): void {
    this.storedBytes += getBytes(passages) - getBytes(this.hours.get(hour));
    this.hours.delete(hour);
    this.hours.set(hour, passages);
    for (const [oldest, old] of this.hours) {
      if (this.storedBytes <= MAX_BYTES) return;
      this.storedBytes -= getBytes(old);
      this.hours.delete(oldest);
    }
  }
}

const EMPTY_HOUR: HourPassages = {
  ordinals: new Uint32Array(0),
  minuteStarts: new Uint32Array(HOUR_MINUTES + 1),
};

const getBytes = (passages: HourPassages | undefined): number =>
  passages === undefined ? 0 : passages.ordinals.byteLength + passages.minuteStarts.byteLength;
