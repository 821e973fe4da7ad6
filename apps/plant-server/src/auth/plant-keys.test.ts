import { Client } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestPlant, type TestPlant } from '../testing/test-plant.ts';
import { loadPlantKeys } from './plant-keys.repository.ts';
import { createServerKey } from './server-key.ts';

const KEY = createServerKey(Buffer.alloc(32, 7));

let plant: TestPlant;
beforeAll(async () => {
  plant = await startTestPlant();
});
afterAll(() => plant.close());

/** What the operator does with a key that others know. */
async function retireKeys(): Promise<void> {
  const client = new Client({ connectionString: plant.adminUrl });
  await client.connect();
  await client.query('update plant_key set retired_at = clock_timestamp() where retired_at is null');
  await client.end();
}

it('a key that is retired is replaced at the next start, and neither signs nor verifies any more', async () => {
  const { runner } = plant.deps.store;
  await retireKeys();
  const first = await loadPlantKeys(runner, KEY);
  expect((await loadPlantKeys(runner, KEY)).current.kid).toBe(first.current.kid);
  await retireKeys();
  const [one, other] = await Promise.all([loadPlantKeys(runner, KEY), loadPlantKeys(runner, KEY)]);
  expect(one.current.kid).not.toBe(first.current.kid);
  expect([one.previous?.kid, other.previous?.kid]).not.toContain(first.current.kid);
});
