import { afterEach, expect, test } from 'vitest';
import { createCredential } from '../../../test/plant-sessions.ts';
import { limitPlantCalls } from './limit-plant-calls.ts';
import { clearPlants, setPlants } from './plant-store.ts';

afterEach(clearPlants);

const listPlants = (count: number): void =>
  setPlants(
    new Map(Array.from({ length: count }, (_, i) => [`c${i}`, createCredential({ url: `https://p${i}.example` })])),
    [],
  );
/** Starts three calls to `c0`, which does not answer, and one to `c1`; returns those that were sent. */
async function sendCalls(): Promise<readonly string[]> {
  const sent: string[] = [];
  for (const [plant, name] of [
    ['c0', 'a'],
    ['c0', 'b'],
    ['c0', 'c'],
    ['c1', 'd'],
  ] as const)
    void limitPlantCalls(plant, () => {
      sent.push(name);
      return new Promise(() => undefined);
    });
  await Promise.resolve();
  return sent;
}

test('of many plants one that does not answer takes two connections, and another is called', async () => {
  listPlants(65);
  expect(await sendCalls()).toEqual(['a', 'b', 'd']);
});

test('of few plants every call is sent at once', async () => {
  listPlants(64);
  expect(await sendCalls()).toEqual(['a', 'b', 'c', 'd']);
});
