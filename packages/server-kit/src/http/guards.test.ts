import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { once } from 'node:events';
import { gzipSync } from 'node:zlib';
import { z } from 'zod';
import { endpoint } from '@varco/contract/endpoint.ts';
import { ErrorEnvelope } from '@varco/contract/error-envelope.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLog } from '../log/log.ts';
import { closeGracefully } from './close-gracefully.ts';
import { createServerApp } from './create-app.ts';
import { implement } from './implement.ts';

const post = endpoint({
  id: 'post',
  method: 'POST',
  path: '/api/things',
  summary: 'Echo',
  body: z.object({ f_targa: z.string().optional(), tree: z.unknown().optional() }),
  response: z.object({ ok: z.boolean() }),
  errors: ['bad_request'],
  access: { who: 'anyone' },
  audit: null,
  limit: 'search',
});
const bare = endpoint({
  id: 'bare',
  method: 'POST',
  path: '/api/bare',
  summary: 'No body',
  response: null,
  errors: [],
  access: { who: 'anyone' },
  audit: null,
  limit: 'command',
});
const slow = endpoint({
  id: 'slow',
  method: 'GET',
  path: '/api/slow/:plate',
  summary: 'Never ends by itself',
  params: z.object({ plate: z.string() }),
  response: null,
  errors: [],
  access: { who: 'anyone' },
  audit: null,
  limit: 'read',
});

const PORTAL = 'https://portal.example';
const lines: string[] = [];
const ended: string[] = [];
const log = createLog({ level: 'debug', name: 'test', target: { write: (line) => void lines.push(line) } });
const app = createServerApp<Record<never, never>>({
  log,
  now: () => new Date(),
  auditSink: null,
  authenticators: {},
  allowedOrigins: [PORTAL],
  maxTimeMs: 1_500,
  isTls: true,
});
implement(app, post, ({ body }) => {
  if (body.f_targa === 'BOOM12X') throw new Error('cannot handle BOOM12X');
  return { ok: true };
});
implement(app, bare, () => {});
implement(app, slow, async (_input, ctx) => {
  await once(ctx.signal, 'abort');
  ended.push('aborted');
});
let base = '';

beforeAll(async () => {
  base = await app.listen({ host: '127.0.0.1', port: 18_401 });
});
afterAll(() => app.close());

const JSON_TYPE = { 'content-type': 'application/json' };
const send = (body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = JSON_TYPE): Promise<Response> =>
  fetch(`${base}/api/things`, { method: 'POST', body, headers });
const errorOf = async (answer: Response): Promise<ErrorEnvelope['error'] & { status: number }> => ({
  ...ErrorEnvelope.parse(await answer.json()).error,
  status: answer.status,
});

const bomb = '{"tree":'.repeat(2_000) + '1' + '}'.repeat(2_000);
test.each<[string, string, string]>([
  ['not JSON', '{"f_targa":', 'malformed_json'],
  ['depth bomb', bomb, 'malformed_json'],
  ['array bomb', '['.repeat(15_000), 'malformed_json'],
  ['__proto__', '{"__proto__":{"admin":true}}', 'malformed_json'],
  ['__proto__ escaped', '{"\\u005f_proto__":{"admin":true}}', 'malformed_json'],
  ['constructor inside', '{"tree":{"constructor":{"prototype":{}}}}', 'malformed_json'],
  ['duplicate keys', '{"f_targa":"A","f_targa":"B"}', 'malformed_json'],
  ['duplicate keys, one escaped', '{"f_targa":"A","f_\\u0074arga":"B"}', 'malformed_json'],
  ['unknown field', '{"admin":true}', 'unknown_field'],
  ['number for text', '{"f_targa":1}', 'invalid_field'],
  ['null', 'null', 'invalid_field'],
  ['empty', '', 'invalid_field'],
])('ERR-01 hostile body: %s', async (_name, body, sub) => {
  expect(await errorOf(await send(body))).toMatchObject({
    status: 400,
    code: 'bad_request',
    sub_code: sub,
    path: '/api/things',
  });
});

test('bytes that are not UTF-8 are refused, text in strings is not mistaken for structure', async () => {
  expect((await send(new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x7d]))).status).toBe(400);
  expect((await send(JSON.stringify({ f_targa: '{[{[{[{[{[{[{[{[ "\\" __proto__' }))).status).toBe(200);
  expect((await send('{"tree":[{"a":1},{"a":1}]}')).status).toBe(200);
});

