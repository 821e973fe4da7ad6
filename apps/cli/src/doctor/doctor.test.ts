import { chmod, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '@varco/server-kit/database/embedded.ts';
import { createI18n } from '@varco/i18n/create-i18n.ts';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { changeSettings, type Settings } from '../settings-file.ts';
import { PLANT_ANSWERS, PORTAL_ANSWERS } from '../testing/sample-answers.ts';
import { createTestInstallation, type TestInstallation } from '../testing/test-installation.ts';
import { checkInspection } from './check-database.ts';
import { createNotes, type Finding, todoKey, whatKey } from './finding.ts';

const Report = z.object({
  faults: z.number(),
  warnings: z.number(),
  checks: z.array(
    z.object({
      server: z.string(),
      check: z.string(),
      state: z.string(),
      code: z.string().nullable(),
      what: z.string().nullable(),
      todo: z.string().nullable(),
    }),
  ),
});

let world: TestInstallation;
let fronts: { stop(): void }[] = [];
/** Texts of the settings files as they were set up. */
const originals = new Map<string, string>();

beforeAll(async () => {
  world = await createTestInstallation(startEmbeddedPostgres);
  const database = (name: string) => ({ admin_address_file: world.adminFile, name });
  const portal = { ...PORTAL_ANSWERS, ...{ address: 'https://localhost:18861', port: 18_862 } };
  const plant = { ...PLANT_ANSWERS, ...{ address: 'https://localhost:18863', portal: portal.address, port: 18_864 } };
  const files = [
    await world.answers('portal', {
      ...{ ...portal, plants: [plant.address] },
      ...{ data_folder: join(world.folder, 'data/portal'), database: database('varco_portal') },
    }),
    await world.answers('borgo', {
      ...{ ...plant, data_folder: join(world.folder, 'data/borgo'), database: database('varco_borgo') },
    }),
  ];
  for (const [index, words] of [['portal'], ['plant', 'borgo']].entries())
    await world.varco('setup', ...words, '--from', files[index] ?? '', '--settings', world.etc);
  for (const name of ['portal.env', 'portal-owner.env', 'plant-borgo.env'])
    originals.set(name, await readFile(join(world.etc, name), 'utf8'));
  const [row] = await world.sql<{ uuid: string }>('varco_borgo', 'select uuid from plant_settings');
  await world.sql(
    'varco_portal',
    `insert into peer (uuid, url, url_key, label, code) values ('${row?.uuid}', '${plant.address}', 'localhost:18863', 'Borgo Prova', 'BOR')`,
  );
  await world.start('portal', 'portal');
  await world.start('plant', 'plant-borgo');
}, 180_000);
afterAll(() => world.remove());

beforeEach(async () => {
  fronts = [await world.startTls(18_861, 18_862), await world.startTls(18_863, 18_864)];
  await heardFrom('now()');
});
afterEach(async () => {
  for (const front of fronts) front.stop();
  for (const [name, text] of originals) await writeFile(join(world.etc, name), text);
  await chmod(join(world.etc, 'portal.env'), 0o640);
  await chmod(join(world.etc, 'portal-owner.env'), 0o600);
  await chmod(join(world.folder, 'data/borgo/server.secret'), 0o400);
});

const heardFrom = (instant: string) => world.sql('varco_portal', `update peer set last_seen_at = ${instant}`);
const change = async (slug: string, values: Settings): Promise<void> => {
  const file = join(world.etc, `${slug}.env`);
  await writeFile(file, changeSettings(await readFile(file, 'utf8'), values));
};

/** Runs the real command; the faults and warnings as `server:code`, sorted, and its exit code. */
async function examine(): Promise<{ code: number | null; found: string[] }> {
  const { code, out, err } = await world.varco('doctor', '--json', '--settings', world.etc);
  expect(err).toBe('');
  const { checks, faults } = Report.parse(JSON.parse(out));
  expect(code).toBe(faults === 0 ? 0 : 1);
  const wrong = checks.filter((check) => check.code !== null);
  for (const { what, todo } of wrong) expect([what, todo].join(' ')).not.toMatch(/\{\{|postgres:\/\//);
  return { code, found: [...new Set(wrong.map(({ server, code: fault }) => `${server}:${fault}`))].sort() };
}

test('a running portal and plant are in order; that no mail server is named is a warning', async () => {
  expect(await examine()).toEqual({ code: 0, found: ['portal:mailNone'] });
  const { out } = await world.varco('doctor', '--settings', world.etc, '--lang', 'it');
  expect(out).toContain('ok      portal  le pagine del portale possono chiamare l’impianto');
  expect(out).toContain('AVVISO  portal  Non c’è un server di posta');
});

test('files: modes, a setting that does not hold, a disk below its reserve', async () => {
  await chmod(join(world.etc, 'portal.env'), 0o644);
  await chmod(join(world.etc, 'portal-owner.env'), 0o640);
  await chmod(join(world.folder, 'data/borgo/server.secret'), 0o444);
  await change('portal', { VARCO_LOG_LEVEL: 'loud' });
  await change('plant-borgo', { VARCO_DISK_RESERVE_MB: '99999999' });
  expect((await examine()).found).toEqual(
    expect.arrayContaining([
      ...['plant-borgo:disk', 'plant-borgo:secretMode'],
      ...['portal:ownerMode', 'portal:settings', 'portal:settingsMode'],
    ]),
  );
  await change('plant-borgo', { VARCO_DATA_DIR: join(world.folder, 'nowhere') });
  expect((await examine()).found).toContain('plant-borgo:dataFolder');
});

test('database: refused, missing, away, a role that owns, an owner that is refused, tables of another version', async () => {
  const { VARCO_DATABASE_URL: plantUrl = '' } = await world.settings('plant-borgo');
  const { VARCO_DATABASE_URL: portalUrl = '' } = await world.settings('portal');
  const { VARCO_DATABASE_OWNER_URL: ownerUrl = '' } = await world.settings('portal-owner');
  const withPart = (url: string, part: 'password' | 'pathname', value: string): string => {
    const changed = new URL(url);
    changed[part] = value;
    return changed.href;
  };
  await change('plant-borgo', { VARCO_DATABASE_URL: withPart(plantUrl, 'password', 'wrong') });
  await change('portal', { VARCO_DATABASE_URL: withPart(portalUrl, 'pathname', '/nowhere') });
  await change('portal-owner', { VARCO_DATABASE_OWNER_URL: withPart(ownerUrl, 'password', 'wrong') });
  expect((await examine()).found).toEqual(
    expect.arrayContaining(['plant-borgo:databaseRefused', 'portal:databaseMissing', 'portal:owner']),
  );
  await change('plant-borgo', { VARCO_DATABASE_URL: 'postgres://varco_app:x@127.0.0.1:1/varco_borgo' });
  await change('portal', { VARCO_DATABASE_URL: ownerUrl });
  expect((await examine()).found).toEqual(
    expect.arrayContaining(['plant-borgo:databaseUnreachable', 'portal:role', 'portal:schema']),
  );
  await world.sql(
    'postgres',
    `create database old_code encoding 'SQL_ASCII' lc_collate 'C' lc_ctype 'C' template template0`,
  );
  await change('plant-borgo', { VARCO_DATABASE_URL: withPart(plantUrl, 'pathname', '/old_code') });
  expect((await examine()).found).toEqual(expect.arrayContaining(['plant-borgo:encoding', 'plant-borgo:schema']));
});

test('keys: one that is older than two years, and a former one that nobody retired', async () => {
  const age = (interval: string) =>
    world.sql('varco_borgo', `update plant_key set created_at = created_at - interval '${interval}'`);
  const keys = (...words: string[]) => world.varco('keys', ...words, '--settings', world.etc);
  await age('732 days');
  expect((await examine()).found).toContain('plant-borgo:keyOld');
  await keys('add', 'plant-borgo', 'server');
  expect((await examine()).found.filter((one) => one.includes('key'))).toEqual([]);
  await age('32 days');
  expect((await examine()).found).toContain('plant-borgo:keyFormer');
  await keys('retire', 'plant-borgo', 'server');
  expect((await examine()).found.filter((one) => one.includes('key'))).toEqual([]);
}, 120_000);

test('a plant without settings', async () => {
  await world.sql('varco_borgo', 'create table kept as table plant_settings; delete from plant_settings');
  try {
    expect((await examine()).found).toContain('plant-borgo:plant');
  } finally {
    await world.sql('varco_borgo', 'insert into plant_settings select * from kept; drop table kept');
  }
});

test('servers: off, of another version; registry and mail server away', async () => {
  const old = createServer((call, answer) => {
    answer.setHeader('content-type', 'application/json');
    answer.end(call.url === '/health' ? '{"status":"ok","version":"0.0.1"}' : '{"status":"ready"}');
  });
  await new Promise<void>((done) => old.listen(18_866, '127.0.0.1', done));
  await change('portal', { VARCO_PORT: '18866' });
  // Set in the browser, so no variable names it.
  const mail = { host: '127.0.0.1', port: 18_869, security: 'starttls', user: '', from: 'varco@portale.example' };
  await world.sql(
    'varco_portal',
    `insert into portal_setting values ('mail', '${JSON.stringify(mail)}', null, 2, now(), 'capo')`,
  );
  const registry = { VARCO_REGISTRY_VPN: 'a:bbbbbbbbbbbb', VARCO_REGISTRY_MINISTRY: 'a:bbbbbbbbbbbb' };
  await change('plant-borgo', { VARCO_PORT: '18867', VARCO_REGISTRY_URL: 'https://localhost:18868', ...registry });
  const { found } = await examine();
  old.close();
  await world.sql('varco_portal', 'delete from portal_setting');
  expect(found).toEqual(['plant-borgo:registry', 'plant-borgo:serverOff', 'portal:mail', 'portal:version']);
});

test('addresses: a certificate nobody believes, one that ends soon, a clock, a page that may not call', async () => {
  for (const front of fronts) front.stop();
  const late = new Date(Date.now() - 3_600_000).toUTCString();
  fronts = [
    await world.startTls(18_861, 18_862, { days: 10, headers: { date: late } }),
    await world.startTls(18_863, 18_864, { isBelieved: false }),
  ];
  await change('plant-borgo', { VARCO_PORTAL_ORIGINS: 'https://altro.example' });
  await world.sql('varco_portal', `update peer set url = 'https://127.0.0.1:18863'`);
  const { found } = await examine();
  await world.sql('varco_portal', `update peer set url = 'https://localhost:18863'`);
  expect(found).toEqual([
    ...['plant-borgo:certificate', 'plant-borgo:clockPortal', 'plant-borgo:cors'],
    ...['portal:certificateDays', 'portal:mailNone', 'portal:policy'],
  ]);
});

test('an address that does not answer, and plants that were not heard from', async () => {
  fronts[0]?.stop();
  await heardFrom("now() - interval '20 minutes'");
  expect((await examine()).found).toEqual([
    ...['plant-borgo:portal', 'portal:address', 'portal:heartbeat', 'portal:mailNone'],
  ]);
  await heardFrom('null');
  expect((await examine()).found).toContain('portal:heartbeatNever');
});

test('no settings at all', async () => {
  const { code, out } = await world.varco('doctor', '--settings', join(world.folder, 'empty'));
  expect([code, out]).toEqual([1, expect.stringContaining('varco setup portal')]);
});

test('a database whose clock differs, and every fault has two lines in both languages', () => {
  const findings: Finding[] = [];
  const database = { state: 'ok', schemaProblem: null, role: 'varco_app', roleFaults: [], encoding: 'UTF8' } as const;
  const report = { settingFaults: [], disk: null, database: { ...database, roleFaults: [], clockSkewMs: -61_000 } };
  checkInspection(report, 'varco migrate plant', createNotes('plant-borgo', findings));
  const wrong = findings.filter(({ fault }) => fault !== null);
  expect(wrong).toEqual([expect.objectContaining({ fault: 'clockDatabase', values: { seconds: '61' } })]);
  for (const language of ['it', 'en'] as const) {
    const { t } = createI18n(language);
    expect(t(whatKey('clockDatabase'), { seconds: '61' })).toContain('61');
    expect(t(todoKey('clockDatabase'))).toContain('timedatectl');
  }
});
