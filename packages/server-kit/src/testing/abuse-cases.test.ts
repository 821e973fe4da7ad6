import { z } from 'zod';
import { type Endpoint, endpoint } from '@varco/contract/endpoint.ts';
import { expect, test } from 'vitest';
import { AppError } from '../errors/app-error.ts';
import { createServerApp } from '../http/create-app.ts';
import { implement } from '../http/implement.ts';
import type { Viewer } from '../http/viewer.ts';
import { silentLog } from '../log/log.ts';
import { findAbuseFaults } from './abuse-cases.ts';
import { createMemoryAudit } from './memory-audit.ts';

const base = { summary: 'x', errors: [], audit: null } as const;
const user = { who: 'plant-user', rule: 'signed-in' } as const;
const save = endpoint({
  ...base,
  id: 'save',
  method: 'POST',
  path: '/api/x/:id',
  params: z.object({ id: z.string() }),
  body: z.object({ a: z.int() }),
  response: null,
  access: user,
  limit: 'command',
});
const read = endpoint({
  ...base,
  id: 'read',
  method: 'GET',
  path: '/api/x',
  query: z.object({ p: z.string().optional() }),
  response: z.object({ a: z.int() }),
  access: user,
  limit: 'read',
});
const has = endpoint({
  ...base,
  id: 'has',
  method: 'HEAD',
  path: '/api/has',
  response: null,
  access: { who: 'anyone' },
  limit: 'read',
});
const open = endpoint({
  ...base,
  id: 'open',
  method: 'POST',
  path: '/api/open',
  body: z.object({ a: z.int() }),
  response: null,
  access: { who: 'anyone' },
  limit: 'sign-in',
});
const out = endpoint({
  ...base,
  id: 'out',
  method: 'DELETE',
  path: '/api/out',
  response: null,
  access: user,
  limit: 'command',
});
const all: readonly Endpoint[] = [save, read, has, open, out];

const actor = { kind: 'user', id: '7', name: 'anna', group: null, level: 6, session: 's' } as const;
function newApp() {
  const app = createServerApp<{ 'plant-user': Viewer }>({
    log: silentLog,
    now: () => new Date(),
    auditSink: createMemoryAudit(),
    allowedOrigins: ['https://portal.example'],
    authenticators: {
      'plant-user': {
        async authenticate(request) {
          if (request.headers.authorization !== 'Bearer good')
            throw new AppError('invalid_token', { sub: 'jwt_invalid' });
          return { actor };
        },
        authorize: () => null,
      },
    },
  });
  implement(app, save, () => {});
  implement(app, read, () => ({ a: 1 }));
  implement(app, has, () => {});
  implement(app, open, () => {});
  implement(app, out, () => {});
  return app;
}
const headersOf = (one: Endpoint): Record<string, string> =>
  one.access.who === 'anyone' ? {} : { authorization: 'Bearer good' };

test('endpoints of the kit stand the abuse of the security rules, with and without a sign-in', async () => {
  const app = newApp();
  expect(await findAbuseFaults(app, all, { headersOf, hasCors: true })).toEqual([]);
  expect(
    (await app.inject({ method: 'POST', url: '/api/x/1', headers: headersOf(save), payload: { a: 1 } })).statusCode,
  ).toBe(204);
  await app.close();
});

test('a route beside the kit is caught', async () => {
  const app = newApp();
  const loose = { ...open, id: 'loose', path: '/api/loose' };
  app.post('/api/loose', () => ({ ok: true }));
  const faults = await findAbuseFaults(app, [loose], { headersOf, hasCors: true });
  expect(faults.join('\n')).toContain('POST /api/loose, fields nobody asked for: status 200');
  await app.close();
});
