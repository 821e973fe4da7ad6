import { ingestReads } from '@varco/contract/plant/ingest.ts';
import { searchTransits } from '@varco/contract/plant/transits.ts';
import { createTestDatabase, type TestDatabase } from '@varco/server-kit/testing/test-database.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { PLANT_MIGRATIONS } from './plant-database.ts';
import { openTestStream } from './testing/alert-stream.ts';
import { buildApiKeyHeader } from './testing/ingest-keys.ts';
import { createPlantProcess, type PlantProcess } from './testing/plant-process.ts';

/** Long enough for a few calls on a busy machine. */
const DRAIN_S = 10;

let database: TestDatabase;
let plant: PlantProcess;
beforeAll(async () => {
  database = await createTestDatabase('stop', ...PLANT_MIGRATIONS);
  plant = await createPlantProcess({ external: database, env: { VARCO_DRAIN_S: String(DRAIN_S) } });
  await plant.start();
}, 60_000);
afterAll(async () => {
  await plant.remove();
  await database.drop();
}, 60_000);

test('a process that is stopped says so first, still answers, announces the end of its streams, and writes down what it counted', async () => {
  const person = await plant.signIn();
  const token = person['authorization']?.replace('Bearer ', '') ?? '';
  const stream = await openTestStream(plant.origin, token, { alerts: ['blacklist'] });
  expect(stream.status).toBe(200);
  const ending = plant.stop();
  await vi.waitFor(async () => {
    const ready = await plant.get('/ready');
    expect([ready.status, await ready.json()]).toMatchObject([503, { status: 'stopping' }]);
  }, 8_000);
  const reads = ['EX001TE', 'EX002TE'].map((targa) => ({ varco_id: 1, targa, data: new Date().toISOString() }));
  const taken = await plant.post(ingestReads.path, { reads }, buildApiKeyHeader('all'));
  expect(await taken.json()).toMatchObject({ results: [{ state: 'stored' }, { state: 'stored' }] });
  const found = await plant.post(searchTransits.path, { f_targa: 'EX00*' }, person);
  expect(await found.json()).toMatchObject({ objects: [{ varco_id: 1 }, { varco_id: 1 }] });
  const events = [];
  for (let event = await stream.nextEvent(); event !== null; event = await stream.nextEvent()) events.push(event.event);
  expect(events.at(-1)).toBe('reopen');
  expect(await ending).toBe(0);
  const counted = await plant.withDatabase((pool) =>
    pool.query(`select sum(n)::int as n from ingest_tally where outcome = 'stored'`),
  );
  expect(counted.rows).toEqual([{ n: 2 }]);
}, 60_000);
