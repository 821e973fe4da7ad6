import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BackedUpPlant, makeBackedUpPlant } from '../testing/backed-up-plant.ts';

const WORLD_MS = 240_000;

let plant: BackedUpPlant;
beforeAll(async () => {
  plant = await makeBackedUpPlant(18_874);
  await backup('--init', '--repository', plant.repository);
  await plant.start();
}, WORLD_MS);
afterAll(() => plant?.remove());

const backup = (...args: string[]) => plant.varco('backup', 'plant-borgo', ...args);

/** An instant after everything that was acknowledged so far. */
const readClock = async (): Promise<string> => {
  const [row] = await plant.query<{ now: string }>('select clock_timestamp()::text as now');
  return new Date(Date.parse(row?.now ?? '') + 1).toISOString();
};

/** Sends reads and returns an instant at which they are there and nothing later is. */
async function sendUntil(...plates: readonly string[]): Promise<string> {
  await plant.send(plates);
  return readClock();
}

/** Restores onto an empty machine and starts the server; returns the plates that came back. */
async function restoreTo(to: string): Promise<readonly string[]> {
  await plant.archive();
  await plant.kill();
  await rm(plant.dataDir, { recursive: true });
  const { code, err } = await plant.varco('restore', 'plant-borgo', '--to', to);
  expect([code, err]).toEqual([0, '']);
  await plant.start();
  return plant.plates();
}

// Servers are started and stopped within tests; how long that takes is the machine's affair.
describe('restorations without a backup in between', { timeout: WORLD_MS }, () => {
  const at: Record<'first' | 'second' | 'third' | 'afterFirst' | 'afterAgain', string> = {
    ...{ first: '', second: '', third: '', afterFirst: '', afterAgain: '' },
  };

  test('to an instant, then to the same one, and to an older one', async () => {
    await plant.send(['AA000AA']);
    expect((await backup()).code).toBe(0);
    at.first = await sendUntil('AA001AA');
    at.second = await sendUntil('AA002AA');
    await plant.send(['AA003AA']);
    await plant.archive();
    // Finished on what the restorations leave.
    expect((await backup()).code).toBe(0);
    at.third = await sendUntil('AA004AA');
    await plant.send(['AA005AA']);
    expect(await restoreTo(at.second)).toEqual(['AA000AA', 'AA001AA', 'AA002AA']);
    at.afterFirst = await sendUntil('BB001BB');
    await plant.send(['BB002BB']);
    expect(await restoreTo(at.second)).toEqual(['AA000AA', 'AA001AA', 'AA002AA']);
    at.afterAgain = await sendUntil('CC001CC');
    await plant.send(['CC002CC']);
    expect(await restoreTo(at.first)).toEqual(['AA000AA', 'AA001AA']);
  });

  test('to the end: what the newest restoration led to, not what it left', async () => {
    await plant.send(['DD001DD']);
    expect(await restoreTo('latest')).toEqual(['AA000AA', 'AA001AA', 'DD001DD']);
    await plant.send(['DD002DD']);
    expect(await restoreTo('latest')).toEqual(['AA000AA', 'AA001AA', 'DD001DD', 'DD002DD']);
  });

  test('to an instant of what an earlier restoration led to, and of what all of them left', async () => {
    expect(await restoreTo(at.afterFirst)).toEqual(['AA000AA', 'AA001AA', 'AA002AA', 'BB001BB']);
    expect(await restoreTo(at.afterAgain)).toEqual(['AA000AA', 'AA001AA', 'AA002AA', 'CC001CC']);
    expect(await restoreTo(at.third)).toEqual(['AA000AA', 'AA001AA', 'AA002AA', 'AA003AA', 'AA004AA']);
  });

  test('a trial and a new backup go on from the newest restoration', async () => {
    await plant.send(['EE001EE']);
    await plant.archive();
    expect(await backup('--verify')).toMatchObject({ code: 0, err: '', out: expect.stringContaining('transit 6,') });
    expect((await backup()).code).toBe(0);
    const afterBackup = await sendUntil('EE002EE');
    await plant.send(['EE003EE']);
    const plates = ['AA000AA', 'AA001AA', 'AA002AA', 'AA003AA', 'AA004AA', 'EE001EE', 'EE002EE'];
    expect(await restoreTo(afterBackup)).toEqual(plates);
  });
});
