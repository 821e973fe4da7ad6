import { access, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ingestGates } from '@varco/contract/plant/ingest.ts';
import { plantChangePassword, plantLogin } from '@varco/contract/plant/auth.ts';
import { resetPassword } from '@varco/contract/portal/account.ts';
import { login } from '@varco/contract/portal/auth.ts';
import { startEmbeddedPostgres } from '@varco/server-kit/database/embedded.ts';
import { createI18n } from '@varco/i18n/create-i18n.ts';
import { buildProof, TEST_KDF } from '../../../portal-server/src/testing/test-portal.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { COMMANDS } from '../commands.ts';
import { runCommand } from '../run-command.ts';
import { PLANT_ANSWERS, PORTAL_ANSWERS } from '../testing/sample-answers.ts';
import { createTestInstallation, type TestInstallation } from '../testing/test-installation.ts';

let world: TestInstallation;
beforeAll(async () => {
  world = await createTestInstallation(startEmbeddedPostgres);
});
afterAll(() => world.remove());

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );
const post = (port: number, path: string, body: object, headers: Record<string, string> = {}) =>
  fetch(`http://127.0.0.1:${port}${path}`, {
    method: 'POST',
    // As Caddy in front of the servers says.
    headers: { 'content-type': 'application/json', 'x-forwarded-for': '192.0.2.7', ...headers },
    body: JSON.stringify(body),
  });
const external = (name: string) => ({ admin_address_file: world.adminFile, name });
const portalFile = () =>
  world.answers('portal', {
    ...PORTAL_ANSWERS,
    data_folder: join(world.folder, 'data/portal'),
    database: external('varco_portal'),
  });
const plantFile = (name: string, more: object = {}) =>
  world.answers(name, { ...PLANT_ANSWERS, data_folder: join(world.folder, 'data', name), ...more });
const setup = (kind: readonly string[], file: string, ...more: string[]) =>
  world.varco('setup', ...kind, '--from', file, '--settings', world.etc, ...more);

