import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { TEST_SERVER_VARIABLE } from '../testing/global-setup.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { startEmbeddedPostgres, type EmbeddedPostgres } from './embedded.ts';
import { KIT_DATABASE } from './kit-database.fixture.ts';
import { getClusterFolder, migrateFromEnvironment, prepareDatabase } from './migrate-database.ts';
import { startDatabase } from './start.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'varco-start-'));
const cluster = getClusterFolder(dataDir);
const roles = `${cluster}.roles`;
let external: TestDatabase;
beforeAll(async () => {
  // A server of its own: what a test here grants to a role counts in every database of a server, and other files try at
  // the same moment what that role can do.
  vi.stubEnv(TEST_SERVER_VARIABLE, undefined);
  external = await createTestDatabase('kitstart');
});
afterAll(async () => {
  await external.drop();
  rmSync(dataDir, { recursive: true, force: true });
});
const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

const start = (url = '') => startDatabase({ url, dataDir, program: KIT_DATABASE });

async function ask(url: string, sql: string): Promise<unknown> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return Object.values((await client.query(sql)).rows?.[0] ?? {})[0];
  } finally {
    await client.end();
  }
}

async function administer(): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dataDir: cluster, durable: false });
  closers.push(() => server.stop());
  return server;
}

/** The same address with another role, password, or none. */
function alter(url: string, role: string, password: string): string {
  const changed = new URL(url);
  changed.username = role;
  changed.password = password;
  return changed.href;
}

test('one command: an empty folder is migrated by a process of its own, then served as a role that owns nothing', async () => {
  const database = await start();
  try {
    expect(await ask(database.url, 'select current_user')).toBe('varco_app');
    expect(await ask(database.url, 'select count(*) from rate_counter')).toBe('0');
    await expect(ask(database.url, 'drop table rate_counter')).rejects.toMatchObject({ code: '42501' });
    expect(await ask(database.url, `select tableowner from pg_tables where tablename = 'audit_entry'`)).toBe(
      'varco_log',
    );
  } finally {
    await database.stop();
  }
  expect(readdirSync(roles).toSorted()).toEqual(['postgres', 'varco_app', 'varco_backup', 'varco_owner']);
  expect(statSync(roles).mode & 0o777).toBe(0o700);
  for (const file of readdirSync(roles))
    expect([file, statSync(join(roles, file)).mode & 0o777]).toEqual([file, 0o600]);
}, 60_000);

test('no role enters without its own password, on the socket, nor with the password of another', async () => {
  const database = await start();
  closers.push(() => database.stop());
  const { url } = database;
  const own = new URL(url).password;
  for (const role of ['postgres', 'varco_owner', 'varco_app', 'varco_log']) {
    await expect(ask(alter(url, role, ''), 'select 1')).rejects.toThrow(/password/);
    await expect(ask(alter(url, role, 'wrong'), 'select 1')).rejects.toMatchObject({ code: '28P01' });
    if (role !== 'varco_app')
      await expect(ask(alter(url, role, own), 'select 1')).rejects.toMatchObject({ code: '28P01' });
  }
  expect(await ask(url, 'show listen_addresses')).toBe('');
  const rules = readFileSync(join(cluster, 'pg_hba.conf'), 'utf8').split('\n');
  const lines = rules.filter((line) => line !== '' && !line.startsWith('#'));
  expect(lines.map((line) => line.split(/\s+/).at(-1))).toEqual(['scram-sha-256', 'scram-sha-256', 'scram-sha-256']);
}, 60_000);

test('a cluster of an earlier version, open to everybody on its socket, is closed by the next start and keeps its rows', async () => {
  const before = await administer();
  await ask(before.url('kit', 'admin'), `alter database kit owner to varco_owner`);
  await ask(before.url('kit', 'admin'), `alter role varco_owner createdb`);
  await ask(before.url('kit', 'app'), `insert into rate_counter values ('kept', 'x', 1, now())`);
  await ask(
    before.url('kit', 'admin'),
    ['postgres', 'varco_owner', 'varco_app'].map((role) => `alter role ${role} password null`).join(';'),
  );
  await before.stop();
  rmSync(roles, { recursive: true });
  writeFileSync(join(cluster, 'pg_hba.conf'), 'local all all trust\nhost all all 127.0.0.1/32 trust\n');
  const database = await start();
  closers.push(() => database.stop());
  await expect(ask(alter(database.url, 'postgres', ''), 'select 1')).rejects.toThrow(/password/);
  expect(await ask(database.url, `select count(*) from rate_counter where rule = 'kept'`)).toBe('1');
  expect(await ask(database.url, `select rolcreatedb from pg_roles where rolname = 'varco_owner'`)).toBe(false);
  expect(
    await ask(database.url, 'select pg_get_userbyid(datdba) from pg_database where datname = current_database()'),
  ).toBe('postgres');
}, 60_000);

