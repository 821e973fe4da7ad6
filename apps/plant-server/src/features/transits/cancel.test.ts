import { request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { searchAccomplices } from '@varco/contract/plant/accomplices.ts';
import { searchSuspects } from '@varco/contract/plant/suspects.ts';
import { searchTransits } from '@varco/contract/plant/transits.ts';
import { createPool } from '@varco/server-kit/database/pool.ts';
import { buildApp } from '../../app.ts';
import { insertReads } from '../ingest/insert-reads.repository.ts';
import { poolRunner } from '../../database/pg-runner.ts';
import { sampleReads } from '../../testing/random-reads.ts';
import { startTestPlant, type TestPlant } from '../../testing/test-plant.ts';

let plant: TestPlant;
let address: string;
/** Owner of the tables: with a table lock it makes a search wait inside the database as long as a test needs. */
let owner: Pool;
beforeAll(async () => {
  plant = await startTestPlant();
  owner = createPool({ url: plant.ownerUrl, applicationName: 'cancel test owner', max: 2 });
  await insertReads(plant.deps.store, sampleReads(50, 1));
  await plant.token('operatore');
  address = await plant.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  await owner.end();
  await plant.close();
});

/** Number of statements that wait for the table, which means that the search is inside the database. */
const running = async (): Promise<number> => {
  const { rows } = await owner.query<{ n: number }>(
    `select count(*)::int as n from pg_locks where not granted and relation = 'transit'::regclass`,
  );
  return rows[0]?.n ?? 0;
};

async function withTableLocked(work: () => Promise<void>): Promise<void> {
  const holder = await owner.connect();
  await holder.query('begin; lock table transit in access exclusive mode');
  try {
    await work();
  } finally {
    await holder.query('rollback');
    holder.release();
  }
}

async function until(test: () => Promise<boolean>, withinMs: number): Promise<boolean> {
  const end = performance.now() + withinMs;
  while (performance.now() < end) {
    if (await test()) return true;
    await wait(20);
  }
  return test();
}

it.each([
  ['transits', searchTransits, { f_targa: 'AB*' }],
  ['accomplices', searchAccomplices, { targa: 'AB123CD' }],
  [
    'PLAPI-10 suspects',
    searchSuspects,
    { start_time: '2026-11-19T10:00:00.000Z', end_time: '2026-11-20T10:00:00.000Z' },
  ],
] as const)(
  '%s: closing the connection ends the statement in the database within a second and is recorded',
  async (_, endpoint, requested) => {
    plant.audit.records.length = 0;
    const body = JSON.stringify(requested);
    const headers = { authorization: `Bearer ${await plant.token('operatore')}`, 'content-type': 'application/json' };
    await withTableLocked(async () => {
      const call = request(new URL(endpoint.path, address), { method: 'POST', headers });
      call.on('error', () => {});
      call.end(body);
      expect(await until(async () => (await running()) > 0, 5000)).toBe(true);
      const left = performance.now();
      call.destroy();
      expect(await until(async () => (await running()) === 0, 3000)).toBe(true);
      expect(performance.now() - left).toBeLessThan(1000);
      expect(await until(async () => plant.audit.records.at(-1)?.outcome === 'cancelled', 2000)).toBe(true);
    });
  },
);

it('a statement that takes too long is a clear error', async () => {
  await withTableLocked(async () => {
    expect(await searchWithShortTime()).toEqual([503, 'statement_timeout']);
  });
});

/** Search on the same plant with a statement time limit of 300 ms instead of 30 s. */
async function searchWithShortTime(): Promise<readonly unknown[]> {
  const pool = createPool({ url: plant.url, applicationName: 'slow', statementTimeoutMs: 300 });
  const app = buildApp({ ...plant.deps, pool, store: { ...plant.deps.store, runner: poolRunner(pool) } });
  const answer = await app.inject({
    method: 'POST',
    url: searchTransits.path,
    headers: { authorization: `Bearer ${await plant.token('operatore')}` },
    payload: {},
  });
  await app.close();
  await pool.end();
  return [answer.statusCode, answer.json().error.sub_code];
}
