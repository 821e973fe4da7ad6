import { expect, it } from 'vitest';
import { listGates } from '@varco/contract/plant/gates.ts';
import { searchTransits } from '@varco/contract/plant/transits.ts';
import { startTestPlant, type TestPlant } from '../../testing/test-plant.ts';

const statuses = async (plant: TestPlant, times: number): Promise<number[]> => {
  const found: number[] = [];
  for (let i = 0; i < times; i += 1) found.push((await plant.call(searchTransits, { body: {} }, 'operatore')).status);
  return found;
};

it('a demo plant is slow and fails one consultation in n, as its settings say; the rest goes on', async () => {
  const plant = await startTestPlant({ faults: { slowMs: 60, failOneIn: 3 } }, { isDemo: true });
  const started = performance.now();
  expect(await statuses(plant, 6)).toEqual([200, 200, 503, 200, 200, 503]);
  expect(performance.now() - started).toBeGreaterThan(6 * 55);
  expect((await plant.call(listGates, { query: {} }, 'operatore')).status).toBe(200);
  await plant.close();
});

it('outside the demo the same settings do nothing', async () => {
  const plant = await startTestPlant({ faults: { slowMs: 5000, failOneIn: 1 } });
  expect(await statuses(plant, 2)).toEqual([200, 200]);
  await plant.close();
});
