import type { Runner } from '../../database/sql-statement.ts';
import { type GateRow, readGateNames, readGates } from '../gates/gates.public.ts';
import { readPlantSettings, type PlantSettings } from '../../settings/plant-settings.repository.ts';

/** Settings and gates that every read is validated against. */
export interface IngestFacts {
  readonly settings: PlantSettings;
  readonly gates: ReadonlyMap<number, GateRow>;
  /** Gates by folded name, former names included. */
  readonly gateNames: ReadonlyMap<string, number>;
}

export interface IngestFactsCache {
  /** Returns gates and settings, at most 10 s old; at most 1 s old when a gate of `wanted` is missing. */
  get(requested: readonly number[]): Promise<IngestFacts>;
  /** Discards the cached values after gates were changed. */
  invalidate(): void;
}

const MAX_AGE_MS = 10_000;
/** Limits how often a camera with a wrong gate id can cause a reload. */
const MAX_AGE_FOR_UNKNOWN_GATE_MS = 1_000;

/** Caches gates and settings: they change a few times a year but are needed for every batch. */
export function createIngestFactsCache(runner: Runner): IngestFactsCache {
  let cached: { readonly facts: IngestFacts; readonly at: number } | null = null;
  return {
    async get(requested) {
      const age = cached === null ? Number.POSITIVE_INFINITY : performance.now() - cached.at;
      const isComplete = cached !== null && requested.every((id) => cached?.facts.gates.has(id) === true);
      if (cached !== null && age < (isComplete ? MAX_AGE_MS : MAX_AGE_FOR_UNKNOWN_GATE_MS)) return cached.facts;
      const [settings, rows, gateNames] = [
        await readPlantSettings(runner),
        await readGates(runner),
        await readGateNames(runner),
      ];
      cached = {
        facts: { settings, gates: new Map(rows.map((row) => [row.id, row])), gateNames },
        at: performance.now(),
      };
      return cached.facts;
    },
    invalidate() {
      cached = null;
    },
  };
}