describe('a portal on a given PostgreSQL', () => {
  let links: string[];

  test('killed in the middle, then completed by the same command, with one set of roles and administrators', async () => {
    const file = await portalFile();
    const args = ['setup', 'portal', '--from', file, '--settings', world.etc];
    expect(await world.killWhen(() => exists(join(world.etc, 'portal-owner.env')), ...args)).toBe(true);
    const before = await world.settings('portal');
    const hasTables = async (): Promise<boolean> =>
      (await world.sql('postgres', `select 1 from pg_database where datname = 'varco_portal'`)).length > 0 &&
      (await world.sql('varco_portal', `select 1 where to_regclass('public.peer') is not null`)).length > 0;
    expect(await world.killWhen(hasTables, ...args)).toBe(true);
    const { code, out, err } = await setup(['portal'], file);
    expect([code, err]).toEqual([0, '']);
    links = [...out.matchAll(/https:\/\/localhost:18851\/reset-password\?invited=1#([\w-]{43})/g)].map(
      (m) => m[1] ?? '',
    );
    expect(links).toHaveLength(2);
    expect(await world.settings('portal')).toEqual(before);
  });

  test('the roles have the least rights, the files their modes, and the link is stored as a hash only', async () => {
    const roles = await world.sql<{ rolname: string }>(
      'postgres',
      `select rolname from pg_roles where rolname in ('varco_app', 'varco_owner') and rolcanlogin
          and not (rolsuper or rolcreatedb or rolcreaterole or rolreplication or rolbypassrls) order by 1`,
    );
    expect(roles.map(({ rolname }) => rolname)).toEqual(['varco_app', 'varco_owner']);
    const owned = `select 1 from pg_class c join pg_roles r on r.oid = c.relowner where r.rolname = 'varco_app'`;
    expect(await world.sql('varco_portal', owned)).toEqual([]);
    expect(
      await world.sql(
        'varco_portal',
        `select current_setting('TimeZone') as zone, current_setting('server_encoding') as code`,
      ),
    ).toEqual([{ zone: 'UTC', code: 'UTF8' }]);
    expect(((await stat(join(world.etc, 'portal.env'))).mode & 0o777).toString(8)).toBe('640');
    expect(((await stat(join(world.etc, 'portal-owner.env'))).mode & 0o777).toString(8)).toBe('600');
    expect(await readFile(join(world.etc, 'portal.env'), 'utf8')).not.toMatch(/OWNER|ADMIN/);
    const stored = await world.sql<{ text: string }>(
      'varco_portal',
      'select row_to_json(l)::text as text from account_link l',
    );
    expect(stored).toHaveLength(2);
    for (const { text } of stored) for (const link of links) expect(text).not.toContain(link);
    const logged = await world.sql<{ body: string }>('varco_portal', 'select body from audit_entry order by seq');
    expect(logged.filter(({ body }) => body.includes('"user.invite"') && body.includes('"setup"'))).toHaveLength(2);
  });

  test('the portal starts, the link opens once, and the first administrator signs in as one', async () => {
    const server = await world.start('portal', 'portal');
    const body = { email: 'a.prova@comune.example', password: buildProof('una frase lunga'), kdf: TEST_KDF };
    const use = () => post(18_852, resetPassword.path, body, { authorization: `Bearer ${links[0]}` });
    expect((await use()).status).toBeLessThan(300);
    expect((await use()).status).toBe(401);
    const answer = await post(18_852, login.path, { username: body.email, password: body.password });
    expect(answer.status).toBe(200);
    // Run again beside the running server: nothing changes, and who is there is said.
    const again = await setup(['portal'], await portalFile());
    expect(again).toMatchObject({ code: 0, err: '' });
    expect(again.out).toContain('Administrator a.prova@comune.example: active.');
    expect(again.out).toContain('Administrator b.prova@comune.example: has not chosen a password yet.');
    expect(again.out).not.toContain('#');
    // A lost link is replaced, and the old one no longer opens.
    const renewed = await setup(['portal'], await portalFile(), '--renew');
    expect(renewed.out.match(/#[\w-]{43}/g)).toHaveLength(1);
    const old = await post(
      18_852,
      resetPassword.path,
      { ...body, email: 'b.prova@comune.example' },
      { authorization: `Bearer ${links[1]}` },
    );
    expect(old.status).toBe(401);
    await server.stop();
    const rows = await world.sql<{ admins: number }>(
      'varco_portal',
      'select count(*)::int as admins from portal_user where is_admin',
    );
    expect(rows).toEqual([{ admins: 2 }]);
  });

  test('other values are named and left alone until --change', async () => {
    const file = await world.answers('portal-other', {
      ...PORTAL_ANSWERS,
      data_folder: join(world.folder, 'data/portal'),
      database: external('varco_portal'),
      plants: [],
      mail: { server: 'smtps://posta.example:465', from: 'varco@comune.example' },
    });
    const left = await setup(['portal'], file);
    expect(left.out).toContain('VARCO_PLANT_ORIGINS');
    expect((await world.settings('portal'))['VARCO_SMTP_URL']).toBe('');
    await writeFile(join(world.etc, 'portal.env'), `# note\n${await readFile(join(world.etc, 'portal.env'), 'utf8')}`);
    expect((await setup(['portal'], file, '--change')).code).toBe(0);
    expect(await world.settings('portal')).toMatchObject({
      VARCO_SMTP_URL: 'smtps://posta.example:465',
      VARCO_PLANT_ORIGINS: '',
    });
    expect(await readFile(join(world.etc, 'portal.env'), 'utf8')).toMatch(/^# note\n/);
  });
});

describe('a plant', () => {
  test('beside the portal on the same PostgreSQL: the roles are shared, the first password only lets choose another', async () => {
    const file = await plantFile('borgo', { database: external('varco_borgo') });
    const { code, out, err } = await setup(['plant', 'borgo'], file, '--camera-key');
    expect([code, err]).toEqual([0, '']);
    const password = /choose another one: (\S+)/.exec(out)?.[1] ?? '';
    const key = /Key of the cameras, shown only now: (\S+)/.exec(out)?.[1] ?? '';
    const server = await world.start('plant', 'plant-borgo');
    const signIn = (text: string) => post(18_854, plantLogin.path, { username: 'a.prova', password: text });
    expect(await (await signIn(password)).json()).toMatchObject({ error: { code: 'expired_password' } });
    const chosen = 'Nuova-Frase-2026';
    const change = { username: 'a.prova', old_password: password, password: chosen };
    expect((await post(18_854, plantChangePassword.path, change)).status).toBe(200);
    expect((await signIn(password)).status).toBe(401);
    expect((await signIn(chosen)).status).toBe(200);
    const gates = await fetch(`http://127.0.0.1:18854${ingestGates.path}`, { headers: { 'x-api-key': key } });
    expect(await gates.text()).toContain('V01 Via di Prova');
    const again = await world.varco('setup', 'plant', 'borgo', '--settings', world.etc, '--renew');
    expect(again.out).toContain('Administrator a.prova: active.');
    expect(again.out).not.toContain('choose another one');
    await server.stop();
  });

  test('its public page is written with the terms it was set up with, and a wrong year is refused in words', async () => {
    const { VARCO_DATABASE_URL: database = '', VARCO_DATA_DIR: data = '' } = await world.settings('plant-borgo');
    const folder = join(world.folder, 'www/targhe');
    const publish = (...args: string[]) =>
      world.varco('public-page', '--database', database, '--data', data, '--out', folder, ...args);
    const { code, out, err } = await publish('--lang', 'en');
    expect([code, err]).toEqual([0, '']);
    expect(out.trim().split('\n')).toHaveLength(8);
    const page = await readFile(join(folder, 'index.html'), 'utf8');
    expect(page).toContain(PLANT_ANSWERS.retention.act);
    expect(await readFile(join(folder, 'index.html.note'), 'utf8')).toContain('\nfile index.html\nsha256 ');
    expect(await publish('--year', '1990')).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringContaining('year must be'),
    });
    expect(await readFile(join(folder, 'index.html'), 'utf8')).toBe(page);
    expect(await readdir(folder)).toHaveLength(8);
  });

  test('retention and gates of the file are compared; gates are added only with --change', async () => {
    const changed = {
      database: external('varco_borgo'),
      retention: { ...PLANT_ANSWERS.retention, days: 60 },
      gates: [...PLANT_ANSWERS.gates, { name: 'V02 Via Nuova' }],
    };
    const left = await setup(['plant', 'borgo'], await plantFile('borgo', changed));
    expect(left.out).toContain('left as it is: retention.days.');
    expect(left.out).toContain('1 gate of the file is not in the plant');
    expect(
      await world.sql(
        'varco_borgo',
        'select retention_days, (select count(*)::int from gate) as gates from plant_settings',
      ),
    ).toEqual([{ retention_days: 30, gates: 1 }]);
    await setup(['plant', 'borgo'], await plantFile('borgo', changed), '--change');
    expect(
      await world.sql(
        'varco_borgo',
        'select retention_days, (select count(*)::int from gate) as gates from plant_settings',
      ),
    ).toEqual([{ retention_days: 30, gates: 2 }]);
  });

  test('on the embedded database, killed while it is made, then completed', async () => {
    const file = await plantFile('valle', { port: 18_856 });
    const args = ['setup', 'plant', 'valle', '--from', file, '--settings', world.etc];
    expect(await world.killWhen(() => exists(join(world.folder, 'data/valle/postgres.roles')), ...args)).toBe(true);
    const { code, out, err } = await setup(['plant', 'valle'], file);
    expect([code, err]).toEqual([0, '']);
    expect(out).toMatch(/choose another one: \S+/);
    const server = await world.start('plant', 'plant-valle');
    await server.stop();
  });

  test('what cannot be is said in one line', async () => {
    const file = await plantFile('monte', {
      database: { ...external('varco_monte'), admin_address_file: '/nowhere/admin.url' },
    });
    expect(await setup(['plant', 'monte'], file)).toMatchObject({
      code: 1,
      err: 'The file /nowhere/admin.url cannot be read.\n',
    });
    const wrong = join(world.folder, 'wrong.url');
    await writeFile(wrong, 'postgres://postgres:segreta@127.0.0.1:1/postgres\n');
    const away = await setup(
      ['plant', 'monte'],
      await plantFile('monte', { database: { admin_address_file: wrong, name: 'varco_monte' } }),
    );
    expect(away.code).toBe(1);
    expect(away.err.trim().split('\n')).toHaveLength(1);
    expect(away.err + away.out).not.toContain('segreta');
    expect((await world.varco('setup', 'plant', '../monte', '--settings', world.etc)).code).toBe(2);
    expect((await world.varco('setup', 'plant', 'nuovo', '--settings', world.etc)).err).toContain('Without a terminal');
  });
});

/** Runs the command in this process, as with a terminal whose answers are given. */
async function runHere(args: readonly string[], replies: readonly string[], language: 'it' | 'en' = 'it') {
  const asked: string[] = [];
  const said: string[] = [];
  const rest = [...replies];
  const code = await runCommand(COMMANDS, args, {
    t: createI18n(language).t,
    env: process.env,
    print: (line) => said.push(line),
    warn: (line) => said.push(line),
    ask: (question) => {
      asked.push(question);
      return Promise.resolve(rest.shift() ?? '');
    },
  });
  return { code, asked, said: said.join('\n') };
}

test('the questions make a plant; retention has no default, and an answer that does not hold is asked again', async () => {
  const replies = [
    ...['Colle Prova', '', '', 'http://colle.example', 'https://colle.example', 'https://portale.example', '', ''],
    ...['n', world.adminFile, 'varco_colle', '', 'molti', '30', '40', '30', '7', 'regolamento', 'DGC 2/2026', '', ''],
    ...['V01 Via Alta', '', '', '', '', 'Carla Prova', 'c.prova', 'c.prova@comune.example', 's'],
  ];
  const etc = join(world.folder, 'etc-colle');
  // Its data folder is that of a package, so the questions end before anything is made.
  const { asked, said } = await runHere(['setup', 'plant', 'colle', '--settings', etc], [...replies.slice(0, -1), 'n']);
  expect(asked.filter((line) => line.includes('Conservazione dei transiti')).map((line) => line.includes('['))).toEqual(
    [false, false, false],
  );
  expect(asked.filter((line) => line.includes('Indirizzo https dell’impianto'))).toHaveLength(2);
  expect(said).toContain('Serve una risposta.');
  expect(said).toContain('deve essere al massimo 30');
  expect(asked.at(-1)).toContain('Procedere');
  expect(await readdir(etc).catch(() => [])).toEqual([]);
  const english = await runHere(
    ['setup', 'plant', 'colle', '--settings', etc, '--lang', 'en'],
    [...replies.slice(0, -1), 'n'],
  );
  expect(english.asked[0]).toBe('Name of the plant, as people read it:');
});

describe('a hostile file of answers makes nothing', () => {
  const good = JSON.stringify(PLANT_ANSWERS);
  const replace = (from: string, to: string): string => good.replace(from, to);
  test.each([
    ['unknown keys', replace('{"label"', '{"password":"x","label"'), 'password: voce sconosciuta'],
    ['an unknown key inside', replace('"days":30', '"days":30,"giorni":3'), 'retention.giorni: voce sconosciuta'],
    ['a text for a number', replace('"days":30', '"days":"30"'), 'retention.days: è di un altro tipo'],
    ['a list for a text', replace('"Borgo Prova"', '["x"]'), 'label: è di un altro tipo'],
    ['no legal basis', replace('"basis":"regolamento comunale",', ''), 'retention.basis: manca'],
    ['an empty act', replace('DGC 1/2026', ''), 'retention.act: non può essere vuoto'],
    ['pictures that outlive transits', replace('"plate_picture_days":30', '"plate_picture_days":31'), 'più a lungo'],
    ['a number without end', replace('"days":30', '"days":1e999'), 'retention.days'],
    ['plain http', replace('https://localhost:18853', 'http://localhost:18853'), 'address: deve essere un indirizzo'],
    ['a line break in a value', replace('https://localhost:18853', 'https://a.example\\nVARCO_DEMO=1'), 'address'],
    ['control characters', replace('"Borgo Prova"', '"Borgo\\u0007"'), 'label: non può'],
    ['a path upwards', replace('"port"', '"data_folder":"/var/../etc","port"'), 'data_folder: deve essere un percorso'],
    ['a port of the system', replace('18854', '22'), 'port: deve essere almeno 1024'],
    ['a prototype', replace('{"label"', '{"__proto__":{"x":1},"label"'), '__proto__: voce sconosciuta'],
    [
      'the same reason twice',
      replace('"reasons":[', '"reasons":[{"code":"judicial-police","it":"x","en":"x"},'),
      'due volte',
    ],
    ['a key twice', `${'label: x\n'.repeat(2)}`, 'non è YAML valido'],
    ['aliases', 'a: &a [x, x]\nb: [*a, *a]\n', 'alias'],
    ['a tag', 'label: !!js/function "x"\n', 'YAML'],
    ['a tag of its own', 'label: !secret x\n', 'YAML'],
    ['a merge key', 'x: &x {a: 1}\ny:\n  <<: *x\n', 'alias'],
    ['no map', '- a\n- b\n', 'altro tipo'],
    ['nothing', '', '-: '],
    ['two documents', 'a: 1\n---\nb: 2\n', 'non è YAML valido'],
    ['deep nesting', `a: ${'['.repeat(5_000)}`, 'annidato'],
    ['deep nesting with spaces', `a: ${'{ b: '.repeat(3_000)}`, /annidato|YAML/],
    ['too much', `# ${'x'.repeat(300_000)}\n`, 'supera 256 KiB'],
    ['bytes that are no text', Buffer.from([0x61, 0x3a, 0xff, 0xfe]), 'UTF-8'],
  ])('%s', async (name, text, words) => {
    const file = join(world.folder, `hostile-${name.replaceAll(/[^a-z]/g, '-')}.yaml`);
    await writeFile(file, text);
    const etc = join(world.folder, 'etc-hostile');
    const { code, said } = await runHere(['setup', 'plant', 'ostile', '--from', file, '--settings', etc], []);
    expect(said).toMatch(words);
    expect(code).toBe(2);
    expect(await exists(etc)).toBe(false);
  });

  test('a file that holds is only checked with --check; one that is not there is named', async () => {
    const file = await plantFile('solo-controllo');
    const etc = join(world.folder, 'etc-check');
    const args = (path: string) => ['setup', 'plant', 'prova', '--from', path, '--check', '--settings', etc];
    expect(await runHere(args(file), [])).toMatchObject({ code: 0, said: `${file}: le risposte sono valide.` });
    expect(await runHere(args('/nowhere.yaml'), [])).toMatchObject({ code: 2 });
    expect(await runHere(args('/dev/zero'), [])).toMatchObject({ code: 2 });
    expect(await exists(etc)).toBe(false);
  });
});
