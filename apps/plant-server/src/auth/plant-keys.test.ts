import { Client } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestPlant, type TestPlant } from '../testing/test-plant.ts';
import { loadKeyRing } from '@varco/server-kit/keys/key-store.repository.ts';
import { PLANT_KEYS } from './plant-keys.ts';
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
  const load = () => loadKeyRing(plant.deps.pool, KEY, PLANT_KEYS);
  await retireKeys();
  const first = await load();
  expect((await load()).current.kid).toBe(first.current.kid);
  await retireKeys();
  const [one, other] = await Promise.all([load(), load()]);
  expect(one.current.kid).not.toBe(first.current.kid);
  expect([one.previous?.kid, other.previous?.kid]).not.toContain(first.current.kid);
});
