import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { EXPORT_CHUNK_BYTES } from '@varco/contract/portal/export-parts.ts';
import { PLANT_HEADERS, buildPlantSignatureText } from '@varco/domain/portal/plant-signature.ts';
import { isTextSigned } from '@varco/server-kit/auth/signing-key.ts';
import { makeJobsDue } from '@varco/server-kit/testing/due-jobs.ts';
import { findFreePort } from '@varco/server-kit/testing/free-port.ts';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import {
  delegateTestExport,
  verifyTestExport,
  storeExportReads,
  processAllJobs,
} from '../../testing/export-fixture.ts';
import { NOW, startTestPlant, type TestPlant } from '../../testing/test-plant.ts';
import { processNextJob } from './export-worker.ts';

/** A test portal that implements the contract, with configurable faults. */
const testPortal = {
  received: Buffer.alloc(0),
  state: 'wanted' as 'wanted' | 'accepted' | 'cancelled',
  /** HTTP statuses returned before it starts to work. */
  faults: [] as number[],
  wrongHashes: 0,
  unsigned: 0,
  pieces: 0,
  finished: [] as Record<string, unknown>[],
  reports: [] as Record<string, unknown>[],
  reset(): void {
    Object.assign(testPortal, {
      received: Buffer.alloc(0),
      state: 'wanted',
      faults: [],
      wrongHashes: 0,
      unsigned: 0,
      pieces: 0,
      finished: [],
      reports: [],
    });
  },
};
let plant: TestPlant;

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

function isSigned({ method = '', url = '', headers }: IncomingMessage, body: Buffer): boolean {
  const header = (name: string): string => String(headers[name]);
  const text = buildPlantSignatureText({
    method,
    path: url,
    plantUuid: header(PLANT_HEADERS.plant),
    time: header(PLANT_HEADERS.time),
    nonce: header(PLANT_HEADERS.nonce),
    bodySha256: createHash('sha256').update(body).digest('base64url'),
  });
  return isTextSigned(plant.deps.keys.current.publicKey, text, header(PLANT_HEADERS.signature));
}

async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await readBody(request);
  const send = (status: number, value: unknown): void => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
  };
  const state = (): void => send(200, { state: testPortal.state, received: testPortal.received.length });
  if (!isSigned(request, body)) testPortal.unsigned += 1;
  // Progress reports are sent on a timer, independently of the test's steps.
  const fault = request.url?.endsWith('/progress') === true ? undefined : testPortal.faults.shift();
  if (fault !== undefined) return send(fault, { error: { code: 'unavailable' } });
  const { method = '', url = '' } = request;
  if (method === 'PUT') {
    const offset = Number(url.split('/').at(-1));
    testPortal.pieces += 1;
    if (offset === testPortal.received.length) testPortal.received = Buffer.concat([testPortal.received, body]);
    return state();
  }
  if (url.endsWith('/progress')) {
    testPortal.reports.push(JSON.parse(body.toString()));
    return state();
  }
  if (method === 'GET') return state();
  const sent = JSON.parse(body.toString()) as Record<string, unknown>;
  testPortal.finished.push(sent);
  const hash = createHash('sha256').update(testPortal.received).digest('hex');
  if (testPortal.wrongHashes > 0 || hash !== sent['sha256']) {
    testPortal.wrongHashes -= 1;
    testPortal.received = Buffer.alloc(0);
    return send(409, { error: { code: 'conflict', sub_code: 'part_hash' } });
  }
  testPortal.state = 'accepted';
  return state();
}

const portal = createServer((request, response) => void respond(request, response));
let portalUrl: string;
beforeAll(async () => {
  const port = await findFreePort();
  portalUrl = `http://127.0.0.1:${port}`;
  await new Promise<void>((resolve) => portal.listen(port, '127.0.0.1', resolve));
  plant = await startTestPlant({ portalUrl }, { renewsTokens: true });
  await storeExportReads(plant, 60, 3);
}, 60_000);
afterAll(async () => {
  await plant.close();
  portal.close();
});
beforeEach(async () => {
  testPortal.reset();
  plant.clock.now = NOW;
  await plant.pool.query('delete from export_job');
});

const startPart = async (): Promise<string> => {
  const { guid, push } = await delegateTestExport(plant, { mode: 'portal', without_images: false });
  const destination = `${portalUrl}/api/v1/exports/${guid}/part`;
  expect((await push({ destination })).status).toBe(202);
  return guid;
};
const readJobState = async (guid: string) =>
  (
    await plant.pool.query<{ state: string; tries: number; problem: string }>(
      'select state, tries, problem from export_job where id = $1',
      [guid],
    )
  ).rows[0];
