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

/** What a server said, when it is one line in plain words and the exit code tells of a failure; else nothing that a test accepts. */
function explain({ code, said }: Ended): string {
  const isPlain = said.trimEnd().split('\n').length === 1 && !/\n\s+at |Error:|node:internal|\[object/.test(said);
  return isPlain && code === 1 ? said : `exit code ${code}, NOT EXPLAINED`;
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
    expect(explain(ended)).toMatch(complaint);
    expect(ended.said).not.toContain('geheim');
  },
  30_000,
);

test('the plant explains an address in a file, several faults at once, in one line', async () => {
  await writeFile(join(folder, 'owner.url'), 'postgres://varco_owner:geheim@127.0.0.1/x\n');
  const ended = await plant({ VARCO_DATABASE_OWNER_URL_FILE: join(folder, 'owner.url'), VARCO_INGEST_RATE: '0' });
  expect(explain(ended)).toMatch(/VARCO_DATABASE_OWNER_URL: must not be set.* VARCO_INGEST_RATE: must be at least 1/);
  expect(ended.said).not.toContain('geheim');
}, 60_000);

test('the plant explains a wrong password, a wrong role, and a database that does not exist', async () => {
  expect(explain(await plant({ VARCO_DATABASE_URL: alter(migrated.url, (url) => (url.password = 'wrong')) }))).toMatch(
    /refuses the user or the password/,
  );
  expect(explain(await plant({ VARCO_DATABASE_URL: alter(migrated.url, (url) => (url.password = '')) }))).toMatch(
    /refuses the user or the password/,
  );
  expect(
    explain(await plant({ VARCO_DATABASE_URL: alter(migrated.url, (url) => (url.pathname = '/nowhere')) })),
  ).toMatch(/does not exist/);
  expect(explain(await plant({ VARCO_DATABASE_URL: migrated.ownerUrl }))).toMatch(
    /signs in as a role that may change the consultation log/,
  );
  expect(explain(await plant({ VARCO_DATABASE_URL: migrated.adminUrl }))).toMatch(
    /signs in as a role that may change the consultation log/,
  );
}, 60_000);

test('the plant says what to run on a database that is not migrated, and that it has no settings', async () => {
  expect(explain(await plant({ VARCO_DATABASE_URL: empty.url }))).toMatch(
    /not at the version of this program: .* Run: varco migrate plant/,
  );
  expect(explain(await plant({}))).toMatch(/this plant has no settings: set it up first/);
}, 60_000);

test('the plant explains a port that is taken, and a file in the place of its folder', async () => {
  await seedPlantDatabase({ databaseUrl: migrated.url, dataDir: folder, nowMs: Date.now() }, PLANT);
  const other = createServer();
  await new Promise<void>((done) => other.listen(PORT, '127.0.0.1', done));
  try {
    expect(explain(await plant({}))).toMatch(new RegExp(`Port ${PORT} on 127\\.0\\.0\\.1 is taken`));
    expect(explain(await plant({ VARCO_HOST: '192.0.2.1' }))).toMatch(/192\.0\.2\.1 is not an address of this machine/);
  } finally {
    other.close();
  }
  expect(explain(await plant({ VARCO_DATA_DIR: join(folder, 'owner.url') }))).toMatch(/is not a folder/);
}, 60_000);

test('the plant explains a damaged secret', async () => {
  const damaged = join(folder, 'damaged');
  await mkdir(damaged);
  await writeFile(join(damaged, 'server.secret'), 'short\n');
  expect(explain(await plant({ VARCO_DATA_DIR: damaged }))).toMatch(/server\.secret in the data folder is damaged/);
}, 60_000);

test.runIf(!asRoot || readableByAll)(
  'the plant explains a folder in which it may not write',
  async () => {
    const closed = join(folder, 'closed');
    await mkdir(closed, { mode: 0o555 });
    const ended = await plant({ VARCO_DATA_DIR: closed }, asRoot ? NOBODY : undefined);
    expect(explain(ended)).toMatch(/cannot be written: this user may not write in it|does not exist/);
  },
  30_000,
);

test('the portal explains itself in the same way', async () => {
  expect(explain(await portal({}))).toMatch(/not at the version of this program: .* Run: varco migrate portal/);
  expect(explain(await portal({ VARCO_PUBLIC_ORIGIN: 'http://portal.example' }))).toMatch(
    /VARCO_PUBLIC_ORIGIN: must be/,
  );
  expect(explain(await portal({ VARCO_DATABASE_OWNER_URL: 'postgres://geheim@h/x' }))).toMatch(
    /must not be set for a server/,
  );
}, 120_000);

test('the registry explains itself in the same way', async () => {
  const settings = {
    VARCO_PORT: String(PORT),
    VARCO_REGISTRY_VPN: 'vpn:invented-password',
    VARCO_REGISTRY_MINISTRY: 'office:invented-password',
    VARCO_REGISTRY_SOURCE: '@varco/sim/registry-source.ts',
  };
  expect(explain(await run('registry', {}))).toMatch(/VARCO_REGISTRY_VPN: .*VARCO_REGISTRY_SOURCE/);
  const noSource = { ...settings, VARCO_REGISTRY_SOURCE: './nowhere.ts' };
  expect(explain(await run('registry', noSource))).toMatch(/record source .* cannot be loaded/);
  const file = join(folder, 'in-the-way');
  await writeFile(file, '');
  const noFolder = { ...settings, VARCO_REGISTRY_CHARGES: join(file, 'charges.jsonl') };
  expect(explain(await run('registry', noFolder))).toMatch(/in-the-way/);
}, 120_000);
