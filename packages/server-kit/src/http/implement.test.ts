import { z } from 'zod';
import { endpoint, fileResponse } from '@varco/contract/endpoint.ts';
import { afterEach, expect, test } from 'vitest';
import { AppError } from '../errors/app-error.ts';
import { silentLog } from '../log/log.ts';
import { injectJson, injectRaw } from '../testing/inject-json.ts';
import { createMemoryAudit } from '../testing/memory-audit.ts';
import { assertAllImplemented } from './assert-implemented.ts';
import { createServerApp } from './create-app.ts';
import { implement } from './implement.ts';
import type { ServerApp } from './server-app.ts';
import type { Viewer } from './viewer.ts';

interface Person extends Viewer {
  readonly name: string;
  readonly canRead: boolean;
}

const search = endpoint({
  id: 'search',
  method: 'POST',
  path: '/api/things/search',
  summary: 'Things',
  body: z.object({
    f_targa: z.string().max(10),
    inside: z.object({ deep: z.array(z.object({ a: z.int() })) }).optional(),
  }),
  response: z.object({ objects: z.array(z.object({ id: z.string() })) }),
  errors: ['bad_request'],
  access: { who: 'plant-user', rule: 'transits.read' },
  audit: 'transits.search',
  limit: 'search',
});
const picture = endpoint({
  id: 'picture',
  method: 'GET',
  path: '/api/things/:id/picture',
  summary: 'Picture',
  params: z.object({ id: z.string().regex(/^\d+$/) }),
  response: fileResponse('image/jpeg'),
  errors: ['not_found'],
  access: { who: 'anyone' },
  audit: null,
  limit: 'read',
});
const forgetful = endpoint({
  id: 'forgetful',
  method: 'DELETE',
  path: '/api/things',
  summary: 'Forgets to record',
  response: null,
  errors: [],
  access: { who: 'plant-user', rule: 'signed-in' },
  audit: 'gates.update',
  limit: 'command',
});
const list = endpoint({
  id: 'list',
  method: 'GET',
  path: '/api/things',
  summary: 'List',
  query: z.object({ f_a: z.string().optional() }),
  response: z.object({ name: z.string() }),
  errors: [],
  access: { who: 'anyone' },
  audit: null,
  limit: 'read',
});

const actor = { kind: 'user', id: '7', name: 'anna', group: 'fdo-pl', level: 6, session: 's1' } as const;
const audit = createMemoryAudit();
let app: ServerApp<{ 'plant-user': Person }>;

function start(): void {
  audit.records.length = 0;
  app = createServerApp<{ 'plant-user': Person }>({
    log: silentLog,
    now: () => new Date('2026-11-20T10:00:00Z'),
    auditSink: audit,
    allowedOrigins: null,
    authenticators: {
      'plant-user': {
        async authenticate(request) {
          const token = request.headers.authorization;
          if (token === undefined) throw new AppError('invalid_token', { sub: 'jwt_missing' });
          return { actor, name: 'anna', canRead: token === 'Bearer reader' };
        },
        authorize: (viewer, access) =>
          access.rule === 'transits.read' && !viewer.canRead ? new AppError('no_perms', { sub: 'not_force' }) : null,
      },
    },
  });
  implement(app, search, async ({ body }, ctx) => {
    if (body.f_targa === 'BROKEN') throw new Error(`cannot read ${body.f_targa}`);
    await ctx.audit({ count: 1, detail: { f_targa: body.f_targa } });
    const row = { id: ctx.viewer.name, secret_column: 'leak' };
    return { objects: [row] };
  });
  implement(app, picture, () => ({
    bytes: new Uint8Array([1, 2, 3]),
    type: 'image/jpeg',
    fileName: 'Forlì "x"\r\n.jpg',
  }));
  implement(app, forgetful, () => {});
  implement(app, list, ({ query }) => ({ name: query.f_a ?? 'none' }));
}
afterEach(() => app.close());

test('ERR-01 an answer is cut to its schema, a wrong one carries the envelope with the pattern of the route', async () => {
  start();
  const good = await injectJson(
    app,
    search,
    { body: { f_targa: 'AB123CD' } },
    { token: 'reader', headers: { 'x-client-version': '0.9.375' } },
  );
  expect(good).toMatchObject({ status: 200, body: { objects: [{ id: 'anna' }] } });
  expect(JSON.stringify(good.body)).not.toContain('secret_column');
  expect(audit.records).toMatchObject([
    {
      action: 'transits.search',
      outcome: 'ok',
      count: 1,
      actor,
      from: { client: '0.9.375' },
      detail: { f_targa: 'AB123CD' },
    },
  ]);
  const wrong = await injectRaw(app, picture, { params: { id: 'x' } });
  expect(wrong).toMatchObject({
    status: 400,
    body: {
      error: { code: 'bad_request', sub_code: 'invalid_field', field: 'params/id', path: '/api/things/:id/picture' },
    },
  });
});

