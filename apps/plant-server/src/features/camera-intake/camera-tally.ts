import { toIsoInstant } from '@varco/domain/time/rome.ts';
import { retryTransaction } from '../../database/retry-transaction.ts';
import type { Runner } from '../../database/sql-statement.ts';
import { addHourCounts, COUNTED, type Counted, type HourCounts } from './camera-hours.repository.ts';

const HOUR_MS = 3_600_000;
/** Samples kept between two writes. */
const MAX_SAMPLES = 50;
/** Larger errors are no clock errors but a clock that was never set; the column holds 24 days. */
const MAX_CLOCK_ERROR_MS = 20 * 24 * HOUR_MS;

/** What one message adds; `messages` is 1 unless it arrived earlier. */
export interface MessageCounts extends Partial<Readonly<Record<Counted, number>>> {
  readonly clockErrors?: readonly number[];
}

/** Counts what each camera sends. */
export interface CameraTally {
  count(camera: number, counts: MessageCounts): void;
  /** Adds the counts since the last flush to the table; a crash loses at most those. */
  flush(): Promise<void>;
}

type Mutable<T> = { -readonly [P in keyof T]: T[P] };
interface Pending extends Mutable<Omit<HourCounts, 'counts' | 'clockErrors'>> {
  readonly counts: Record<Counted, number>;
  readonly clockErrors: number[];
}

const noCounts = (): Record<Counted, number> => ({
  messages: 0,
  reads: 0,
  no_plate: 0,
  low_confidence: 0,
  repeated: 0,
  joined: 0,
  refused: 0,
  heartbeats: 0,
});

/** The later of two ISO instants in UTC; null: neither. */
const later = (one: string | null, other: string | null): string | null =>
  one === null || (other !== null && other > one) ? other : one;

/** Counts in memory, so that a message stays cheap; several processes of a plant add to the same table. */
export function createCameraTally(runner: Runner, now: () => Date): CameraTally {
  let pending = new Map<string, Pending>();

  function merge(more: HourCounts): void {
    const key = `${more.hour} ${more.camera}`;
    const own = pending.get(key) ?? { ...more, counts: noCounts(), clockErrors: [] };
    for (const name of COUNTED) own.counts[name] += more.counts[name];
    own.clockErrors.push(...more.clockErrors.slice(0, MAX_SAMPLES - own.clockErrors.length));
    own.lastMessage = later(own.lastMessage, more.lastMessage);
    own.lastRead = later(own.lastRead, more.lastRead);
    pending.set(key, own);
  }

  return {
    count(camera, { clockErrors = [], ...counts }) {
      const nowMs = now().getTime();
      const at = toIsoInstant(nowMs);
      merge({
        camera,
        hour: toIsoInstant(Math.floor(nowMs / HOUR_MS) * HOUR_MS),
        counts: { ...noCounts(), messages: 1, ...counts },
        clockErrors: clockErrors.filter((ms) => Math.abs(ms) <= MAX_CLOCK_ERROR_MS).map(Math.round),
        lastMessage: counts.messages === 0 ? null : at,
        lastRead: (counts.reads ?? 0) > 0 ? at : null,
      });
    },
    async flush() {
      const taken = [...pending.values()];
      pending = new Map();
      // By camera, so that two processes do not deadlock.
      taken.sort((a, b) => a.camera - b.camera || (a.hour < b.hour ? -1 : 1));
      for (const [at, hour] of taken.entries()) {
        try {
          await retryTransaction(() => addHourCounts(runner, hour));
        } catch (error) {
          for (const left of taken.slice(at)) merge(left);
          throw error;
        }
      }
    },
  };
}
