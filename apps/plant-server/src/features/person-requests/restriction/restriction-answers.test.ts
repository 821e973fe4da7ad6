import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { printTransits } from '@varco/contract/plant/reports.ts';
import { statistics } from '@varco/contract/plant/statistics.ts';
import { transitHistogram } from '@varco/contract/plant/transit-histogram.ts';
import { listTransitReads } from '@varco/contract/plant/transit-reads.ts';
import { searchTransits } from '@varco/contract/plant/transits.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createRequestClient, parseRequest, passage, startRequestPlant } from '../../../testing/person-requests.ts';
import { REASON, type TestPlant } from '../../../testing/test-plant.ts';
import { insertReads } from '../../ingest/insert-reads.repository.ts';

const MAIN = join(import.meta.dirname, '../../../../../cli/src/main.ts');
const PLATE = 'ZV417RD';
const OTHER = 'ZV418RD';

let plant: TestPlant;
beforeAll(async () => {
  plant = await startRequestPlant({ hasPlateIndex: true });
}, 60_000);
afterAll(() => plant.close());
const { addProven, restrict, announce, lift } = createRequestClient(() => plant);

/** What a page of the search, the counts over time and the statistics say; a pattern is answered by the index in memory. */
async function readAnswers() {
  const search = async (targa: string) => {
    const body = { f_targa: targa, page_size: 50, p: 1 };
    const page = await plant.call(searchTransits, { body }, 'operatore', REASON);
    return searchTransits.response.parse(page.body).objects.map(({ id }) => id);
  };
  const histogram = await plant.call(transitHistogram, { body: { f_targa: 'ZV41*' } }, 'operatore', REASON);
  const period = { dal: '2026-11-19T00:00:00.000Z', al: '2026-11-20T23:00:00.000Z' };
  const counted = await plant.call(statistics, { body: { ...period, per: 'varco' } }, 'operatore', REASON);
  expect([histogram.status, counted.status]).toEqual([200, 200]);
  return {
    exact: await search(PLATE),
    pattern: await search('ZV41*'),
    histogram: { ...transitHistogram.response.parse(histogram.body), took_ms: 0 },
    statistics: { ...statistics.response.parse(counted.body), took_ms: 0 },
  };
}

/** Runs `varco verify rollups`; its exit code. */
const verifyRollUps = (): Promise<number | null> =>
  new Promise((resolve) => {
    const child = spawn(process.execPath, [MAIN, 'verify', 'rollups', '--database', plant.url], {
      stdio: 'ignore',
      env: { PATH: process.env['PATH'] },
    });
    child.once('close', resolve);
  });

test('search by plate and pattern, counts over time, statistics and report lose what is restricted, and say the same as before after lifting', async () => {
  const stored = await insertReads(plant.deps.store, [
    passage(PLATE, { nation: 'I', speed: 50 }),
    passage(PLATE, { gate: 2, nation: 'I', insured: 'no' }),
    passage(OTHER, { gate: 2, nation: 'I' }),
  ]);
  const [first = '', second = '', other = ''] = stored.map(({ id }) => id);
  await expect.poll(async () => (await readAnswers()).pattern.length, { timeout: 20_000 }).toBe(3);
  const before = await readAnswers();
  expect(before.exact.toSorted()).toEqual([first, second].toSorted());

  const { id } = await addProven({ targa: PLATE, tipo: 'restriction' });
  parseRequest(await restrict(id, 2));
  await expect.poll(async () => (await readAnswers()).pattern, { timeout: 20_000 }).toEqual([other]);
  const meanwhile = await readAnswers();
  expect(meanwhile.exact).toEqual([]);
  expect(meanwhile.histogram).not.toEqual(before.histogram);
  expect(meanwhile.statistics).not.toEqual(before.statistics);
  const printed = await plant.call(printTransits, { body: { ids: [first, second, other] } }, 'operatore', REASON);
  expect(printTransits.response.parse(printed.body)).toMatchObject({ count: 1, missing: 2 });
  expect((await plant.call(listTransitReads, { params: { id: first } }, 'operatore', REASON)).status).toBe(404);
  expect(await verifyRollUps()).toBe(0);

  await announce(id);
  parseRequest(await lift(id, 2));
  await expect.poll(async () => (await readAnswers()).pattern.length, { timeout: 20_000 }).toBe(3);
  expect(await readAnswers()).toEqual(before);
  expect(await verifyRollUps()).toBe(0);
  expect(plant.counters.plateIndex).toBeGreaterThan(0);
});
