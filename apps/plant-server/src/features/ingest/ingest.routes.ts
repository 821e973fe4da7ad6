import { ingestGates, ingestReads } from '@varco/contract/plant/ingest.ts';
import { msOf } from '@varco/domain/time/rome.ts';
import { implement } from '@varco/server-kit/http/implement.ts';
import type { PlantApp, PlantDeps } from '../../plant/plant-app.ts';
import { takeReads } from './take-reads.ts';

/**
 * Reads of cameras (decisions, "Cameras"). No entry in the consultation log: the rows are the record, and ingest goes on
 * when the log does not (security rules, part 6).
 */
export function ingestRoutes(app: PlantApp, { store, ingestFacts, ingestRates }: PlantDeps): void {
  implement(app, ingestReads, async ({ body }, ctx) => {
    const { key } = ctx.viewer;
    if (key.kind === 'camera') ingestRates.spend(key.id, body.reads.length);
    const facts = await ingestFacts.read(body.reads.map((read) => read.varco_id));
    return { results: await takeReads(store, key, facts, body.reads, msOf(ctx.now())) };
  });

  implement(app, ingestGates, async (_input, { viewer: { key } }) => {
    const { settings, gates } = await ingestFacts.read([]);
    const own = [...gates.values()].filter((gate) => key.gates === null || key.gates.includes(gate.id));
    return {
      plant: { label: settings.label, code: settings.code },
      can_create_gates: key.kind === 'import' && key.gates === null,
      objects: own.map(({ id, fullname }) => ({ id, fullname })),
    };
  });
}
