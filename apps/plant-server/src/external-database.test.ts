import { ingestReads } from '@varco/contract/plant/ingest.ts';
import { searchTransits } from '@varco/contract/plant/transits.ts';
import { migrateFromEnvironment } from '@varco/server-kit/database/migrate-database.ts';
import { createTestDatabase, type TestDatabase } from '@varco/server-kit/testing/test-database.ts';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PLANT_DATABASE } from './plant-database.ts';
import { buildApiKeyHeader } from './testing/ingest-keys.ts';
import { createPlantProcess, type PlantProcess } from './testing/plant-process.ts';
import { computeExpectedRollUps, readStoredRollUps } from './testing/roll-ups.ts';

/** The database is empty: a migration of its own makes the tables, as the role that owns them. */
let database: TestDatabase;
let plant: PlantProcess;
beforeAll(async () => {
  database = await createTestDatabase('external');
  // The superuser's address is the same for all databases of a server: it may name another one.
  const admin = new URL(database.adminUrl);
  admin.pathname = '/postgres';
  await migrateFromEnvironment(PLANT_DATABASE, {
    VARCO_DATABASE_OWNER_URL: database.ownerUrl,
    VARCO_DATABASE_ADMIN_URL: admin.href,
  });
  plant = await createPlantProcess({ external: database });
}, 60_000);
afterAll(async () => {
  await plant.remove();
  await database.drop();
}, 60_000);

test('the program runs unchanged on a PostgreSQL of others, serves as a role that owns nothing, and leaves it running', async () => {
  await plant.start();
  const at = new Date(Date.now() - 60_000).toISOString();
  const reads = ['EX001TE', 'EX002TE', 'EX001TE'].map((targa) => ({ varco_id: 1, targa, data: at }));
  const answer = await plant.post(ingestReads.path, { reads }, buildApiKeyHeader('all'));
  expect(await answer.json()).toMatchObject({
    results: [{ state: 'stored' }, { state: 'stored' }, { state: 'duplicate' }],
  });
  const found = await plant.post(searchTransits.path, { f_targa: 'EX00*' }, await plant.signIn());
  expect(await found.json()).toMatchObject({ objects: [{ varco_id: 1 }, { varco_id: 1 }] });
  expect(existsSync(join(plant.dataDir, 'postgres'))).toBe(false);
  await plant.withDatabase(async (pool) => {
    expect(await readStoredRollUps(pool)).toEqual(await computeExpectedRollUps(pool));
    await expect(pool.query('drop table transit')).rejects.toMatchObject({ code: '42501' });
    const { rows } = await pool.query(
      `select count(*)::int as n from pg_stat_activity where datname = current_database() and application_name = 'varco plant'`,
    );
    expect(rows[0].n).toBeGreaterThan(0);
  });
  expect(await plant.stop()).toBe(0);
  await plant.start();
  const again = await plant.post(searchTransits.path, { f_targa: 'EX00*' }, await plant.signIn());
  expect(await again.json()).toMatchObject({ objects: [{ varco_id: 1 }, { varco_id: 1 }] });
}, 60_000);

test('a superuser address of another database migrates the one of the owner: the log is handed over there', async () => {
  await plant.withDatabase(async (pool) => {
    const { rows } = await pool.query<{ owner: string }>(
      `select distinct pg_get_userbyid(relowner) as owner from pg_class
        where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and relname like 'audit\\_%'`,
    );
    expect(rows).toEqual([{ owner: 'varco_log' }]);
  });
});