test('passwords that came back from another backup than the cluster are set anew by a migration', async () => {
  const app = join(roles, 'varco_app');
  const owner = join(roles, 'varco_owner');
  writeFileSync(app, 'of-another-day\n');
  writeFileSync(owner, 'of-another-day-too\n');
  const database = await start();
  closers.push(() => database.stop());
  expect(new URL(database.url).password).toBe('of-another-day');
  expect(await ask(database.url, 'select 1')).toBe(1);
}, 60_000);

test('a database that lacks a step is migrated before it is served', async () => {
  const server = await administer();
  await ask(server.url('kit', 'owner'), `delete from schema_migration where name = '0010-log-functions.sql'`);
  // The step itself replaces functions that are no longer the migrating role's: only a hand-back lets it run again.
  for (const table of ['audit_refuse_change()', 'audit_announced(integer, bigint, text, text, bigint)'])
    await ask(server.url('kit', 'admin'), `alter function ${table} owner to varco_owner`);
  for (const routine of ['audit_expire(integer, bigint, bigint)', 'audit_erase_detail(integer, bigint, bigint)'])
    await ask(server.url('kit', 'admin'), `alter function ${routine} owner to varco_owner`);
  await server.stop();
  const database = await start();
  closers.push(() => database.stop());
  expect(await ask(database.url, `select count(*) from schema_migration where name = '0010-log-functions.sql'`)).toBe(
    '1',
  );
}, 60_000);

test('with an address nothing is started: the schema is checked, and what to run is said', async () => {
  await expect(start(external.url)).rejects.toThrow(/not at the version .* Run: varco migrate kit/);
  await migrateFromEnvironment(KIT_DATABASE, {
    VARCO_DATABASE_OWNER_URL: external.ownerUrl,
    VARCO_DATABASE_ADMIN_URL: external.adminUrl,
  });
  expect((await start(external.url)).url).toBe(external.url);
  // A second migration by the owner alone needs no superuser: the log is handed over already.
  expect(await migrateFromEnvironment(KIT_DATABASE, { VARCO_DATABASE_OWNER_URL: external.ownerUrl })).toEqual([]);
  for (const url of [external.ownerUrl, external.adminUrl])
    await expect(start(url)).rejects.toThrow('VARCO_DATABASE_URL signs in as a role');
});

test('a migrating role that could still change the log is refused, by the migration and by the server', async () => {
  await ask(external.adminUrl, 'grant varco_log to varco_owner');
  try {
    await expect(migrateFromEnvironment(KIT_DATABASE, { VARCO_DATABASE_OWNER_URL: external.ownerUrl })).rejects.toThrow(
      /log-role-in-use.* VARCO_DATABASE_ADMIN_URL/,
    );
    await expect(start(external.url)).rejects.toThrow(/log-role-in-use/);
  } finally {
    await migrateFromEnvironment(KIT_DATABASE, {
      VARCO_DATABASE_OWNER_URL: external.ownerUrl,
      VARCO_DATABASE_ADMIN_URL: external.adminUrl,
    });
  }
  expect((await start(external.url)).url).toBe(external.url);
  await expect(migrateFromEnvironment(KIT_DATABASE, { VARCO_DATABASE_OWNER_URL: external.url })).rejects.toThrow(
    'the role of the server',
  );
});

test.each([
  [{}, 'VARCO_DATA_DIR is missing'],
  [{ VARCO_DATABASE_URL: 'postgres://a:b@db.example/x' }, 'VARCO_DATABASE_OWNER_URL is missing'],
  [{ VARCO_DATABASE_OWNER_URL: 'geheim' }, 'VARCO_DATABASE_OWNER_URL: must be an address'],
])('a migration without its settings says which: %j', async (env, complaint) => {
  await expect(migrateFromEnvironment(KIT_DATABASE, env)).rejects.toThrow(complaint);
  await expect(migrateFromEnvironment(KIT_DATABASE, env)).rejects.not.toThrow('geheim');
});

test('several databases of one cluster are prepared at once', async () => {
  const server = await administer();
  const names = ['one', 'two', 'three'];
  await Promise.all(names.map((name) => prepareDatabase(server, name, KIT_DATABASE.migrations)));
  for (const name of names)
    expect(await ask(server.url(name, 'app'), `select tableowner from pg_tables where tablename = 'audit_leaf'`)).toBe(
      'varco_log',
    );
}, 60_000);
