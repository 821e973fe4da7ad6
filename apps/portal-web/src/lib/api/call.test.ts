import { endpoint, fileResponse } from '@varco/contract/endpoint.ts';
import { afterEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type RespondTo, type TestServer, sendError, sendJson, startTestServer } from '../../../test/test-server.ts';
import { ApiError, getFailureDisplay, isAbort, isConnectionFault } from './api-error.ts';
import { type CallOptions, type CallTarget, call } from './call.ts';
import { CLIENT_VERSION } from './client-version.ts';

const plant = { who: 'plant-user', rule: 'signed-in' } as const;
const base = {
  method: 'GET',
  path: '/api/thing/:id',
  summary: 'x',
  errors: [],
  access: plant,
  audit: null,
  limit: 'read',
} as const;
const thing = endpoint({
  ...base,
  id: 'thing',
  params: z.object({ id: z.string() }),
  response: z.object({ name: z.string() }),
});
const search = endpoint({
  ...base,
  id: 'search',
  method: 'POST',
  path: '/api/search',
  body: z.object({ f_targa: z.string() }),
  response: z.object({ objects: z.array(z.string()) }),
  limit: 'search',
});
const picture = endpoint({
  ...base,
  id: 'picture',
  path: '/api/media/:ticket',
  params: z.object({ ticket: z.string() }),
  response: fileResponse('image/jpeg'),
  access: { who: 'picture-ticket' },
});
const nothing = endpoint({ ...base, id: 'nothing', path: '/api/nothing', response: null });

let server: TestServer;
afterEach(() => server.close());

async function ask(answer: RespondTo, options: CallOptions = {}, more: Partial<CallTarget> = {}) {
  server = await startTestServer(answer);
  return call(
    { origin: server.origin, host: 'cesena.example', token: () => 't0', ...more },
    thing,
    { params: { id: 'a/b' } },
    options,
  );
}

async function failure(promise: Promise<unknown>): Promise<ApiError> {
  const error: unknown = await promise.then(
    () => null,
    (caught: unknown) => caught,
  );
  if (!(error instanceof ApiError)) throw new Error(`expected an ApiError, got ${String(error)}`);
  return error;
}

const htmlResponse: RespondTo = (_request, response) => {
  response.writeHead(200, { 'Content-Type': 'text/html' }).end('<script>alert(1)</script>');
};

