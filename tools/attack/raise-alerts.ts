import { ingestReads } from '@varco/contract/plant/ingest.ts';
import { buildApiKeyHeader } from '@varco/plant-server/testing/ingest-keys.ts';
import { insertBlacklistRow } from '@varco/plant-server/testing/list-rows.ts';
import { NOW, type TestPlant } from '@varco/plant-server/testing/test-plant.ts';
import { injectJson } from '@varco/server-kit/testing/inject-json.ts';
import { DECOYS } from './decoy-plates.ts';

const GATES = [1, 2, 3, 4];

/** Lists some plates and reads them at every gate, so that the calls about alerts have something to be about. */
export async function raiseAlerts(plant: TestPlant): Promise<void> {
  for (const plate of DECOYS) await insertBlacklistRow(plant.pool, plate);
  const reads = DECOYS.flatMap((targa, index) =>
    GATES.map((gate) => ({
      ...{ varco_id: gate, targa, nazione: 'I' },
      data: new Date(Date.parse(NOW) - (index * GATES.length + gate) * 60_000).toISOString(),
    })),
  );
  const { status } = await injectJson(
    plant.app,
    ingestReads,
    { body: { reads } },
    { headers: buildApiKeyHeader('all') },
  );
  if (status !== 200) throw new Error(`reads of listed plates were answered with ${status}`);
  await plant.deps.alerts.publishPending();
}
