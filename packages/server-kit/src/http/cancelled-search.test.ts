import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { endpoint } from '@varco/contract/endpoint.ts';
import type { Pool } from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { withCancel } from '../database/cancel.ts';
import { createPool } from '../database/pool.ts';
import { createDiskGuard } from '../disk/disk-guard.ts';
import { silentLog } from '../log/log.ts';
import { createMemoryAudit } from '../testing/memory-audit.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { createServerApp } from './create-app.ts';
import { implement } from './implement.ts';
import type { ServerApp } from './server-app.ts';
import type { Viewer } from './viewer.ts';

const search = endpoint({
  id: 'search',
  method: 'POST',
  path: '/api/search',
  summary: 'Sleeps in the database',
  body: z.object({ seconds: z.number() }),
  response: z.object({ ok: z.boolean() }),
  errors: [],
  access: { who: 'plant-user', rule: 'signed-in' },
  audit: 'transits.search',
  limit: 'search',
});
const actor = { kind: 'user', id: '7', name: 'anna', group: 'fdo-pl', level: 6, session: 's1' } as const;
const audit = createMemoryAudit();
const disk = createDiskGuard({ volumes: { database: [] }, reserveMb: 16, ballastPath: null, log: silentLog });
/** Faults the log was told of. */
const faults: unknown[] = [];
let database: TestDatabase;
let pool: Pool;
let app: ServerApp<{ 'plant-user': Viewer }>;
let base = '';

beforeAll(async () => {
  database = await createTestDatabase('cancelled');
  pool = createPool({ url: database.url, applicationName: 'cancelled search', max: 10 });
  app = createServerApp<{ 'plant-user': Viewer }>({
    log: { ...silentLog, error: (_event, fields) => faults.push(fields?.subCode) },
    now: () => new Date(),
    auditSink: audit,
    allowedOrigins: null,
    authenticators: { 'plant-user': { authenticate: async () => ({ actor }), authorize: () => null } },
    maxTimeMs: 5_000,
    disk,
  });
  implement(app, search, async ({ body }, ctx) => {
    await withCancel(pool, ctx.signal, (client) => client.query('select pg_sleep($1)', [body.seconds]));
    await ctx.audit();
    return { ok: true };
  });
  base = await app.listen({ host: '127.0.0.1', port: 18_405 });
});
beforeEach(() => {
  audit.records.splice(0);
  faults.splice(0);
});
afterAll(async () => {
  await app.close();
  await pool.end();
  await database.drop();
});

const call = (seconds: number, signal?: AbortSignal): Promise<Response> =>
  fetch(`${base}/api/search`, {
    method: 'POST',
    body: JSON.stringify({ seconds }),
    headers: { 'content-type': 'application/json' },
    signal: signal ?? null,
  });
const sleeping = async (): Promise<number> => {
  const { rows } = await pool.query(
    `select from pg_stat_activity where query like 'select pg_sleep%' and state = 'active'`,
  );
  return rows.length;
};
const until = async (requested: number): Promise<number> => {
  const start = performance.now();
  while ((await sleeping()) !== requested && performance.now() - start < 5_000) await delay(20);
  return performance.now() - start;
};

test('when the client leaves, the statement ends within a second and the log says that it was cancelled', async () => {
  const controller = new AbortController();
  const left = call(30, controller.signal).catch(() => 'gone');
  await until(1);
  controller.abort();
  expect(await left).toBe('gone');
  expect(await until(0)).toBeLessThan(1_000);
  await expect
    .poll(() => audit.records, { interval: 20 })
    .toMatchObject([{ action: 'transits.search', outcome: 'cancelled', actor }]);
  expect((await call(0)).status).toBe(200);
  expect(faults, 'who leaves is no fault of the server').toEqual([]);
});

test('when its time is over, the statement ends and the answer says so', async () => {
  const answer = await call(30);
  expect([answer.status, await answer.json()]).toMatchObject([
    503,
    { error: { code: 'unavailable', sub_code: 'statement_timeout' } },
  ]);
  expect(await until(0)).toBeLessThan(1_000);
  await expect.poll(() => audit.records, { interval: 20 }).toMatchObject([{ outcome: 'error' }]);
  expect(faults).toEqual(['statement_timeout']);
});

test('a person has four searches running, not five', async () => {
  const statuses = (await Promise.all([1, 2, 3, 4, 5].map(() => call(0.5)))).map((answer) => answer.status);
  expect(statuses.sort((a, b) => a - b)).toEqual([200, 200, 200, 200, 429]);
  expect((await call(0)).status).toBe(200);
});

test('on a full disk a call that waits is told so before its time is over, whether it began before or after', async () => {
  const before = call(30);
  await until(1);
  disk.note(Object.assign(new Error('no room'), { code: '53100', severity: 'ERROR' }));
  for (const answer of await Promise.all([before, call(30)]))
    expect([answer.status, await answer.json()]).toMatchObject([
      503,
      { error: { code: 'unavailable', sub_code: 'storage_full' } },
    ]);
  expect(await until(0)).toBeLessThan(1_000);
});
