import { setTimeout as delay } from 'node:timers/promises';
import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { AppError } from '../errors/app-error.ts';
import { toAppError } from '../errors/map-error.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { withCancel } from './cancel.ts';
import { createPool } from './pool.ts';

let database: TestDatabase;
let pool: Pool;
beforeAll(async () => {
  database = await createTestDatabase('cancel');
  pool = createPool({ url: database.url, applicationName: 'varco cancel test', max: 2 });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const running = async (): Promise<number> => {
  const { rows } = await pool.query<{ n: string }>(
    `select count(*) as n from pg_stat_activity where query like 'select pg_sleep%' and state = 'active'`,
  );
  return Number(rows[0]?.n);
};
const until = async (requested: number): Promise<number> => {
  const start = performance.now();
  while ((await running()) !== requested && performance.now() - start < 5_000) await delay(20);
  return performance.now() - start;
};

test('an abort ends the statement in the database within a second', async () => {
  const controller = new AbortController();
  const call = withCancel(pool, controller.signal, (client) => client.query('select pg_sleep(30)'));
  const failed = call.then(
    () => null,
    (error: unknown) => error,
  );
  await until(1);
  controller.abort(new AppError('unavailable', { sub: 'client_left' }));
  expect(await until(0)).toBeLessThan(1_000);
  expect(await failed).toMatchObject({ code: 'unavailable', sub: 'client_left' });
});

test('an abort that comes too late hurts nobody, one that came before runs nothing', async () => {
  const controller = new AbortController();
  const answer = await withCancel(
    pool,
    controller.signal,
    async (client) => (await client.query('select 1 as one')).rows,
  );
  controller.abort();
  expect(answer).toEqual([{ one: 1 }]);
  expect((await pool.query('select 2 as two')).rows).toEqual([{ two: 2 }]);
  await expect(withCancel(pool, controller.signal, async () => 'ran')).rejects.toThrow('aborted');
});

test('ERR-01 errors of PostgreSQL become codes of the catalogue, without a word of theirs', async () => {
  const codeOf = async (sql: string): Promise<unknown> => {
    const error = toAppError(
      await pool.query(sql).then(
        () => null,
        (thrown: unknown) => thrown,
      ),
    );
    return [error.code, error.sub];
  };
  const short = createPool({ url: database.url, applicationName: 'short', statementTimeoutMs: 50 });
  const slow = toAppError(
    await short.query('select pg_sleep(5)').then(
      () => null,
      (thrown: unknown) => thrown,
    ),
  );
  await short.end();
  expect([slow.code, slow.sub]).toEqual(['unavailable', 'statement_timeout']);
  expect(await codeOf('select 1/0')).toEqual(['db_err', null]);
  const gone = createPool({ url: 'postgres://x@127.0.0.1:18499/x', applicationName: 'gone' });
  const lost = toAppError(
    await gone.query('select 1').then(
      () => null,
      (thrown: unknown) => thrown,
    ),
  );
  await gone.end();
  expect([lost.code, lost.sub]).toEqual(['unavailable', 'cant_connect_to_db']);
  const full = createPool({ url: database.url, applicationName: 'full', max: 1 });
  const stored = await full.connect();
  full.options.connectionTimeoutMillis = 50;
  const busy = toAppError(
    await full.query('select 1').then(
      () => null,
      (thrown: unknown) => thrown,
    ),
  );
  stored.release();
  await full.end();
  expect([busy.code, busy.sub]).toEqual(['unavailable', 'db_in_use']);
});
