import {
  companionsOf,
  historiesOf,
  passagesOf,
  totalsOf,
  trafficAt,
  type Beside,
  type CandidateHistory,
  type Companion,
  type TimedRead,
} from './companions.ts';
import type { Runner } from '../../database/statement.ts';
import type { Visibility } from '../../policy/visible-transits.ts';
import type { PlantTraffic } from './plant-traffic.ts';

/**
 * Passages the search for accomplices works on: those of the plant's database, or generated traffic that a benchmark
 * holds in memory.
 */
export interface AccompliceSource {
  readonly traffic: Pick<PlantTraffic, 'reads' | 'plates' | 'firstMs' | 'next'>;
  passages(visible: Visibility, plate: string, maxReads: number): Promise<readonly TimedRead[]>;
  companions(
    visible: Visibility,
    target: string,
    passages: readonly Beside[],
    deltaMs: number,
    minReads: number,
  ): Promise<readonly Companion[]>;
  totals(plates: readonly string[]): Promise<ReadonlyMap<string, number>>;
  histories(
    visible: Visibility,
    plates: readonly string[],
    gates: readonly number[],
    maxReads: number,
  ): Promise<ReadonlyMap<string, CandidateHistory>>;
  trafficAt(passages: readonly Beside[]): Promise<readonly number[]>;
}

/** Source backed by the plant's database. Its statements are cancelled with the call. */
export const databaseSource = (runner: Runner, traffic: PlantTraffic, signal?: AbortSignal): AccompliceSource => ({
  traffic,
  passages: (visible, plate, maxReads) => passagesOf(runner, visible, plate, maxReads, signal),
  companions: (visible, target, passages, deltaMs, minReads) =>
    companionsOf(runner, visible, target, passages, deltaMs, minReads, signal),
  totals: (plates) => totalsOf(runner, plates, signal),
  histories: (visible, plates, gates, maxReads) => historiesOf(runner, visible, plates, gates, maxReads, signal),
  trafficAt: (passages) => trafficAt(runner, passages, signal),
});
