import { ingestReads } from '@varco/contract/plant/ingest.ts';
import { injectRaw } from '@varco/server-kit/testing/inject-json.ts';
import { expect, test } from 'vitest';
import { buildApiKeyHeader, INGEST_KEYS } from '../../testing/ingest-keys.ts';
import { NOW, startTestPlant } from '../../testing/test-plant.ts';

test('a camera that sends ten times its rate is slowed, others are not, and what was taken stays', async () => {
  const plant = await startTestPlant(
    { ingestKeys: Object.values(INGEST_KEYS) },
    { limits: { ingest_rate: 100, ingest_burst: 1_000 } },
  );
  const batch = (n: number, from: number) =>
    Array.from({ length: n }, (_, i) => ({ varco_id: 1, targa: `RA${from + i}`, data: '2026-11-20T14:00:00Z' }));
  const send = (key: keyof typeof INGEST_KEYS, n: number, from: number) =>
    injectRaw(plant.app, ingestReads, { body: { reads: batch(n, from) } }, { headers: buildApiKeyHeader(key) });
  expect((await send('all', 500, 10_000)).status).toBe(200);
  expect((await send('all', 500, 20_000)).status).toBe(200);
  const refused = await send('all', 100, 30_000);
  expect(refused).toMatchObject({ status: 429, body: { error: { code: 'rate_limit_exceeded' } } });
  expect(refused.headers['retry-after']).toBe('1');
  expect((await send('first', 1, 40_000)).status).toBe(200);
  for (const from of [50_000, 60_000, 70_000]) expect((await send('loader', 500, from)).status).toBe(200);
  plant.clock.now = new Date(Date.parse(NOW) + 1_000).toISOString();
  expect((await send('all', 100, 30_000)).status).toBe(200);
  expect((await send('all', 1, 80_000)).status).toBe(429);
  const { rows } = await plant.pool.query('select count(*)::int as n from transit');
  expect(rows).toEqual([{ n: 2_601 }]);
  await plant.close();
});