const advanceClock = (seconds: number): void => {
  plant.clock.now = new Date(Date.parse(plant.clock.now) + seconds * 1_000).toISOString();
};

it('pushes its part in pieces, signed, tells its hash, and forgets it when the portal has it', async () => {
  const guid = await startPart();
  await processAllJobs(plant);
  expect(await readJobState(guid)).toMatchObject({ state: 'delivered' });
  expect(testPortal.unsigned).toBe(0);
  expect(testPortal.pieces).toBe(Math.ceil(testPortal.received.length / EXPORT_CHUNK_BYTES));
  expect(testPortal.finished).toEqual([
    { size: testPortal.received.length, sha256: expect.any(String), transits: 60, pictures: 6, complete: true },
  ]);
  expect((await verifyTestExport(plant, testPortal.received)).found.findings).toEqual([]);
  expect(existsSync(join(plant.deps.exportFolder, guid))).toBe(false);
});

it('a portal that is away is asked again, and gets only what it does not have', async () => {
  const guid = await startPart();
  testPortal.faults = [503];
  await processAllJobs(plant);
  expect(await readJobState(guid)).toMatchObject({ state: 'sending', tries: 1 });
  expect(await processNextJob(plant.deps, new AbortController().signal)).toBe(false);
  advanceClock(6);
  await makeJobsDue(plant.pool);
  await processAllJobs(plant);
  expect(await readJobState(guid)).toMatchObject({ state: 'delivered' });
});

it('a part that arrived changed is sent again, and given up when it always does', async () => {
  const guid = await startPart();
  testPortal.wrongHashes = 1;
  await processAllJobs(plant);
  expect(await readJobState(guid)).toMatchObject({ state: 'delivered' });
  expect(testPortal.finished).toHaveLength(2);
  testPortal.reset();
  const other = await startPart();
  testPortal.wrongHashes = 99;
  await processAllJobs(plant);
  expect(await readJobState(other)).toMatchObject({ state: 'failed', problem: 'changed' });
  expect(testPortal.reports.at(-1)).toMatchObject({ state: 'error', fault: 'failed' });
});

it('a portal that cancelled, or does not know the export, ends the job', async () => {
  const guid = await startPart();
  testPortal.state = 'cancelled';
  await processAllJobs(plant);
  expect(await readJobState(guid)).toMatchObject({ state: 'cancelled' });
  const other = await startPart();
  testPortal.faults = [404];
  await processAllJobs(plant);
  expect(await readJobState(other)).toMatchObject({ state: 'cancelled' });
  expect(existsSync(join(plant.deps.exportFolder, other))).toBe(false);
});

it('after six hours without the portal it is told as timed out', async () => {
  const guid = await startPart();
  testPortal.faults = Array.from({ length: 20 }, () => 503);
  await processAllJobs(plant);
  advanceClock(6 * 3_600 + 60);
  await makeJobsDue(plant.pool);
  await processAllJobs(plant);
  expect(await readJobState(guid)).toMatchObject({ state: 'timed_out', problem: 'portal_away' });
});

it('an end in the middle of the work, and another process goes on from the last stretch', async () => {
  const { guid, push } = await delegateTestExport(plant, { mode: 'portal', without_images: false });
  await push({ destination: portalUrl });
  const ending = new AbortController();
  // The picture store is read for the first picture.
  const store = createServer((_request, response) => {
    ending.abort();
    response.writeHead(404).end();
  }).listen(0, '127.0.0.1');
  await once(store, 'listening');
  const { port } = store.address() as AddressInfo;
  const access = { region: 'r', keyId: 'k', secret: 's', allowedCidrs: ['127.0.0.0/8'] };
  const bucket = { kind: 'bucket', url: `http://127.0.0.1:${port}/b`, ...access } as const;
  await processNextJob({ ...plant.deps, pictureSource: bucket }, ending.signal);
  store.close();
  store.closeAllConnections();
  expect(await readJobState(guid)).toMatchObject({ state: 'building' });
  await processAllJobs(plant);
  expect(await readJobState(guid)).toMatchObject({ state: 'delivered' });
  expect((await verifyTestExport(plant, testPortal.received)).found.parts[0]?.manifest?.completeness).toMatchObject({
    transits: 60,
    pictures: 6,
  });
});
