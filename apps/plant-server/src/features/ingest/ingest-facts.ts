import type { Runner } from '../../database/statement.ts';
import { type GateRow, readGateNames, readGates } from '../gates/gates.public.ts';
import { readSettings, type PlantSettings } from '../../settings/plant-settings.ts';

/** What every read is held against. */
export interface IngestFacts {
  readonly settings: PlantSettings;
  readonly gates: ReadonlyMap<number, GateRow>;
  /** Gates by folded name, former names included. */
  readonly gateNames: ReadonlyMap<string, number>;
}

export interface IngestFactsCache {
  /** Gates and settings, at most 10 s old; when a gate of `wanted` is not among them, at most 1 s old. */
  read(wanted: readonly number[]): Promise<IngestFacts>;
  /** Reads anew at the next call: gates were made or changed. */
  forget(): void;
}

const FRESH_MS = 10_000;
/** A camera with a wrong gate number must not make every batch read all gates. */
const FRESH_FOR_UNKNOWN_MS = 1_000;

/** Keeps gates and settings in memory: they change a few times a year and are asked for with every batch. */
export function createIngestFacts(runner: Runner): IngestFactsCache {
  let kept: { readonly facts: IngestFacts; readonly at: number } | null = null;
  return {
    async read(wanted) {
      const age = kept === null ? Number.POSITIVE_INFINITY : performance.now() - kept.at;
      const isComplete = kept !== null && wanted.every((id) => kept?.facts.gates.has(id) === true);
      if (kept !== null && age < (isComplete ? FRESH_MS : FRESH_FOR_UNKNOWN_MS)) return kept.facts;
      const [settings, rows, gateNames] = [
        await readSettings(runner),
        await readGates(runner),
        await readGateNames(runner),
      ];
      kept = {
        facts: { settings, gates: new Map(rows.map((row) => [row.id, row])), gateNames },
        at: performance.now(),
      };
      return kept.facts;
    },
    forget() {
      kept = null;
    },
  };
}
