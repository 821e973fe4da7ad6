import type { DatabaseUse } from '../sizing/disk-use.ts';
import type { Times } from '../stats.ts';

/** Engines that the bench compares, in the order of the table. */
export const ENGINES = ['one PostgreSQL', 'Citus cluster', 'ClickHouse'] as const;
export type EngineLabel = (typeof ENGINES)[number];

/** What was measured on one engine; null: unknown, or the engine has no such thing. */
export interface EngineCosts {
  readonly engine: EngineLabel;
  /** Warm times of each class of search. */
  readonly classes: Readonly<Record<string, Times | null>>;
  readonly readsPerSecond: number;
  readonly singleReadsPerSecond: number;
  /** Seconds until the plant, or the engine, answers; until the copies in memory are complete. */
  readonly readySeconds: number;
  readonly loadedSeconds: number | null;
  readonly plantMb: number | null;
  readonly databaseMb: number | null;
  readonly storedTransits: number;
  readonly diskBytes: DatabaseUse | { readonly all: number };
  readonly cpuMsPerRead: number | null;
  readonly cpuMsPerSearch: number | null;
  /** Share of one core that is used while nothing happens. */
  readonly idleCores: number | null;
}

/** Exact totals of each class, by the number of its query; null: not answered. */
export type Totals = Readonly<Record<string, readonly (number | null)[]>>;

/** Totals that two engines give differently. A query that one of them does not answer in its time is not compared. */
export function findDifferences(
  first: { readonly engine: string; readonly totals: Totals },
  second: { readonly engine: string; readonly totals: Totals },
): { readonly compared: number; readonly lines: readonly string[] } {
  let compared = 0;
  const lines: string[] = [];
  for (const [id, totals] of Object.entries(first.totals))
    for (const [i, ours] of totals.entries()) {
      const theirs = second.totals[id]?.[i] ?? null;
      if (ours === null || theirs === null) continue;
      compared += 1;
      if (ours !== theirs) lines.push(`${id} ${i}: ${first.engine} ${ours}, ${second.engine} ${theirs}`);
    }
  return { compared, lines };
}
