import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { KIT_MIGRATIONS } from '../database/migrate.ts';
import { createPool } from '../database/pool.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { toAddressParty, createRateLimiter } from './rate-limiter.ts';

let database: TestDatabase;
let pool: Pool;
beforeAll(async () => {
  database = await createTestDatabase('rate', KIT_MIGRATIONS);
  pool = createPool({ url: database.url, applicationName: 'rate test' });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

/** Number of calls that passed; the others must have been refused by the limit. */
async function outcomes(calls: readonly Promise<void>[]): Promise<number> {
  const ended = await Promise.allSettled(calls);
  for (const call of ended)
    if (call.status === 'rejected') expect(call.reason).toMatchObject({ code: 'rate_limit_exceeded' });
  return ended.filter(({ status }) => status === 'fulfilled').length;
}

test('30 parallel calls over two processes: exactly the limit passes, the rest is told when to come back', async () => {
  const rule = { name: 'test', limit: 10, windowS: 3_600 };
  const one = createRateLimiter({ pool, secret: Buffer.alloc(32, 1) });
  const two = createRateLimiter({ pool, secret: Buffer.alloc(32, 1) });
  const calls = Array.from({ length: 30 }, (_unused, index) => (index % 2 === 0 ? one : two).spend(rule, 'anna'));
  expect(await outcomes(calls)).toBe(10);
  await expect(one.spend(rule, 'anna')).rejects.toMatchObject({
    code: 'rate_limit_exceeded',
    status: 429,
    retryAfterS: 360,
  });
  await expect(one.spend(rule, 'bruno')).resolves.toBeUndefined();
});

test('the allowance comes back evenly; a cost over the burst never fits', async () => {
  const rule = { name: 'quick', limit: 100, windowS: 1, burst: 20 };
  const limiter = createRateLimiter({ pool, secret: Buffer.alloc(32, 1) });
  await limiter.spend(rule, 'camera', 20);
  await pool.query(`update rate_counter set updated_at = updated_at - interval '100 ms' where rule = 'quick'`);
  await limiter.spend(rule, 'camera', 10);
  await expect(limiter.spend(rule, 'other', 21)).rejects.toMatchObject({ code: 'rate_limit_exceeded' });
  await limiter.deleteIdleCounters();
});

test('a clock that is put back refuses nobody until it is where it was', async () => {
  const rule = { name: 'ahead', limit: 2, windowS: 60 };
  const limiter = createRateLimiter({ pool, secret: Buffer.alloc(32, 1) });
  await limiter.spend(rule, 'anna');
  await pool.query(`update rate_counter set updated_at = updated_at + interval '3 hours' where rule = 'ahead'`);
  expect(await outcomes([1, 2, 3].map(() => limiter.spend(rule, 'anna')))).toBe(2);
});

test('a clock that is a moment behind the last call does not cost a call', async () => {
  const rule = { name: 'behind', limit: 2, windowS: 60 };
  const limiter = createRateLimiter({ pool, secret: Buffer.alloc(32, 1) });
  await limiter.spend(rule, 'anna');
  await pool.query(`update rate_counter set updated_at = clock_timestamp() + interval '900 ms' where rule = 'behind'`);
  expect(await outcomes([1, 2].map(() => limiter.spend(rule, 'anna')))).toBe(1);
});

test('two rules at once: when one refuses, the other is not spent either', async () => {
  const wide = { name: 'wide', limit: 100, windowS: 3_600 };
  const narrow = { name: 'narrow', limit: 2, windowS: 3_600 };
  const limiter = createRateLimiter({ pool, secret: Buffer.alloc(32, 1) });
  const calls = Array.from({ length: 12 }, () => limiter.spendAll([wide, narrow], 'carla'));
  expect(await outcomes(calls)).toBe(2);
  await expect(limiter.spendAll([wide, narrow], 'carla')).rejects.toMatchObject({ retryAfterS: 1_800 });
  const { rows } = await pool.query<{ spent: number }>(`select spent from rate_counter where rule = 'wide'`);
  expect(rows[0]?.spent).toBeCloseTo(2, 1);
});

test('no address and no name is kept', async () => {
  const limiter = createRateLimiter({ pool, secret: Buffer.alloc(32, 2) });
  await limiter.spend({ name: 'kept', limit: 5, windowS: 60 }, 'anna.rossi');
  const { rows } = await pool.query<{ party: Buffer }>(`select party from rate_counter where rule = 'kept'`);
  expect(rows[0]?.party.toString('latin1')).not.toContain('anna');
});

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:0db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
])('address %s counts as %s', (ip, party) => {
  expect(toAddressParty(ip)).toBe(party);
});