describe('security 15: hostile answers end as one clear error of the catalogue', () => {
  test('HTML for JSON', async () => {
    const error = await failure(ask(htmlResponse));
    expect(error.facts).toMatchObject({
      code: 'unavailable',
      subCode: 'not_json',
      host: 'cesena.example',
      status: 200,
    });
    expect(getFailureDisplay(error)).toBe('notify');
  });

  test('JSON under a wrong type, and bytes that are not UTF-8', async () => {
    expect(
      (
        await failure(
          ask((_r, response) => response.writeHead(200, { 'Content-Type': 'text/plain' }).end('{"name":"x"}')),
        )
      ).subCode,
    ).toBe('not_json');
    await server.close();
    const latin1 = Buffer.from('{"name":"Forl\u00ec"}', 'latin1');
    expect(
      (
        await failure(
          ask((_r, response) => response.writeHead(200, { 'Content-Type': 'application/json' }).end(latin1)),
        )
      ).subCode,
    ).toBe('not_json');
  });

  test('10 MB: reading stops at the limit', async () => {
    let sent = 0;
    const chunk = 'x'.repeat(64 * 1024);
    const error = await failure(
      ask((_request, response) => {
        response.writeHead(200, { 'Content-Type': 'application/json' });
        const more = (): void => {
          if (response.destroyed || sent > 100 * 1024 * 1024) return;
          sent += chunk.length;
          if (response.write(chunk)) setImmediate(more);
          else response.once('drain', more);
        };
        more();
      }),
    );
    expect(error.subCode).toBe('too_large');
    expect(sent).toBeLessThan(20 * 1024 * 1024);
  });

  test('one byte at a time: the time limit counts to the last byte', async () => {
    const error = await failure(
      ask(
        (_request, response) => {
          response.writeHead(200, { 'Content-Type': 'application/json' });
          const timer = setInterval(() => response.write(' '), 20);
          response.on('close', () => clearInterval(timer));
        },
        { timeMs: 200 },
      ),
    );
    expect(error.facts).toMatchObject({ code: 'unavailable', subCode: 'timeout' });
    expect(isConnectionFault(error)).toBe(true);
  });

  test('a redirect is not followed: the token goes nowhere else', async () => {
    const thief = await startTestServer((_request, response) => sendJson(response, { name: 'thief' }));
    const error = await failure(ask((_request, response) => response.writeHead(302, { Location: thief.origin }).end()));
    expect(error.subCode).toBe('bad_answer');
    expect(thief.seen).toEqual([]);
    await thief.close();
  });

  test('ERR-06 no response: the connection breaks, or no server listens', async () => {
    const broken = await failure(ask((_request, response) => response.destroy()));
    expect(broken.facts).toMatchObject({ code: 'unavailable', subCode: 'network', status: 0 });
    await server.close();
    const none = await failure(call({ origin: server.origin, host: 'x', token: () => null }, nothing, {}));
    expect(none.subCode).toBe('network');
    server = await startTestServer(htmlResponse);
  });

  test.each([
    ['an empty body', ''],
    ['half a body', '{"name":"x"'],
    ['a deep body', `${'['.repeat(50_000)}${']'.repeat(50_000)}`],
    ['a prototype key', '{"name":"x","__proto__":{"admin":true}}'],
    ['a constructor key deep inside', '{"name":"x","more":[{"constructor":1}]}'],
    ['a wrong shape', '{"name":5}'],
    ['a list', '[]'],
  ])('%s is refused', async (_name, body) => {
    const error = await failure(
      ask((_request, response) => response.writeHead(200, { 'Content-Type': 'application/json' }).end(body)),
    );
    expect(['not_json', 'bad_answer']).toContain(error.subCode);
  });

  test('HTML, SVG and text as a picture', async () => {
    for (const bytes of ['<html>', '<svg onload="x()">', 'ciao', '%PDF-1.7']) {
      server = await startTestServer((_request, response) =>
        response.writeHead(200, { 'Content-Type': 'image/jpeg' }).end(bytes),
      );
      const error = await failure(
        call({ origin: server.origin, host: 'x', token: () => null }, picture, { params: { ticket: 'm1.x' } }),
      );
      expect(error.subCode).toBe('bad_answer');
      await server.close();
    }
    server = await startTestServer(htmlResponse);
  });
});

describe('a good answer', () => {
  test('NET-05 goes to the plant with its token, version and reason; unknown fields are ignored', async () => {
    const answer = await ask((_request, response) => sendJson(response, { name: 'Cesena', later: { field: 1 } }), {
      reason: 'r1',
    });
    expect(answer).toEqual({ name: 'Cesena' });
    expect(server.seen[0]).toMatchObject({ method: 'GET', url: '/api/thing/a%2Fb' });
    expect(server.seen[0]?.headers).toMatchObject({
      authorization: 'Bearer t0',
      'x-client-version': CLIENT_VERSION,
      'x-varco-reason': 'r1',
    });
    expect(server.seen[0]?.headers).not.toHaveProperty('x-request-tag');
  });

  test('NET-04 a polling request carries the request tag, and ERR-04 its errors are never shown', async () => {
    const error = await failure(ask((_request, response) => sendError(response, 500, 'internal'), { isPolling: true }));
    expect(server.seen[0]?.headers['x-request-tag']).toBe('polling');
    expect(getFailureDisplay(error)).toBe('silent');
  });

  test('a picture ticket travels bare, and its type is what the bytes are', async () => {
    const jpeg = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3]);
    server = await startTestServer((_request, response) =>
      response.writeHead(200, { 'Content-Type': 'text/html' }).end(jpeg),
    );
    const blob = await call({ origin: server.origin, host: 'x', token: () => 't0' }, picture, {
      params: { ticket: 'm1.x' },
    });
    expect([blob.type, blob.size]).toEqual(['image/jpeg', 7]);
    expect(Object.keys(server.seen[0]?.headers ?? {}).filter((name) => /^(x-|authorization)/.test(name))).toEqual([]);
  });

  test('204 is an answer too', async () => {
    server = await startTestServer((_request, response) => response.writeHead(204).end());
    expect(await call({ origin: server.origin, host: 'x', token: () => null }, nothing, {})).toBeUndefined();
  });

  test('a search sends its filter in the body, never in the address', async () => {
    server = await startTestServer((_request, response) => sendJson(response, { objects: [] }));
    await call({ origin: server.origin, host: 'x', token: () => null }, search, { body: { f_targa: 'GK508RB' } });
    expect(server.seen[0]).toMatchObject({ url: '/api/search', body: '{"f_targa":"GK508RB"}' });
  });
});

