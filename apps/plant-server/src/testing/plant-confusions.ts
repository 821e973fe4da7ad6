import { insertReads } from '../features/ingest/insert-reads.repository.ts';
import { isoMillisAgo } from './reference-search.ts';
import { type TestPlant, USERS } from './test-plant.ts';

const DAY_MS = 86_400_000;

/** Reads of one gate that a person corrected, each in the same character. */
interface ConfusedReads {
  readonly gate: number;
  /** `N<M`: an M that was read as N. */
  readonly pair: string;
  readonly times: number;
  readonly correctedDaysAgo?: number;
}

/**
 * Stores reads of a gate of twenty days ago, and their corrections. Plates are `ZZN00` and so on, for the pair `N<M`
 * corrected to `ZZM00`.
 */
export async function plantConfusions(
  plant: TestPlant,
  { gate, pair, times, correctedDaysAgo = 2 }: ConfusedReads,
): Promise<void> {
  const plates = Array.from({ length: times }, (_, n) => `ZZ${pair.charAt(0)}${String(n).padStart(2, '0')}`);
  const reads = plates.map((plate, n) => ({ gate, plate, at: isoMillisAgo(20 * DAY_MS + gate * 60_000 + n * 1000) }));
  const stored = await insertReads(plant.deps.store, reads);
  for (const [n, { plate, at }] of reads.entries())
    await plant.pool.query(
      `insert into plate_correction (plate, ts, id, corrected, author, reason, made_at) values ($1, $2, $3, $4, $5, 'prova', $6)`,
      [
        plate,
        at,
        stored[n]?.id,
        plate.replace(pair.charAt(0), pair.charAt(2)),
        USERS[0]?.uuid,
        isoMillisAgo(correctedDaysAgo * DAY_MS),
      ],
    );
}