test.each<[string, Record<string, string>]>([
  ['text/plain', { 'content-type': 'text/plain' }],
  ['a form', { 'content-type': 'application/x-www-form-urlencoded' }],
  ['another charset', { 'content-type': 'application/json; charset=utf-16' }],
  ['odd parameter', { 'content-type': 'application/json; profile=x' }],
  ['multipart', { 'content-type': 'multipart/form-data; boundary=x' }],
  ['compressed', { ...JSON_TYPE, 'content-encoding': 'gzip' }],
])('415 for %s', async (_name, headers) => {
  const body = headers['content-encoding'] === undefined ? '{}' : new Uint8Array(gzipSync('{}'));
  expect(await errorOf(await send(body, headers))).toMatchObject({ status: 415, code: 'unsupported_media_type' });
});

test('a body where none is declared is refused, none is fine', async () => {
  expect((await fetch(`${base}/api/bare`, { method: 'POST' })).status).toBe(204);
  expect((await fetch(`${base}/api/bare`, { method: 'POST', body: '{}', headers: JSON_TYPE })).status).toBe(415);
});

test('413 over the limit of the kind, announced or not', async () => {
  expect(await errorOf(await send(JSON.stringify({ f_targa: 'A'.repeat(40_000) })))).toMatchObject({
    status: 413,
    code: 'payload_too_large',
  });
  const status = await new Promise<number | undefined>((resolve, reject) => {
    const call = httpRequest(
      `${base}/api/things`,
      { method: 'POST', headers: { ...JSON_TYPE, 'transfer-encoding': 'chunked' } },
      (answer) => resolve(answer.statusCode),
    );
    call.on('error', reject);
    call.write('{"f_targa":"');
    call.end(`${'A'.repeat(40_000)}"}`);
  });
  expect(status).toBe(413);
});

/** Everything the server says on a raw connection until it ends it. */
async function raw(...chunks: readonly string[]): Promise<{ readonly text: string; readonly ms: number }> {
  const socket = connect(18_401, '127.0.0.1');
  let text = '';
  socket.on('data', (chunk) => (text += chunk.toString()));
  socket.on('error', () => {});
  const start = performance.now();
  for (const chunk of chunks) socket.write(chunk);
  await new Promise((resolve) => socket.once('close', resolve));
  return { text, ms: performance.now() - start };
}

test('a body and a head that never end are cut off', async () => {
  const body = await raw(
    'POST /api/things HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{',
  );
  expect(body.ms).toBeLessThan(4_000);
  expect(body.text).not.toContain('200 OK');
  const head = await raw('POST /api/things HTTP/1.1\r\nhost: x\r\n');
  expect(head.ms).toBeLessThan(4_000);
  expect(head.text).toContain('408');
});

test('headers over 16 KiB, bytes that are not HTTP, addresses that cannot be decoded', async () => {
  expect((await raw(`GET / HTTP/1.1\r\nhost: x\r\nx-a: ${'a'.repeat(20_000)}\r\n\r\n`)).text).toContain('431');
  expect((await raw('nonsense\r\n\r\n')).text).toContain('400 Bad Request');
  expect(await errorOf(await fetch(`${base}/api/slow/%zz`))).toMatchObject({
    status: 400,
    code: 'bad_request',
    path: '*',
  });
});

test('queries over 8 KiB or 60 keys are refused', async () => {
  expect((await fetch(`${base}/api/bare?a=${'x'.repeat(9_000)}`, { method: 'POST' })).status).toBe(400);
  expect((await fetch(`${base}/api/bare?${'a=1&'.repeat(61)}`, { method: 'POST' })).status).toBe(400);
});

test('ERR-01 unknown paths and methods answer with the envelope and never with the address', async () => {
  const unknown = await fetch(`${base}/api/none/AB123CD?f_targa=AB123CD`);
  expect(await errorOf(unknown)).toMatchObject({ status: 404, code: 'not_found', path: '*' });
  const wrong = await fetch(`${base}/api/things`, { method: 'DELETE' });
  expect(wrong.headers.get('allow')).toBe('POST');
  expect(await errorOf(wrong)).toMatchObject({ status: 405, code: 'method_not_allowed' });
});