describe('refusals', () => {
  test('ERR-01 ERR-02 the envelope gives code, sub-code and host', async () => {
    const error = await failure(ask((_request, response) => sendError(response, 503, 'unavailable', 'db_in_use')));
    expect(error.facts).toMatchObject({
      code: 'unavailable',
      subCode: 'db_in_use',
      status: 503,
      host: 'cesena.example',
    });
    expect(getFailureDisplay(error)).toBe('popup');
  });

  test.each([
    ['ERR-05 detail', 400, { detail: 'Filtro\u202e non valido\u0007' }, 'bad_request', 'Filtro non valido'],
    ['ERR-05 message', 500, { message: 'x'.repeat(400) }, 'internal', 'x'.repeat(300)],
    ['ERR-07 a bare 401', 401, {}, 'no_auth', null],
    ['ERR-08 a bare 404', 404, 'no', 'not_found', null],
    ['LOGIN-04 a bare 418', 418, {}, 'not_configured', null],
    ['an unknown code in the envelope', 403, { error: { code: 'made_up', path: '/' } }, 'no_perms', undefined],
    [
      'a token refusal under another status',
      403,
      { error: { code: 'invalid_token', path: '/' } },
      'no_perms',
      undefined,
    ],
  ])('%s', async (_name, status, body, code, detail) => {
    const error = await failure(ask((_request, response) => sendJson(response, body, status)));
    expect([error.code, error.facts.detail]).toEqual([code, detail]);
  });

  test('LOGIN-10 a numeric error_code is preserved', async () => {
    const error = await failure(ask((_request, response) => sendJson(response, { error_code: 200 }, 400)));
    expect(error.facts.errorCode).toBe(200);
  });

  test('SESS-07 SESS-10 a 401 renews the token once and the call is made again with it', async () => {
    const renewed: string[] = [];
    const renew = (refused: string) => {
      renewed.push(refused);
      return Promise.resolve('t1');
    };
    const answer: RespondTo = ({ headers }, response) => {
      if (headers['authorization'] === 'Bearer t1') sendJson(response, { name: 'ok' });
      else sendError(response, 401, 'invalid_token', 'jwt_expired');
    };
    expect(await ask(answer, {}, { renew })).toEqual({ name: 'ok' });
    expect(renewed).toEqual(['t0']);
    expect(server.seen).toHaveLength(2);
  });

  test('a second 401 after a fresh token is a failure, and a wrong password is never sent twice', async () => {
    const renew = () => Promise.resolve('t1');
    const second = await failure(
      ask((_request, response) => sendError(response, 401, 'invalid_token', 'jwt_expired'), {}, { renew }),
    );
    expect(second.code).toBe('invalid_token');
    expect(server.seen).toHaveLength(2);
    await server.close();
    await failure(ask((_request, response) => sendError(response, 401, 'bad_credentials'), {}, { renew }));
    expect(server.seen).toHaveLength(1);
  });

  test('ERR-09 LIFE-04 a cancelled call throws an AbortError, which is never shown, and ends on the server', async () => {
    const abort = new AbortController();
    let isClosed: (value: unknown) => void = () => undefined;
    const closed = new Promise((resolve) => {
      isClosed = resolve;
    });
    const error: unknown = await ask(
      (_request, response) => {
        response.on('close', isClosed);
        abort.abort();
      },
      { signal: abort.signal },
    ).catch((caught: unknown) => caught);
    expect(isAbort(error)).toBe(true);
    expect(getFailureDisplay(error)).toBe('silent');
    await closed;
  });
});
