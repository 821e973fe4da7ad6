import { createHash } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { heartbeat } from '@varco/contract/portal/heartbeat.ts';
import { PLANT_HEADERS, buildPlantSignatureText } from '@varco/domain/portal/plant-signature.ts';
import { openAuditWriter } from '@varco/server-kit/audit/audit-writer.ts';
import { startTlogServer } from '@varco/server-kit/tlog/tlog-test-world.ts';
import { isTextSigned } from '@varco/server-kit/auth/signing-key.ts';
import { insertReads } from '../ingest/insert-reads.repository.ts';
import { NOW, PLANT, startTestPlant, type TestPlant } from '../../testing/test-plant.ts';
import { sendHeartbeat } from './heartbeat.ts';

const received: { headers: IncomingHttpHeaders; body: string; url: string | undefined }[] = [];
let answer = 200;
let reply = '{}';
const portal = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    received.push({ headers: request.headers, body: Buffer.concat(chunks).toString('utf8'), url: request.url });
    response.writeHead(answer, { 'content-type': 'application/json', location: 'http://127.0.0.1:1/' }).end(reply);
  });
});
let plant: TestPlant;
beforeAll(async () => {
  await new Promise<void>((resolve) => portal.listen(0, '127.0.0.1', resolve));
  const address = portal.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  plant = await startTestPlant({ portalUrl: `http://127.0.0.1:${port}` });
  await insertReads(plant.deps.store, [{ gate: 1, plate: 'AB123CD', at: NOW }]);
});
afterAll(async () => {
  await plant.close();
  portal.close();
});

it('tells the portal the state of the plant, signed with the plant key over every byte', async () => {
  expect(await sendHeartbeat(plant.deps)).toBe('sent');
  const [call] = received;
  expect(heartbeat.body?.parse(JSON.parse(call?.body ?? ''))).toMatchObject({
    plant_uuid: PLANT.uuid,
    url: PLANT.publicUrl,
    label: PLANT.label,
    server_time: NOW,
    last_plate_date: NOW,
    license_expiration: '2027-06-30',
    version: '0.0.0-test',
  });
  const header = (name: string): string => String(call?.headers[name]);
  const text = buildPlantSignatureText({
    method: 'POST',
    path: call?.url ?? '',
    plantUuid: PLANT.uuid,
    time: header(PLANT_HEADERS.time),
    nonce: header(PLANT_HEADERS.nonce),
    bodySha256: createHash('sha256')
      .update(call?.body ?? '')
      .digest('base64url'),
  });
  expect(isTextSigned(plant.deps.keys.current.publicKey, text, header(PLANT_HEADERS.signature))).toBe(true);
  expect(isTextSigned(plant.deps.keys.current.publicKey, `${text} `, header(PLANT_HEADERS.signature))).toBe(false);
});

it('a portal that refuses, redirects or is away breaks nothing', async () => {
  answer = 401;
  expect(await sendHeartbeat(plant.deps)).toBe('refused');
  answer = 302;
  expect(await sendHeartbeat(plant.deps)).toBe('unreachable');
  await plant.pool.query(`update plant_settings set portal_url = 'http://127.0.0.1:1'`);
  expect(await sendHeartbeat(plant.deps)).toBe('unreachable');
  await plant.pool.query(`update plant_settings set portal_url = ''`);
  expect(await sendHeartbeat(plant.deps)).toBe('no-portal');
});

it('announces its log, cosigns those the portal names and has its own cosigned where the portal says', async () => {
  const writer = await openAuditWriter({ pool: plant.pool, identity: { host: 'prova.example', log: PLANT.uuid } });
  await writer.close();
  const other = await startTlogServer('forli.example');
  try {
    const described = await other.tlog.describe();
    const address = portal.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    await plant.pool.query('update plant_settings set portal_url = $1', [`http://127.0.0.1:${port}`]);
    answer = 200;
    reply = JSON.stringify({
      server_time: NOW,
      audit: { witnesses: [{ vkey: described?.witness, url: other.witnessUrl }], logs: [described?.log] },
    });
    expect(await sendHeartbeat(plant.deps)).toBe('sent');
    const announced = heartbeat.body?.parse(JSON.parse(received.at(-1)?.body ?? '')).audit;
    expect(announced?.log.origin).toBe(`prova.example/audit/${PLANT.uuid}/1`);
    await other.tlog.setWitnesses([{ vkey: announced?.witness ?? '', url: `${await listen()}/audit/witness` }]);
    await other.append(2);
    await other.tlog.publish(new AbortController().signal);
    const { rows } = await other.database.admin.query('select witness from audit_cosignature');
    expect(rows).toEqual([{ witness: `prova.example/audit/${PLANT.uuid}/witness` }]);
    expect((await plant.pool.query('select url from log_witness')).rows).toEqual([{ url: other.witnessUrl }]);
    // A person opens the keys as a page; nothing else of a plant is one.
    const opened = { method: 'GET', headers: { 'sec-fetch-mode': 'navigate' } } as const;
    expect((await plant.app.inject({ ...opened, url: '/audit/keys' })).body).toContain(`${announced?.witness}\n`);
    expect((await plant.app.inject({ ...opened, url: '/api/parameters' })).statusCode).not.toBe(200);
    // What is no plan changes nothing.
    for (const text of ['no json', '[]', '{"audit":{"witnesses":"x","logs":[]}}', '{}']) {
      reply = text;
      expect(await sendHeartbeat(plant.deps)).toBe('sent');
    }
    expect((await plant.pool.query('select url from log_witness')).rows).toHaveLength(1);
  } finally {
    await other.close();
  }
});

const listen = () => plant.app.listen({ host: '127.0.0.1', port: 0 });
