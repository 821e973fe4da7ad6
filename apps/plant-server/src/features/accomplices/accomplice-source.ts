import {
  findCotravellingPlates,
  readCandidateHistories,
  readNewestPassages,
  readPlateTotals,
  readTrafficAt,
  type GateTime,
  type CandidateHistory,
  type CotravellingPlate,
  type TimedRead,
} from './cotravelling-plates.repository.ts';
import type { Runner } from '../../database/sql-statement.ts';
import type { Visibility } from '../../policy/visible-transits.sql.ts';
import type { PlantTraffic } from './plant-traffic.ts';

/**
 * Passages the search for accomplices works on: those of the plant's database, or generated traffic that a benchmark
 * holds in memory.
 */
export interface AccompliceSource {
  readonly traffic: Pick<PlantTraffic, 'reads' | 'plates' | 'firstMs' | 'next'>;
  readPassages(visible: Visibility, plate: string, maxReads: number): Promise<readonly TimedRead[]>;
  findCotravellingPlates(
    visible: Visibility,
    target: string,
    readPassages: readonly GateTime[],
    deltaMs: number,
    minReads: number,
  ): Promise<readonly CotravellingPlate[]>;
  readTotals(plates: readonly string[]): Promise<ReadonlyMap<string, number>>;
  readHistories(
    visible: Visibility,
    plates: readonly string[],
    gates: readonly number[],
    maxReads: number,
  ): Promise<ReadonlyMap<string, CandidateHistory>>;
  readTrafficAt(readPassages: readonly GateTime[]): Promise<readonly number[]>;
}

/** Source backed by the plant's database. Its statements are cancelled with the call. */
export const createDatabaseSource = (
  runner: Runner,
  traffic: PlantTraffic,
  signal?: AbortSignal,
): AccompliceSource => ({
  traffic,
  readPassages: (visible, plate, maxReads) => readNewestPassages(runner, visible, plate, maxReads, signal),
  findCotravellingPlates: (visible, target, passages, deltaMs, minReads) =>
    findCotravellingPlates(runner, visible, target, passages, deltaMs, minReads, signal),
  readTotals: (plates) => readPlateTotals(runner, plates, signal),
  readHistories: (visible, plates, gates, maxReads) =>
    readCandidateHistories(runner, visible, plates, gates, maxReads, signal),
  readTrafficAt: (passages) => readTrafficAt(runner, passages, signal),
});