test('a known caller is told where the time went; one who is refused is not', async () => {
  start();
  const timingOf = async (token?: string): Promise<string | undefined> => {
    const options = token === undefined ? {} : { token };
    return (await injectJson(app, search, { body: { f_targa: 'AB123CD' } }, options)).headers['server-timing'];
  };
  expect(await timingOf('reader')).toMatch(/^([a-z]+;dur=\d+\.\d\d, )+total;dur=\d+\.\d\d$/);
  // Refused by the rule, and not signed in.
  expect(await timingOf('other')).toBeUndefined();
  expect(await timingOf()).toBeUndefined();
});

test('unknown errors are internal, with the request id and without any detail', async () => {
  start();
  const broken = await injectJson(app, search, { body: { f_targa: 'BROKEN' } }, { token: 'reader' });
  expect(broken.status).toBe(500);
  expect(broken.body).toEqual({
    error: { code: 'internal', path: '/api/things/search', request_id: broken.headers['x-request-id'] },
  });
  expect(audit.records).toMatchObject([{ outcome: 'error', detail: { code: 'internal' } }]);
});

test.each([
  [{ f_targa: 'A', admin: true }, 'unknown_field', 'body/admin'],
  [{ f_targa: 'A', inside: { deep: [{ a: 1, level: 9 }] } }, 'unknown_field', 'body/inside/deep/level'],
  [{ f_targa: 'A', AB123CD: 1 }, 'unknown_field', 'body/?'],
  [{ f_targa: 'A'.repeat(11) }, 'invalid_field', 'body/f_targa'],
  [{}, 'invalid_field', 'body/f_targa'],
  [[], 'invalid_field', 'body'],
])('fields that are unknown or wrong are refused by name: %j', async (body, sub, field) => {
  start();
  const answer = await injectRaw(app, search, { body }, { token: 'reader' });
  expect(answer).toMatchObject({ status: 400, body: { error: { code: 'bad_request', sub_code: sub, field } } });
  expect(audit.records).toMatchObject([{ outcome: 'invalid' }]);
});

test('who may call: nobody 401 without an entry, a known person without the right 403 with one', async () => {
  start();
  const none = await injectJson(app, search, { body: { f_targa: 'A' } });
  expect(none).toMatchObject({ status: 401, body: { error: { code: 'invalid_token', sub_code: 'jwt_missing' } } });
  expect(audit.records).toEqual([]);
  const denied = await injectJson(app, search, { body: { f_targa: 'A' } }, { token: 'other' });
  expect(denied).toMatchObject({ status: 403, body: { error: { code: 'no_perms', sub_code: 'not_force' } } });
  expect(audit.records).toMatchObject([{ outcome: 'denied', actor }]);
});

test('no entry, no data', async () => {
  start();
  expect((await injectJson(app, forgetful, {}, { token: 'x' })).status).toBe(500);
  audit.refuseWrites();
  const refused = await injectJson(app, search, { body: { f_targa: 'A' } }, { token: 'reader' });
  expect(refused).toMatchObject({
    status: 503,
    body: { error: { code: 'unavailable', sub_code: 'audit_unavailable' } },
  });
});

test('a file is an attachment in a sandbox, whatever its name holds', async () => {
  start();
  const { status, headers, bytes } = await injectJson(app, picture, { params: { id: '5' } });
  expect(status).toBe(200);
  expect([...bytes]).toEqual([1, 2, 3]);
  expect(headers).toMatchObject({
    'content-type': 'image/jpeg',
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
    'content-disposition': `attachment; filename="Forli_ _x___.jpg"; filename*=UTF-8''Forl%C3%AC%20%22x%22%0D%0A.jpg`,
  });
});

test('queries: repeated scalar, unknown field, tokens', async () => {
  start();
  const get = async (url: string) => (await app.inject({ url })).json<{ error: { code: string; sub_code: string } }>();
  expect((await get('/api/things?f_a=1&f_a=2')).error).toMatchObject({
    code: 'bad_request',
    sub_code: 'invalid_field',
  });
  expect((await get('/api/things?__proto__=1')).error).toMatchObject({
    code: 'bad_request',
    sub_code: 'unknown_field',
  });
  expect((await get('/api/things/5/picture?jwt=x')).error).toMatchObject({
    code: 'invalid_token',
    sub_code: 'token_in_query',
  });
});

test('every endpoint once, or the assertion names it', () => {
  start();
  expect(() => assertAllImplemented(app, [search, picture, forgetful, list])).not.toThrow();
  expect(() => assertAllImplemented(app, [search])).toThrow('not in the contract');
  const other = { ...search, id: 'other', path: '/other' };
  expect(() => assertAllImplemented(app, [search, picture, forgetful, list, other])).toThrow(
    'other: implemented 0 times',
  );
});
