import { join } from 'node:path';
import { Client, type Pool } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { createDatabase } from './kysely.ts';
import { computeMigrationsChecksum, KIT_MIGRATIONS, migrate, MigrationError, readMigrations } from './migrate.ts';
import { createPool } from './pool.ts';

const FOLDER = join(import.meta.dirname, '../testing/fixtures/migrations');
let database: TestDatabase;
let pool: Pool;

beforeAll(async () => {
  database = await createTestDatabase('kit', FOLDER);
  pool = createPool({ url: database.url, applicationName: 'varco test' });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

test('values arrive as the wire wants them: never a Date, never a rounded number', async () => {
  const db = createDatabase<{ thing: { id: string; seen_at: string; day: string; amount: string } }>(pool);
  await db
    .insertInto('thing')
    .values({ id: '1145698732100096017', seen_at: '2026-11-20T15:31:58.12+01:00', day: '2026-11-20', amount: '10.50' })
    .execute();
  expect(await db.selectFrom('thing').selectAll().execute()).toEqual([
    { id: '1145698732100096017', seen_at: '2026-11-20T14:31:58.120Z', day: '2026-11-20', amount: '10.50' },
  ]);
});

test('statements have a time limit and the session is in UTC', async () => {
  const one = async (name: string): Promise<unknown> => (await pool.query(`show ${name}`)).rows[0];
  expect(await one('statement_timeout')).toEqual({ statement_timeout: '30s' });
  expect(await one('timezone')).toEqual({ TimeZone: 'UTC' });
  expect(await one('application_name')).toEqual({ application_name: 'varco test' });
});

test('a second start applies nothing; a newer or changed database is refused in plain words', async () => {
  const steps = await readMigrations(FOLDER);
  expect(await migrate(database, steps)).toEqual([]);
  await expect(migrate(database, [])).rejects.toThrow('used by a newer version of this program');
  const changed = steps.map((step) => ({ ...step, checksum: 'other' }));
  await expect(migrate(database, changed)).rejects.toThrow(MigrationError);
});

test('a step that fails leaves nothing of itself', async () => {
  const steps = [
    ...(await readMigrations(FOLDER)),
    { name: '0002-broken.sql', sql: 'create table half (id int); select 1/0;', checksum: 'x' },
  ];
  await expect(migrate(database, steps)).rejects.toThrow('0002-broken.sql');
  expect((await pool.query(`select to_regclass('half') as half`)).rows).toEqual([{ half: null }]);
});

test('two programs that start at once migrate once', async () => {
  const empty = await createTestDatabase('kitempty');
  try {
    const steps = await readMigrations(FOLDER);
    const both = await Promise.all([migrate(empty, steps), migrate(empty, steps)]);
    expect(both.flat()).toEqual(['0001-thing.sql']);
  } finally {
    await empty.drop();
  }
});

test('a clone of the template is quick and empty', async () => {
  const first = await createTestDatabase('kit', FOLDER);
  const client = new Client({ connectionString: first.url });
  await client.connect();
  expect((await client.query('select * from thing')).rows).toEqual([]);
  await client.end();
  await first.drop();
  expect(computeMigrationsChecksum(await readMigrations(FOLDER))).toMatch(/^[a-f0-9]{64}$/);
});

test('a server may read and write rows, and owns nothing', async () => {
  await pool.query(`insert into thing values (5, now(), current_date, 1)`);
  await expect(pool.query('drop table thing')).rejects.toMatchObject({ code: '42501' });
  await expect(pool.query('truncate thing')).rejects.toMatchObject({ code: '42501' });
  await expect(pool.query('create table mine (id int)')).rejects.toMatchObject({ code: '42501' });
  await expect(pool.query('delete from schema_migration')).rejects.toMatchObject({ code: '42501' });
  const withLog = await createTestDatabase('kitlog', KIT_MIGRATIONS);
  const app = createPool({ url: withLog.url, applicationName: 'varco test' });
  await expect(app.query('delete from audit_entry')).rejects.toMatchObject({ code: '42501' });
  await app.end();
  await withLog.drop();
});

test('a connection lost between two statements of a transaction ends that transaction, not the program', async () => {
  const client = await pool.connect();
  await client.query('begin');
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  // Nobody listens for its error here, as nobody does in the middle of a call: only the end is waited for.
  const gone = new Promise<void>((resolve) => {
    client.once('end', resolve);
  });
  await pool.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
  await gone;
  await expect(client.query('select 1')).rejects.toThrow(/not queryable|terminated/);
  client.release(true);
  expect((await pool.query('select 1 as n')).rows).toEqual([{ n: 1 }]);
});
