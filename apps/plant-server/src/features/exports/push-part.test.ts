import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { EXPORT_PIECE_BYTES } from '@varco/contract/portal/export-parts.ts';
import { PLANT_HEADERS, plantSignatureText } from '@varco/domain/portal/plant-signature.ts';
import { isTextSigned } from '@varco/server-kit/auth/signing-key.ts';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { delegated, opened, storeReads, workAll } from '../../testing/export-world.ts';
import { NOW, startTestPlant, type TestPlant } from '../../testing/test-plant.ts';
import { workOnce } from './export-worker.ts';

/** A test portal that implements the contract, with configurable faults. */
const door = {
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
    Object.assign(door, {
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

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

function isSigned({ method = '', url = '', headers }: IncomingMessage, body: Buffer): boolean {
  const header = (name: string): string => String(headers[name]);
  const text = plantSignatureText({
    method,
    path: url,
    plantUuid: header(PLANT_HEADERS.plant),
    time: header(PLANT_HEADERS.time),
    nonce: header(PLANT_HEADERS.nonce),
    bodySha256: createHash('sha256').update(body).digest('base64url'),
  });
  return isTextSigned(plant.deps.keys.current.publicKey, text, header(PLANT_HEADERS.signature));
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await bodyOf(request);
  const send = (status: number, value: unknown): void => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
  };
  const state = (): void => send(200, { state: door.state, received: door.received.length });
  if (!isSigned(request, body)) door.unsigned += 1;
  // Progress reports are sent on a timer, independently of the test's steps.
  const fault = request.url?.endsWith('/progress') === true ? undefined : door.faults.shift();
  if (fault !== undefined) return send(fault, { error: { code: 'unavailable' } });
  const { method = '', url = '' } = request;
  if (method === 'PUT') {
    const offset = Number(url.split('/').at(-1));
    door.pieces += 1;
    if (offset === door.received.length) door.received = Buffer.concat([door.received, body]);
    return state();
  }
  if (url.endsWith('/progress')) {
    door.reports.push(JSON.parse(body.toString()));
    return state();
  }
  if (method === 'GET') return state();
  const told = JSON.parse(body.toString()) as Record<string, unknown>;
  door.finished.push(told);
  const hash = createHash('sha256').update(door.received).digest('hex');
  if (door.wrongHashes > 0 || hash !== told['sha256']) {
    door.wrongHashes -= 1;
    door.received = Buffer.alloc(0);
    return send(409, { error: { code: 'conflict', sub_code: 'part_hash' } });
  }
  door.state = 'accepted';
  return state();
}

const portal = createServer((request, response) => void answer(request, response));
beforeAll(async () => {
  await new Promise<void>((resolve) => portal.listen(18_826, '127.0.0.1', resolve));
  plant = await startTestPlant({ portalUrl: 'http://127.0.0.1:18826' }, { renewsTokens: true });
  await storeReads(plant, 60, 3);
}, 60_000);
afterAll(async () => {
  await plant.close();
  portal.close();
});
beforeEach(async () => {
  door.reset();
  plant.clock.now = NOW;
  await plant.pool.query('delete from export_job');
});

const begun = async (): Promise<string> => {
  const { guid, push } = await delegated(plant, { mode: 'portal', without_images: false });
  const destination = `http://127.0.0.1:18826/api/v1/exports/${guid}/part`;
  expect((await push({ destination })).status).toBe(202);
  return guid;
};
const stateOf = async (guid: string) =>
  (
    await plant.pool.query<{ state: string; tries: number; problem: string }>(
      'select state, tries, problem from export_job where id = $1',
      [guid],
    )
  ).rows[0];
const later = (seconds: number): void => {
  plant.clock.now = new Date(Date.parse(plant.clock.now) + seconds * 1_000).toISOString();
};

it('pushes its part in pieces, signed, tells its hash, and forgets it when the portal has it', async () => {
  const guid = await begun();
  await workAll(plant);
  expect(await stateOf(guid)).toMatchObject({ state: 'delivered' });
  expect(door.unsigned).toBe(0);
  expect(door.pieces).toBe(Math.ceil(door.received.length / EXPORT_PIECE_BYTES));
  expect(door.finished).toEqual([
    { size: door.received.length, sha256: expect.any(String), transits: 60, pictures: 6, complete: true },
  ]);
  expect((await opened(plant, door.received)).found.findings).toEqual([]);
  expect(existsSync(join(plant.deps.exportFolder, guid))).toBe(false);
});

it('a portal that is away is asked again, and gets only what it does not have', async () => {
  const guid = await begun();
  door.faults = [503];
  await workAll(plant);
  expect(await stateOf(guid)).toMatchObject({ state: 'sending', tries: 1 });
  expect(await workOnce(plant.deps, new AbortController().signal)).toBe(false);
  later(6);
  await workAll(plant);
  expect(await stateOf(guid)).toMatchObject({ state: 'delivered' });
});

it('a part that arrived changed is sent again, and given up when it always does', async () => {
  const guid = await begun();
  door.wrongHashes = 1;
  await workAll(plant);
  expect(await stateOf(guid)).toMatchObject({ state: 'delivered' });
  expect(door.finished).toHaveLength(2);
  door.reset();
  const other = await begun();
  door.wrongHashes = 99;
  await workAll(plant);
  expect(await stateOf(other)).toMatchObject({ state: 'failed', problem: 'changed' });
  expect(door.reports.at(-1)).toMatchObject({ state: 'error', fault: 'failed' });
});

it('a portal that cancelled, or does not know the export, ends the job', async () => {
  const guid = await begun();
  door.state = 'cancelled';
  await workAll(plant);
  expect(await stateOf(guid)).toMatchObject({ state: 'cancelled' });
  const other = await begun();
  door.faults = [404];
  await workAll(plant);
  expect(await stateOf(other)).toMatchObject({ state: 'cancelled' });
  expect(existsSync(join(plant.deps.exportFolder, other))).toBe(false);
});

it('after six hours without the portal it is told as timed out', async () => {
  const guid = await begun();
  door.faults = Array.from({ length: 20 }, () => 503);
  await workAll(plant);
  later(6 * 3_600 + 60);
  await workAll(plant);
  expect(await stateOf(guid)).toMatchObject({ state: 'timed_out', problem: 'portal_away' });
});

it('an end in the middle of the work, and another process goes on from the last stretch', async () => {
  const { guid, push } = await delegated(plant, { mode: 'portal', without_images: false });
  await push({ destination: 'http://127.0.0.1:18826' });
  const ending = new AbortController();
  // The picture store is read for the first picture.
  const store = createServer((_request, response) => {
    ending.abort();
    response.writeHead(404).end();
  }).listen(0, '127.0.0.1');
  await once(store, 'listening');
  const { port } = store.address() as AddressInfo;
  const bucket = { kind: 'bucket', url: `http://127.0.0.1:${port}/b`, region: 'r', keyId: 'k', secret: 's' } as const;
  await workOnce({ ...plant.deps, pictureSource: bucket }, ending.signal);
  store.close();
  store.closeAllConnections();
  expect(await stateOf(guid)).toMatchObject({ state: 'building' });
  await workAll(plant);
  expect(await stateOf(guid)).toMatchObject({ state: 'delivered' });
  expect((await opened(plant, door.received)).found.parts[0]?.manifest?.completeness).toMatchObject({
    transits: 60,
    pictures: 6,
  });
});
