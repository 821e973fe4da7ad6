import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { estimateExport, fetchExportPart, getExportPart } from '@varco/contract/plant/exports.ts';
import { toIsoInstant } from '@varco/domain/time/rome.ts';
import { createJobReport } from '@varco/server-kit/jobs/job-report.ts';
import { isJobDue } from '@varco/server-kit/jobs/job-store.repository.ts';
import { runLoop } from '@varco/server-kit/jobs/tasks.ts';
import { silentLog } from '@varco/server-kit/log/log.ts';
import { injectJson } from '@varco/server-kit/testing/inject-json.ts';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { delegateTestExport, verifyTestExport, parsePart } from '../../../testing/export-fixture.ts';
import { REASON, startTestPlant, type TestPlant } from '../../../testing/test-plant.ts';
import { insertReads } from '../../ingest/insert-reads.repository.ts';
import type { ExportStart } from './export-messages.ts';
import { BUILD_EXPORT } from '../build-job.ts';
import { createExportLoop } from './export-process.ts';

const READS = 40;
let plant: TestPlant;
let portalUrl: string;
/** A portal that never answers. */
const receivedMethods: string[] = [];
const portal = createServer(({ method = '' }) => void receivedMethods.push(method));
const buildStart = (): ExportStart => ({
  ...{ databaseUrl: plant.url, secret: Buffer.alloc(32, 7), pictureSource: plant.deps.pictureSource },
  ...{ outboundCidrs: plant.deps.outboundCidrs, diskReserveMb: null },
  ...{ exportFolder: plant.deps.exportFolder, version: plant.deps.version, logLevel: 'silent' },
});
beforeAll(async () => {
  await new Promise<void>((resolve) => portal.listen(0, '127.0.0.1', resolve));
  portalUrl = `http://127.0.0.1:${(portal.address() as AddressInfo).port}`;
  plant = await startTestPlant({ portalUrl }, { hasPlateIndex: true, renewsTokens: true });
  // The child process uses the real clock.
  const now = Date.now();
  plant.clock.now = toIsoInstant(now);
  await plant.deps.store.months.ensureAhead(now);
  const reads = Array.from({ length: READS }, (_, n) => ({
    ...{ gate: 1, nation: 'I', at: toIsoInstant(now - (n + 1) * 1_000) },
    plate: `${n < 10 ? 'AP' : 'ZZ'}${String(n).padStart(3, '0')}RT`,
  }));
  await insertReads(plant.deps.store, reads);
  await vi.waitUntil(() => plant.deps.store.plateIndex.status().phase === 'ready', { timeout: 20_000 });
}, 60_000);
afterAll(async () => {
  await plant.close();
  portal.closeAllConnections();
  portal.close();
});

it('EXP-01 a part is made in another process, which asks the server for the log and the plates in memory', async () => {
  const { guid, jwt, push } = await delegateTestExport(plant, { filter: { f_targa: 'AP*' } });
  expect((await push()).status).toBe(202);
  const ending = new AbortController();
  const before = plant.counters.plateIndex;
  const running = runLoop(createExportLoop(plant.deps, buildStart()), createJobReport(silentLog), ending.signal);
  const look = async () => parsePart(await injectJson(plant.app, getExportPart, { params: { guid } }, { token: jwt }));
  await expect.poll(look, { interval: 100, timeout: 30_000 }).toMatchObject({ phase: 'ready', progress_count: 10 });
  expect(plant.counters.plateIndex).toBeGreaterThan(before);
  const delivered = plant.audit.records.filter(({ action }) => action === 'exports.deliver');
  expect(delivered).toMatchObject([{ count: 10, reason: { case: '12/2026' }, actor: { name: 'operatore' } }]);
  const file = await injectJson(plant.app, fetchExportPart, { params: { guid } }, { token: jwt });
  expect((await verifyTestExport(plant, file.bytes)).found.findings).toEqual([]);
  ending.abort();
  await running;
}, 60_000);

it('EXP-01 a server that ends takes the process along in the middle of its work, which is free for the next one at once', async () => {
  const { guid, push } = await delegateTestExport(plant, { mode: 'portal' });
  expect((await push({ destination: `${portalUrl}/api/v1/exports/${guid}/part` })).status).toBe(202);
  const ending = new AbortController();
  const running = runLoop(createExportLoop(plant.deps, buildStart()), createJobReport(silentLog), ending.signal);
  const due = () => isJobDue(plant.pool, BUILD_EXPORT.name);
  expect(await due()).toBe(true);
  await expect.poll(() => receivedMethods, { interval: 50, timeout: 30_000 }).toContain('GET');
  expect(await due()).toBe(false);
  ending.abort();
  await running;
  expect(await due()).toBe(true);
}, 60_000);

it('EXP-01 whoever asks for an estimate has the process begun before the export is ordered', async () => {
  const estimate = { body: { filter: { f_targa: 'AP*' }, without_images: true, with_context_images: false } };
  const options = { token: await plant.token('operatore'), headers: REASON };
  expect(plant.deps.exportStartHint.consume()).toBe(false);
  expect((await injectJson(plant.app, estimateExport, estimate, options)).status).toBe(200);
  expect(plant.deps.exportStartHint.consume()).toBe(true);
  expect(plant.deps.exportStartHint.consume()).toBe(false);
});
