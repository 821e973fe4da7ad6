import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { canEnter } from '@varco/server-kit/database/embedded-binaries.ts';
import { migrateFromEnvironment } from '@varco/server-kit/database/migrate-database.ts';
import { createTestDatabase, type TestDatabase } from '@varco/server-kit/testing/test-database.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PLANT_DATABASE } from './plant-database.ts';
import { seedPlantDatabase } from './seed/seed-database.ts';
import { PLANT } from './testing/test-plant.ts';

// Every server says in one line what is wrong, exits with a code other than 0, and never shows a stack trace.

const APPS = join(import.meta.dirname, '../..');
const PORT = 21_111;
const NOBODY = 65_534;
const asRoot = userInfo().uid === 0;
const readableByAll = await canEnter(import.meta.dirname, NOBODY);

let folder: string;
let migrated: TestDatabase;
let empty: TestDatabase;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'varco-explain-'));
  migrated = await createTestDatabase('explain');
  empty = await createTestDatabase('explainempty');
  await migrateFromEnvironment(PLANT_DATABASE, {
    VARCO_DATABASE_OWNER_URL: migrated.ownerUrl,
    VARCO_DATABASE_ADMIN_URL: migrated.adminUrl,
  });
}, 60_000);
afterAll(async () => {
  await migrated.drop();
  await empty.drop();
  await rm(folder, { recursive: true, force: true });
});

interface Ended {
  readonly code: number | null;
  readonly said: string;
}

/** Runs a server that is expected to end by itself. */
function run(app: string, env: Readonly<Record<string, string>>, uid?: number): Promise<Ended> {
  return new Promise((done) => {
    const child = spawn(process.execPath, [join(APPS, app, 'src/main.ts')], {
      env: { PATH: process.env['PATH'] ?? '', VARCO_LOG_LEVEL: 'error', ...env },
      stdio: ['ignore', 'ignore', 'pipe'],
      ...(uid === undefined ? {} : { uid, gid: uid }),
    });
    let said = '';
    child.stderr.on('data', (chunk) => (said += String(chunk)));
    child.once('close', (code) => done({ code, said }));
  });
}

