import { ingestReads, type ReadResult } from '@varco/contract/plant/ingest.ts';
import { toIsoInstant, parseInstantMs } from '@varco/domain/time/rome.ts';
import { injectRaw } from '@varco/server-kit/testing/inject-json.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { NewRead } from './new-read.ts';
import { buildApiKeyHeader, INGEST_KEYS } from '../../testing/ingest-keys.ts';
import { insertBlacklistRow } from '../../testing/list-rows.ts';
import { NOW, startTestPlant, type TestPlant } from '../../testing/test-plant.ts';
import { createStoreReads } from './store-reads.ts';

let plant: TestPlant;
beforeAll(async () => {
  plant = await startTestPlant({ ingestKeys: Object.values(INGEST_KEYS) });
});
afterAll(() => plant.close());

const ago = (seconds: number): string => toIsoInstant(parseInstantMs(NOW) - seconds * 1000);
/** Number of statements that stored reads so far. */
const statements = async (): Promise<number> => {
  const { rows } = await plant.pool.query<{ n: number }>('select count(*)::int as n from recent_arrival');
  return rows[0]?.n ?? 0;
};
async function send(targa: string, data: string): Promise<readonly ReadResult[]> {
  const body = { reads: [{ varco_id: 1, targa, data }] };
  const answer = await injectRaw(plant.app, ingestReads, { body }, { headers: buildApiKeyHeader('all') });
  expect(answer.status).toBe(200);
  return ingestReads.response.parse(answer.body).results;
}

describe('calls of few reads', () => {
  it('at the same time are stored by few statements; each gets its own answer, and a read that came twice is stored once', async () => {
    const before = await statements();
    await insertBlacklistRow(plant.pool, 'KR005AA');
    const plates = Array.from({ length: 40 }, (_, i) => `KR${String(i).padStart(3, '0')}AA`);
    const answers = await Promise.all([...plates, 'KR007AA'].map((plate) => send(plate, ago(10))));
    expect(answers.map(([one]) => one?.state).filter((state) => state === 'stored')).toHaveLength(40);
    expect(new Set([answers[7], answers[40]].map((all) => all?.[0]?.state))).toEqual(new Set(['stored', 'duplicate']));
    expect((await statements()) - before).toBeLessThan(20);
    const { rows } = await plant.pool.query<{ plate: string; id: string }>(
      `select plate, id::text as id from transit where plate like 'KR%' order by plate`,
    );
    expect(rows).toEqual(plates.map((plate, i) => ({ plate, id: answers[i]?.[0]?.id })));
    const { rows: alerts } = await plant.pool.query(`select plate, transit::text as transit from alert`);
    expect(alerts).toEqual([{ plate: 'KR005AA', transit: answers[5]?.[0]?.id }]);
  });

  it('one that cannot be stored fails its own call only', async () => {
    const keep = createStoreReads(plant.deps);
    const read = (plate: string, at: string): readonly NewRead[] => [{ gate: 1, plate, at }];
    const [good, bad, also] = await Promise.allSettled([
      keep(read('KS001AA', ago(20))),
      keep(read('KS002AA', '2019-01-01T00:00:00.000Z')),
      keep(read('KS003AA', ago(21))),
    ]);
    expect(good).toMatchObject({ status: 'fulfilled', value: [{ state: 'stored', plate: 'KS001AA' }] });
    expect(bad).toMatchObject({ status: 'rejected', reason: expect.any(RangeError) });
    expect(also).toMatchObject({ status: 'fulfilled', value: [{ state: 'stored', plate: 'KS003AA' }] });
  });
});
