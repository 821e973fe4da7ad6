import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { silentLog } from '@varco/server-kit/log/log.ts';
import { createTestDatabase, type TestDatabase } from '@varco/server-kit/testing/test-database.ts';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readPortalEnv } from './env.ts';
import { seedPortalDatabase } from './seed/seed-database.ts';
import { PORTAL_MIGRATIONS } from './portal-database.ts';
import { startPortal } from './start.ts';
import { createPerson, createPlant } from './testing/test-people.ts';

const secret = randomBytes(32);
let database: TestDatabase;
let dataDir = '';
beforeAll(async () => {
  database = await createTestDatabase('portal_start', ...PORTAL_MIGRATIONS);
  dataDir = await mkdtemp(path.join(tmpdir(), 'varco-portal-'));
});
afterAll(async () => {
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

const rowsOf = async (sql: string): Promise<readonly Record<string, unknown>[]> => {
  const client = new Client({ connectionString: database.ownerUrl });
  await client.connect();
  const { rows } = await client.query(sql);
  await client.end();
  return rows;
};

it('seeds a database twice with the same result, and refuses a plant that is not in the registry', async () => {
  const target = { databaseUrl: database.url, dataDir };
  const cesena = createPlant('Cesena');
  const seed = {
    users: [createPerson('bruni', { peers: [cesena.uuid], recoveryCodes: ['01-AAAA-BBBB-CCCC'] })],
    peers: [cesena],
  };
  await seedPortalDatabase(target, seed);
  await seedPortalDatabase(target, seed);
  expect(await rowsOf('select username from portal_user')).toEqual([{ username: 'bruni' }]);
  expect(await rowsOf('select slot from recovery_code')).toEqual([{ slot: 1 }]);
  expect(await rowsOf('select 1 as one from user_peer')).toEqual([{ one: 1 }]);
  const lost = { users: [createPerson('verdi', { peers: [createPlant('Altrove').uuid] })], peers: [] };
  await expect(seedPortalDatabase(target, lost)).rejects.toThrow('is not in the registry');
  expect(await rowsOf('select username from portal_user')).toHaveLength(1);
});

it('PLANT-04 two spellings of one address are one plant', async () => {
  const target = { databaseUrl: database.url, dataDir };
  const twice = [
    createPlant('Uno', { url: 'https://plant.example' }),
    createPlant('Due', { url: 'https://PLANT.example:443/' }),
  ];
  await expect(seedPortalDatabase(target, { users: [], peers: twice })).rejects.toThrow('peer_url_key');
});

it('a portal that leaves says so first and still answers', async () => {
  const env = readPortalEnv({
    VARCO_PORT: '0',
    VARCO_DATA_DIR: dataDir,
    VARCO_DEMO: '1',
    VARCO_PUBLIC_ORIGIN: 'http://localhost:18600',
    VARCO_DATABASE_URL: database.url,
    VARCO_DRAIN_S: '1',
  });
  const portal = await startPortal({ env, log: silentLog, webDist: dataDir, secret });
  const stopping = portal.stop();
  const ready = await fetch(`${portal.address}/ready`);
  expect([ready.status, await ready.json()]).toMatchObject([503, { status: 'stopping' }]);
  expect((await fetch(`${portal.address}/health`)).status).toBe(200);
  await stopping;
  await expect(fetch(`${portal.address}/health`)).rejects.toThrow('fetch failed');
});

it('starts on a database, answers over a socket as the role that owns nothing, and keeps its keys over a restart', async () => {
  const env = readPortalEnv({
    VARCO_PORT: '0',
    VARCO_DATA_DIR: dataDir,
    VARCO_DEMO: '1',
    VARCO_PUBLIC_ORIGIN: 'http://localhost:18600',
    VARCO_DATABASE_URL: database.url,
  });
  const keys = [];
  for (let run = 0; run < 2; run += 1) {
    const portal = await startPortal({ env, log: silentLog, webDist: dataDir, secret });
    expect(await (await fetch(`${portal.address}/ready`)).json()).toMatchObject({ status: 'ready' });
    await portal.stop();
    await expect(fetch(`${portal.address}/ready`)).rejects.toThrow('fetch failed');
    keys.push(await rowsOf('select kid from signing_key'));
  }
  expect(keys[0]).toHaveLength(1);
  expect(keys[1]).toEqual(keys[0]);
});
