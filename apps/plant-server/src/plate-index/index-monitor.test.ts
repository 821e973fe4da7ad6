import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { parsePlatePattern } from '@varco/domain/plates/plate-pattern.ts';
import { installHealth } from '@varco/server-kit/health/install-health.ts';
import { silentLog } from '@varco/server-kit/log/log.ts';
import { installMetrics } from '@varco/server-kit/metrics/install-metrics.ts';
import { insertReads } from '../features/ingest/insert-reads.repository.ts';
import { NOW, startTestPlant, type TestPlant } from '../testing/test-plant.ts';
import { openMonitoredIndex, type MonitoredIndex } from './index-monitor.ts';

let plant: TestPlant;
let index: MonitoredIndex;
const listed = ['127.0.0.1'];

beforeAll(async () => {
  plant = await startTestPlant();
  await insertReads(plant.deps.store, [{ gate: 1, plate: 'AB123CD', at: NOW }]);
  index = openMonitoredIndex({ mode: 'auto', maxMb: 64, databaseUrl: plant.url }, silentLog);
  installMetrics(plant.app, { allowedAddresses: listed, own: index.metrics });
  installHealth(plant.app, {
    version: '0',
    allowedAddresses: listed,
    checks: {},
    states: () => ({ plate_index: index.client.status().phase }),
  });
  await vi.waitUntil(() => index.client.status().phase === 'ready', { timeout: 20_000 });
});
afterAll(async () => {
  await index.client.stop();
  await plant.close();
});

it('the index tells its size, its load and the time of its questions', async () => {
  const parsed = parsePlatePattern('AB*');
  if (!parsed.ok) throw new Error('pattern');
  const found = await index.client.find({ terms: parsed.terms, misreads: false, variations: 0 }, { most: 10 });
  expect(found).toMatchObject({ plates: 1, transits: 1, named: ['AB123CD'] });
  const { body } = await plant.app.inject({ url: '/metrics' });
  expect(body).toContain('varco_plate_index_ready 1\n');
  expect(body).toContain('varco_plate_index_plates 1\n');
  expect(body).toMatch(/varco_plate_index_bytes [1-9]\d{4}/);
  expect(body).toMatch(/varco_plate_index_load_seconds 0?\.?\d/);
  expect(body).toContain('varco_plate_index_question_seconds_count{kind="find"} 1\n');
});

it('health says how the index is, to those who may know', async () => {
  const near = await plant.app.inject({ url: '/ready' });
  expect(near.json()).toMatchObject({ status: 'ready', states: { plate_index: 'ready' } });
  const far = await plant.app.inject({ url: '/ready', remoteAddress: '203.0.113.9' });
  expect(far.json()).toEqual({ status: 'ready' });
});

it('a plant that does without an index says so', async () => {
  const none = openMonitoredIndex({ mode: 'off', maxMb: 64, databaseUrl: plant.url }, silentLog);
  expect(none.client.status().phase).toBe('off');
  expect(await none.client.find({ terms: [], misreads: false, variations: 0 }, { most: 1 })).toBeNull();
});
