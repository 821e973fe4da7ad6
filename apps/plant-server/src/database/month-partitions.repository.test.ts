import { afterAll, beforeAll, expect, it } from 'vitest';
import { createPool } from '@varco/server-kit/database/pool.ts';
import { createTestDatabase, type TestDatabase } from '@varco/server-kit/testing/test-database.ts';
import type { Pool } from 'pg';
import { PLANT_MIGRATIONS } from '../plant-database.ts';

const WRITERS = 8;
let database: TestDatabase;
let pool: Pool;
beforeAll(async () => {
  database = await createTestDatabase('months', ...PLANT_MIGRATIONS);
  pool = createPool({ url: database.url, applicationName: 'months test', max: WRITERS });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

it('writers that need the same new month at once: one makes it, none fails', async () => {
  // All connections at once, so that they really run concurrently and each caches which partitions are missing.
  for (let month = 0; month < 24; month += 1) {
    const at = new Date(Date.UTC(2030, month, 10)).toISOString();
    const made = await Promise.all(
      Array.from({ length: WRITERS }, async () => {
        const { rows } = await pool.query<{ n: number }>('select ensure_transit_months($1, $1) as n', [at]);
        return rows[0]?.n ?? 0;
      }),
    );
    expect(made.reduce((sum, n) => sum + n, 0)).toBe(4);
  }
});
