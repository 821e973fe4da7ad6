import { PlateHistory } from '@varco/domain/analysis/plate-history.ts';
import { getRomeOffsetHours } from '@varco/sim/calendar.ts';
import type { AccompliceSource } from '@varco/plant-server/features/accomplices/accomplice-source.ts';
import type {
  CotravellingPlate,
  Meeting,
  TimedRead,
} from '@varco/plant-server/features/accomplices/cotravelling-plates.repository.ts';
import type { SyntheticRead, SyntheticWorld } from './synthetic-world.ts';

const HOUR_MS = 3_600_000;
const FOLLOWED_PERIOD_MS = 7 * 24 * HOUR_MS;
const MAX_LEG_MS = HOUR_MS / 2;

/** One plant's reads as its indexes would return them: by gate and by plate, sorted by time. */
export interface PlantIndex {
  readonly reads: readonly SyntheticRead[];
  readonly byGate: ReadonlyMap<number, readonly SyntheticRead[]>;
  readonly byPlate: ReadonlyMap<string, readonly SyntheticRead[]>;
  readonly allReads: number;
  readonly fromMs: number;
}

export const buildIndexes = (world: SyntheticWorld): readonly PlantIndex[] =>
  world.reads.map((reads, plant) => ({
    reads,
    byGate: Map.groupBy(reads, ({ gate }) => gate),
    byPlate: Map.groupBy(reads, ({ plate }) => plate),
    allReads: world.allReads[plant] ?? 0,
    fromMs: world.fromMs,
  }));

/** Index of the first read at or after an instant. */
export function findFirstFrom(reads: readonly SyntheticRead[], ms: number): number {
  let [low, high] = [0, reads.length];
  while (low < high) {
    const mid = (low + high) >> 1;
    if ((reads[mid]?.timeMs ?? 0) < ms) low = mid + 1;
    else high = mid;
  }
  return low;
}

export const toLocalMs = (ms: number): number => ms + getRomeOffsetHours(ms) * HOUR_MS;

const toTimedRead = ({ plate, gate, timeMs }: SyntheticRead): TimedRead => ({
  id: `${gate} ${timeMs} ${plate}`,
  gate,
  ms: timeMs,
  localMs: toLocalMs(timeMs),
});

/** The plant's accomplice search on in-memory reads. */
export function createMemorySource(index: PlantIndex): AccompliceSource {
  const { byGate, byPlate } = index;
  const next = new Map<number, ReadonlyMap<number, number>>();
  const atGate = (gate: number): readonly SyntheticRead[] => byGate.get(gate) ?? [];
  const inRange = (gate: number, fromMs: number, toMs: number): readonly SyntheticRead[] => {
    const reads = atGate(gate);
    return reads.slice(findFirstFrom(reads, fromMs), findFirstFrom(reads, toMs + 1));
  };
  return {
    traffic: {
      firstMs: async () => index.fromMs,
      reads: async () => index.allReads,
      plates: async () => byPlate.size,
      async next({ toMs }, gate) {
        const known = next.get(gate);
        if (known !== undefined) return known;
        const made = computeNextShares(index, gate, toMs);
        next.set(gate, made);
        return made;
      },
    },
    async readPassages({ fromMs, toMs }, plate, most) {
      const own = (byPlate.get(plate) ?? []).filter(({ timeMs }) => timeMs >= fromMs && timeMs < toMs);
      return own.slice(-most).map(toTimedRead);
    },
    async findCotravellingPlates(_visible, target, passages, deltaMs, least) {
      const met = new Map<string, Meeting[]>();
      passages.forEach(({ gate, ms }, place) => {
        for (const read of inRange(gate, ms - deltaMs, ms + deltaMs)) {
          if (read.plate === target) continue;
          const own = met.get(read.plate) ?? [];
          own.push({ place, id: toTimedRead(read).id, ms: read.timeMs });
          met.set(read.plate, own);
        }
      });
      return [...met].flatMap(([plate, meetings]): CotravellingPlate[] =>
        new Set(meetings.map(({ place }) => place)).size >= least ? [{ plate, meetings }] : [],
      );
    },
    readTotals: async (plates) => new Map(plates.map((plate) => [plate, byPlate.get(plate)?.length ?? 0])),
    async readHistories(_visible, plates, gates, most) {
      const requested = new Set(gates);
      return new Map(
        plates.map((plate) => {
          const own = byPlate.get(plate) ?? [];
          const history = own.filter(({ gate }) => requested.has(gate)).slice(-most);
          return [plate, { reads: own.length, history: new PlateHistory(history.map(toTimedRead)) }];
        }),
      );
    },
    readTrafficAt: async (passages) =>
      passages.map(({ gate, ms }) => {
        const hour = Math.floor(ms / HOUR_MS) * HOUR_MS;
        return inRange(gate, hour, hour + HOUR_MS - 1).length;
      }),
  };
}

/** Shares of the gates where vehicles of a gate were read next within half an hour, over the last week. */
function computeNextShares({ byGate, byPlate }: PlantIndex, gate: number, toMs: number): ReadonlyMap<number, number> {
  const here = (byGate.get(gate) ?? []).filter(({ timeMs }) => timeMs >= toMs - FOLLOWED_PERIOD_MS);
  const counts = new Map<number, number>();
  for (const { plate, timeMs } of here) {
    const own = byPlate.get(plate) ?? [];
    const after = own[findFirstFrom(own, timeMs + 1)];
    if (after !== undefined && after.timeMs - timeMs <= MAX_LEG_MS)
      counts.set(after.gate, (counts.get(after.gate) ?? 0) + 1);
  }
  return new Map([...counts].map(([to, n]) => [to, n / Math.max(1, here.length)]));
}