/** One line in plain words that matches; nothing that only a programmer can read. */
function expectExplained({ code, said }: Ended, complaint: RegExp): void {
  expect(said).toMatch(complaint);
  expect(said.trimEnd().split('\n')).toHaveLength(1);
  expect(said).not.toMatch(/\n\s+at |Error:|node:internal|\[object/);
  expect(code).toBe(1);
}

const plant = (env: Readonly<Record<string, string>>, uid?: number): Promise<Ended> =>
  run(
    'plant-server',
    { VARCO_PORT: String(PORT), VARCO_DATA_DIR: folder, VARCO_DATABASE_URL: migrated.url, ...env },
    uid,
  );
const portal = (env: Readonly<Record<string, string>>): Promise<Ended> =>
  run('portal-server', {
    ...{ VARCO_PORT: String(PORT), VARCO_DATA_DIR: folder, VARCO_DATABASE_URL: empty.url },
    ...{ VARCO_PUBLIC_ORIGIN: 'https://portal.example', ...env },
  });

const alter = (url: string, change: (parsed: URL) => void): string => {
  const parsed = new URL(url);
  change(parsed);
  return parsed.href;
};

test.each([
  ['no data folder', { VARCO_DATA_DIR: '' }, /VARCO_DATA_DIR: is missing/],
  ['a port that is none', { VARCO_PORT: 'geheim' }, /VARCO_PORT: has a wrong form/],
  [
    'an address of the owner',
    { VARCO_DATABASE_OWNER_URL: 'postgres://geheim@h/x' },
    /VARCO_DATABASE_OWNER_URL: must not be set for a server/,
  ],
  [
    'an address of the superuser',
    { VARCO_DATABASE_ADMIN_URL: 'postgres://geheim@h/x' },
    /VARCO_DATABASE_ADMIN_URL: must not be set for a server/,
  ],
  ['an address that is none', { VARCO_DATABASE_URL: 'geheim' }, /VARCO_DATABASE_URL: must be an address such as/],
  [
    'a database that is not there',
    { VARCO_DATABASE_URL: 'postgres://varco_app:geheim@127.0.0.1:21119/x' },
    /does not answer at its address/,
  ],
  [
    'a host that is not there',
    { VARCO_DATABASE_URL: 'postgres://varco_app:geheim@db.invalid/x' },
    /host name db\.invalid is not known/,
  ],
  ['a data folder that is not there', { VARCO_DATA_DIR: '/nonexistent/varco' }, /does not exist: mount its disk/],
  [
    'a bucket without a key',
    { VARCO_PICTURES_S3_URL: 'https://s3.example/b' },
    /needs VARCO_PICTURES_S3_KEY|no settings/,
  ],
])(
  'the plant explains %s',
  async (_what, env, complaint) => {
    const ended = await plant(env);
    expectExplained(ended, complaint);
    expect(ended.said).not.toContain('geheim');
  },
  30_000,
);

test('the plant explains an address in a file, several faults at once, in one line', async () => {
  await writeFile(join(folder, 'owner.url'), 'postgres://varco_owner:geheim@127.0.0.1/x\n');
  const ended = await plant({ VARCO_DATABASE_OWNER_URL_FILE: join(folder, 'owner.url'), VARCO_INGEST_RATE: '0' });
  expectExplained(ended, /VARCO_DATABASE_OWNER_URL: must not be set.* VARCO_INGEST_RATE: must be at least 1/);
  expect(ended.said).not.toContain('geheim');
}, 30_000);

test('the plant explains a wrong password, a wrong role, and a database that does not exist', async () => {
  expectExplained(
    await plant({ VARCO_DATABASE_URL: alter(migrated.url, (url) => (url.password = 'wrong')) }),
    /refuses the user or the password/,
  );
  expectExplained(
    await plant({ VARCO_DATABASE_URL: alter(migrated.url, (url) => (url.password = '')) }),
    /refuses the user or the password/,
  );
  expectExplained(
    await plant({ VARCO_DATABASE_URL: alter(migrated.url, (url) => (url.pathname = '/nowhere')) }),
    /does not exist/,
  );
  expectExplained(
    await plant({ VARCO_DATABASE_URL: migrated.ownerUrl }),
    /signs in as a role that may change the consultation log/,
  );
  expectExplained(
    await plant({ VARCO_DATABASE_URL: migrated.adminUrl }),
    /signs in as a role that may change the consultation log/,
  );
}, 60_000);

test('the plant says what to run on a database that is not migrated, and that it has no settings', async () => {
  expectExplained(
    await plant({ VARCO_DATABASE_URL: empty.url }),
    /not at the version of this program: .* Run: varco migrate plant/,
  );
  expectExplained(await plant({}), /this plant has no settings: set it up first/);
}, 60_000);

test('the plant explains a port that is taken, and a file in the place of its folder', async () => {
  await seedPlantDatabase({ databaseUrl: migrated.url, dataDir: folder, nowMs: Date.now() }, PLANT);
  const other = createServer();
  await new Promise<void>((done) => other.listen(PORT, '127.0.0.1', done));
  try {
    expectExplained(await plant({}), new RegExp(`Port ${PORT} on 127\\.0\\.0\\.1 is taken`));
    expectExplained(await plant({ VARCO_HOST: '192.0.2.1' }), /192\.0\.2\.1 is not an address of this machine/);
  } finally {
    other.close();
  }
  expectExplained(await plant({ VARCO_DATA_DIR: join(folder, 'owner.url') }), /is not a folder/);
}, 60_000);

test('the plant explains a damaged secret', async () => {
  const damaged = join(folder, 'damaged');
  await mkdir(damaged);
  await writeFile(join(damaged, 'server.secret'), 'short\n');
  expectExplained(await plant({ VARCO_DATA_DIR: damaged }), /server\.secret in the data folder is damaged/);
}, 30_000);

test.runIf(!asRoot || readableByAll)(
  'the plant explains a folder in which it may not write',
  async () => {
    const closed = join(folder, 'closed');
    await mkdir(closed, { mode: 0o555 });
    const ended = await plant({ VARCO_DATA_DIR: closed }, asRoot ? NOBODY : undefined);
    expectExplained(ended, /cannot be written: this user may not write in it|does not exist/);
  },
  30_000,
);

test('portal and registry explain themselves in the same way', async () => {
  expectExplained(await portal({}), /not at the version of this program: .* Run: varco migrate portal/);
  expectExplained(await portal({ VARCO_PUBLIC_ORIGIN: 'http://portal.example' }), /VARCO_PUBLIC_ORIGIN: must be/);
  expectExplained(await portal({ VARCO_DATABASE_OWNER_URL: 'postgres://geheim@h/x' }), /must not be set for a server/);
  const account = { VARCO_REGISTRY_VPN: 'vpn:invented-password', VARCO_REGISTRY_MINISTRY: 'office:invented-password' };
  expectExplained(await run('registry', {}), /VARCO_REGISTRY_VPN: .*VARCO_REGISTRY_SOURCE/);
  expectExplained(
    await run('registry', { ...account, VARCO_REGISTRY_SOURCE: './nowhere.ts' }),
    /record source .* cannot be loaded/,
  );
  const source = { VARCO_REGISTRY_SOURCE: '@varco/sim/registry-source.ts' };
  expectExplained(
    await run('registry', { ...account, ...source, VARCO_REGISTRY_CHARGES: join(folder, 'owner.url', 'charges') }),
    /owner\.url.* is not a folder|does not exist/,
  );
}, 60_000);
