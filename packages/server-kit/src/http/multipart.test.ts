import { z } from 'zod';
import { endpoint } from '@varco/contract/endpoint.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { silentLog } from '../log/log.ts';
import { createServerApp } from './create-app.ts';
import { implement } from './implement.ts';
import { parseJsonPart } from './json-part.ts';

const upload = endpoint({
  id: 'upload',
  method: 'POST',
  path: '/api/upload',
  summary: 'Reads with pictures',
  body: z.object({ reads: z.array(z.object({ a: z.int() })) }),
  bodyType: 'multipart',
  response: z.object({ reads: z.int(), pictures: z.array(z.int()) }),
  errors: ['bad_request'],
  access: { who: 'anyone' },
  audit: null,
  limit: 'picture',
});

const app = createServerApp<Record<never, never>>({
  log: silentLog,
  now: () => new Date(),
  auditSink: null,
  authenticators: {},
  allowedOrigins: null,
});
implement(app, upload, async (_input, { request }) => {
  let reads = 0;
  const pictures: number[] = [];
  for await (const part of request.parts()) {
    if (part.type === 'file') pictures.push((await part.toBuffer()).length);
    else reads = parseJsonPart(upload, Buffer.from(String(part.value))).reads.length;
  }
  return { reads, pictures };
});
let base = '';
beforeAll(async () => {
  base = await app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => app.close());

function form(pictureBytes: number, reads = '{"reads":[{"a":1},{"a":2}]}'): FormData {
  const data = new FormData();
  data.set('reads', reads);
  data.set('p1', new Blob([new Uint8Array(pictureBytes)], { type: 'image/jpeg' }), '../../etc/passwd');
  return data;
}

test('parts are streamed to the handler', async () => {
  const answer = await fetch(`${base}/api/upload`, { method: 'POST', body: form(10_000) });
  expect([answer.status, await answer.json()]).toEqual([200, { reads: 2, pictures: [10_000] }]);
});

test('unknown fields inside the JSON part are refused like anywhere else', async () => {
  const answer = await fetch(`${base}/api/upload`, {
    method: 'POST',
    body: form(10, '{"reads":[{"a":1,"admin":true}]}'),
  });
  expect(await answer.json()).toMatchObject({ error: { code: 'bad_request', field: 'body/reads/admin' } });
});

test('more than the kind allows is refused before it is read, and so is a sum nobody announced', async () => {
  const big = await fetch(`${base}/api/upload`, { method: 'POST', body: form(5 * 1_024 * 1_024) }).catch(() => null);
  // A connection cut in the middle of the upload is as good a refusal as the answer.
  expect([413, undefined]).toContain(big?.status);
  const endless = new ReadableStream<Uint8Array>({
    pull(controller) {
      controller.enqueue(new Uint8Array(65_536));
    },
  });
  const init = {
    method: 'POST',
    body: endless,
    duplex: 'half',
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
  } as const;
  const unannounced = await fetch(`${base}/api/upload`, init).catch(() => null);
  expect([400, undefined]).toContain(unannounced?.status);
});