test('CORS: a listed origin is told so, its preflight says exactly what is allowed', async () => {
  const answer = await app.inject({
    method: 'POST',
    url: '/api/bare',
    headers: { origin: PORTAL, 'sec-fetch-mode': 'cors' },
  });
  expect(answer.statusCode).toBe(204);
  expect(answer.headers).toMatchObject({ 'access-control-allow-origin': PORTAL, vary: 'Origin' });
  expect(answer.headers['access-control-allow-credentials']).toBeUndefined();
  const preflight = await app.inject({
    method: 'OPTIONS',
    url: '/api/slow/AB123CD',
    headers: {
      origin: PORTAL,
      'access-control-request-method': 'GET',
      'access-control-request-headers': 'authorization',
    },
  });
  expect(preflight.statusCode).toBe(204);
  expect(preflight.headers).toMatchObject({
    'access-control-allow-origin': PORTAL,
    'access-control-allow-methods': 'GET',
    'access-control-allow-headers': 'authorization, content-type, x-client-version, x-request-tag, x-varco-reason',
    'access-control-max-age': '7200',
  });
});

test.each([
  ['https://evil.example'],
  ['null'],
  ['https://portal.example.evil.example'],
  ['http://portal.example'],
  ['https://PORTAL.example'],
  [''],
])('CORS: origin %j is refused before anything else', async (origin) => {
  for (const method of ['POST', 'OPTIONS'] as const) {
    const answer = await app.inject({
      method,
      url: '/api/things',
      headers: { origin, 'access-control-request-method': 'POST' },
    });
    expect(answer.statusCode).toBe(403);
    expect(answer.json()).toMatchObject({ error: { code: 'no_perms', sub_code: 'origin_not_allowed' } });
    expect(answer.headers['access-control-allow-origin']).toBeUndefined();
  }
});

test('a page of a browser may not be a plant; a program without origin passes on', async () => {
  for (const mode of ['navigate', 'no-cors', 'same-origin', 'websocket'])
    expect(
      (await app.inject({ method: 'POST', url: '/api/bare', headers: { 'sec-fetch-mode': mode } })).statusCode,
    ).toBe(403);
  expect((await app.inject({ method: 'POST', url: '/api/bare' })).statusCode).toBe(204);
  expect((await app.inject({ url: '/', headers: { 'sec-fetch-mode': 'navigate' } })).statusCode).toBe(403);
  expect((await app.inject({ method: 'OPTIONS', url: '/api/bare' })).statusCode).toBe(405);
});

test('a call is aborted when its client leaves, and answered when its time is over', async () => {
  const controller = new AbortController();
  const left = fetch(`${base}/api/slow/AB123CD`, { signal: controller.signal }).catch(() => 'gone');
  await once(app.server, 'request');
  controller.abort();
  expect(await left).toBe('gone');
  await expect.poll(() => ended.length, { interval: 20 }).toBe(1);
  expect(await errorOf(await fetch(`${base}/api/slow/AB123CD`))).toMatchObject({
    status: 503,
    code: 'unavailable',
    sub_code: 'statement_timeout',
    path: '/api/slow/:plate',
  });
});

test('no log line of this whole file holds a plate, a query, a header or a message of an error', async () => {
  await send(JSON.stringify({ f_targa: 'BOOM12X' }), {
    ...JSON_TYPE,
    authorization: 'Bearer secret.token.value',
    cookie: 'a=secretcookie',
  });
  await expect.poll(() => lines.join(''), { interval: 20 }).toContain('request failed');
  const all = lines.join('');
  for (const planted of ['AB123CD', 'BOOM12X', 'secret', 'f_targa', 'evil.example', 'cannot handle', 'AAAA', '?'])
    expect(all).not.toContain(planted);
  expect(all).toContain('"route":"/api/slow/:plate"');
  for (const line of lines)
    expect(JSON.parse(line)).toMatchObject({
      app: 'test',
      event: expect.any(String),
      time: expect.stringMatching(/Z$/),
    });
});

test('closing lets a running call end and cuts it only after the grace', async () => {
  const other = createServerApp<Record<never, never>>({
    log,
    now: () => new Date(),
    auditSink: null,
    authenticators: {},
    allowedOrigins: null,
  });
  let finish: () => void = () => {};
  const started = new Promise<void>((resolve) => {
    implement(other, slow, async () => {
      resolve();
      await new Promise<void>((done) => {
        finish = done;
      });
    });
  });
  const address = await other.listen({ host: '127.0.0.1', port: 18_402 });
  const call = fetch(`${address}/api/slow/x`);
  await started;
  const closed = closeGracefully(other, 5_000);
  finish();
  expect((await call).status).toBe(204);
  await closed;
  await expect(fetch(`${address}/api/slow/x`)).rejects.toThrow('fetch failed');
});
