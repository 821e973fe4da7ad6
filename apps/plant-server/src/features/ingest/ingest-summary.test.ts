import { ingestReads } from '@varco/contract/plant/ingest.ts';
import { injectRaw } from '@varco/server-kit/testing/inject-json.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildApiKeyHeader, INGEST_KEYS } from '../../testing/ingest-keys.ts';
import { NOW, startTestPlant, type TestPlant } from '../../testing/test-plant.ts';
import { recordIngestSummaries } from './ingest-summary.ts';

let plant: TestPlant;
beforeAll(async () => {
  plant = await startTestPlant({ ingestKeys: Object.values(INGEST_KEYS) });
});
afterAll(() => plant.close());
beforeEach(async () => {
  plant.audit.records.length = 0;
  plant.clock.now = NOW;
  await plant.pool.query('delete from ingest_tally');
});

let next = 0;
const read = (more = {}) => ({ varco_id: 1, targa: `SU${1000 + next++}`, data: '2026-11-20T14:00:00Z', ...more });
const send = async (reads: readonly unknown[], key: keyof typeof INGEST_KEYS = 'all') =>
  expect(
    (await injectRaw(plant.app, ingestReads, { body: { reads } }, { headers: buildApiKeyHeader(key) })).status,
  ).toBe(200);
const summaries = () => plant.audit.records.filter(({ action }) => action === 'ingest.summary');

test('each camera and hour has one entry once the hour is over: what was stored, sent twice, refused and why', async () => {
  const twice = read();
  await send([twice, read(), read({ varco_id: 77 })]);
  await send([twice, read({ data: '2026-11-20T15:00:00Z' }), read({ data: '2026-11-20T15:00:00Z' })]);
  await send([read()], 'first');
  plant.clock.now = '2026-11-20T15:01:59.999Z';
  expect(await recordIngestSummaries(plant.deps)).toBe(0);
  plant.clock.now = '2026-11-20T15:02:00.000Z';
  await send([read()], 'first');
  expect(await recordIngestSummaries(plant.deps)).toBe(2);
  expect(await recordIngestSummaries(plant.deps)).toBe(0);
  const hour = '2026-11-20T14:00:00.000Z';
  expect(summaries()).toMatchObject([
    {
      outcome: 'ok',
      actor: { kind: 'camera', id: INGEST_KEYS.all.id, name: 'engine', group: 'camera' },
      count: 2,
      detail: { hour, stored: 2, duplicates: 1, refused: { unknown_gate: 1, future_time: 2 } },
    },
    { actor: { name: 'camera 1' }, count: 1, detail: { hour, stored: 1, duplicates: 0, refused: {} } },
  ]);
  plant.clock.now = '2026-11-20T16:02:00.000Z';
  expect(await recordIngestSummaries(plant.deps)).toBe(1);
  expect(summaries().at(-1)).toMatchObject({ count: 1, detail: { hour: '2026-11-20T15:00:00.000Z' } });
});

test('ingest goes on while the log cannot be written; the entry follows when it can', async () => {
  const deaf = await startTestPlant({ ingestKeys: Object.values(INGEST_KEYS) });
  deaf.audit.refuseWrites();
  const answer = await injectRaw(
    deaf.app,
    ingestReads,
    { body: { reads: [read()] } },
    { headers: buildApiKeyHeader('all') },
  );
  expect(answer).toMatchObject({ status: 200, body: { results: [{ state: 'stored' }] } });
  deaf.clock.now = '2026-11-20T15:05:00.000Z';
  await expect(recordIngestSummaries(deaf.deps)).rejects.toThrow('refused');
  expect(await recordIngestSummaries({ ...deaf.deps, auditSink: plant.audit })).toBe(1);
  expect(summaries()).toMatchObject([{ count: 1, detail: { stored: 1 } }]);
  await deaf.close();
});

test('what several processes of a plant counted is one entry', async () => {
  await plant.pool.query(`insert into ingest_tally values ('2026-11-20T14:00:00Z', $1, 'stored', 40)`, [
    INGEST_KEYS.all.id,
  ]);
  await send([read(), read()]);
  plant.clock.now = '2026-11-20T15:05:00.000Z';
  expect(await recordIngestSummaries(plant.deps)).toBe(1);
  expect(summaries()).toMatchObject([{ count: 42 }]);
});
