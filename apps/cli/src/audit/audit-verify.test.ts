import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type AuditTestDatabase,
  openAuditTestDatabase,
  createSampleRecord,
} from '@varco/server-kit/audit/audit-test-database.ts';
import { openAuditWriter } from '@varco/server-kit/audit/audit-writer.ts';
import { createI18n } from '@varco/i18n/create-i18n.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { COMMANDS } from '../commands.ts';
import { runCommand } from '../run-command.ts';

const identity = { host: 'cesena.example', log: '7b0d7c2e-5d1f-4a53-9f0e-2d4a5c6b7e81' };
let database: AuditTestDatabase;
beforeEach(async () => {
  database = await openAuditTestDatabase();
  const writer = await openAuditWriter({ pool: database.app, identity });
  for (let i = 0; i < 12; i++) await writer.record(createSampleRecord({ count: i, detail: { f_targa: `AB12${i}CD` } }));
  await writer.close();
});
afterEach(() => database.close());

/** Runs the command as a user would; returns the exit code and the output. */
async function runVarco(...args: string[]) {
  const said: string[] = [];
  const code = await runCommand(COMMANDS, args, {
    t: createI18n('it').t,
    env: {},
    print: (line) => said.push(line),
    warn: (line) => said.push(line),
  });
  return { code, said: said.join('\n') };
}
const verifyAudit = (...args: string[]) => runVarco('audit', 'verify', '--database', database.url, ...args);

const TABLES = ['audit_log', 'audit_leaf', 'audit_entry', 'audit_detail', 'audit_head'];

/** What an attacker with the superuser's password could do: disable the trigger, change rows, enable it again. */
async function tamper(...statements: string[]): Promise<void> {
  const locks = (state: string) => TABLES.map((table) => `alter table ${table} ${state} trigger user`);
  for (const statement of [...locks('disable'), ...statements, ...locks('enable')]) {
    await database.admin.query(statement);
  }
}

test('a whole log: exit 0, how many, and what to write down elsewhere', async () => {
  const { code, said } = await verifyAudit();
  expect(code).toBe(0);
  expect(said).toContain('Registro intero: 12 voci controllate.');
  expect(said).toMatch(/cesena\.example\/audit\/7b0d7c2e-.*\/1, 12 voci, impronta [A-Za-z0-9_-]{43}/);
});

test.each([
  [
    'an edited entry',
    5,
    'impronta non torna',
    [`update audit_entry set body = replace(body, '"count":4', '"count":0') where seq = 5`],
  ],
  [
    'an edited entry given a fresh hash',
    5,
    'L’impronta non è quella annotata',
    [
      `update audit_entry set body = replace(body, '"count":4', '"count":0') where seq = 5`,
      `update audit_leaf l set hash = sha256('varco-audit:v1\n'::bytea || p.hash || convert_to(e.body, 'UTF8')) from audit_leaf p, audit_entry e where l.seq = 5 and p.seq = 4 and e.seq = 5`,
    ],
  ],
  ['an edited hash', 5, 'impronta non torna', [`update audit_leaf set hash = sha256('x') where seq = 5`]],
  [
    'an edited detail',
    7,
    'Il dettaglio (filtri',
    [`update audit_detail set body = replace(body, 'AB126CD', 'ZZ999ZZ') where seq = 7`],
  ],
  [
    'an edited salt',
    7,
    'Il dettaglio (filtri',
    [`update audit_detail set salt = decode(repeat('00', 16), 'hex') where seq = 7`],
  ],
  [
    'a detail given to another entry',
    3,
    'Il dettaglio (filtri',
    [`update audit_detail d set salt = o.salt, body = o.body from audit_detail o where d.seq = 3 and o.seq = 4`],
  ],
  [
    'a deleted entry',
    4,
    'tolta senza che una registrazione',
    ['delete from audit_entry where seq = 4', 'delete from audit_detail where seq = 4'],
  ],
  ['a deleted detail', 4, 'tolto senza che una registrazione', ['delete from audit_detail where seq = 4']],
  [
    'a deleted place',
    4,
    'Manca una voce',
    ['audit_leaf', 'audit_entry', 'audit_detail'].map((table) => `delete from ${table} where seq = 4`),
  ],
  [
    'a place deleted and the rest moved up',
    4,
    'altro numero',
    ['audit_leaf', 'audit_entry', 'audit_detail'].flatMap((table) => [
      `delete from ${table} where seq = 4`,
      ...Array.from({ length: 8 }, (_, i) => `update ${table} set seq = ${i + 4} where seq = ${i + 5}`),
    ]),
  ],
  [
    'an inserted entry',
    13,
    'altro numero',
    [
      `insert into audit_leaf select 1, 13, hash from audit_leaf where seq = 12`,
      `insert into audit_entry (epoch, seq, body) select 1, 13, body from audit_entry where seq = 12`,
    ],
  ],
  [
    'two entries changing places',
    6,
    'altro numero',
    [
      `update audit_entry set seq = 100 where seq = 6`,
      `update audit_entry set seq = 6 where seq = 7`,
      `update audit_entry set seq = 7 where seq = 100`,
    ],
  ],
  [
    'a tail cut off',
    11,
    'ultime voci sono state tolte',
    ['audit_leaf', 'audit_entry', 'audit_detail'].map((table) => `delete from ${table} where seq > 10`),
  ],
  [
    'a log emptied',
    1,
    'ultime voci sono state tolte',
    ['audit_leaf', 'audit_entry', 'audit_detail'].map((table) => `delete from ${table}`),
  ],
  ['a log under another name', 1, 'impronta non torna', [`update audit_log set origin = 'forli.example/audit/x/1'`]],
  ['a log without its name', 1, 'altro numero o un altro registro', ['delete from audit_log']],
  [
    'text that is not an entry',
    2,
    'non è quello di una voce',
    [`update audit_entry set body = ' ' || body where seq = 2`],
  ],
])('%s is found: exit 1 and the first wrong entry', async (_name, seq, words, statements) => {
  await tamper(...statements);
  const { code, said } = await verifyAudit();
  expect(said).toContain(`prima voce errata la numero ${seq} `);
  expect(said).toContain(words);
  expect(code).toBe(1);
});

test('an erased detail still verifies, because an entry announced it', async () => {
  const writer = await openAuditWriter({ pool: database.app, identity });
  const by = await writer.record(
    createSampleRecord({ action: 'audit.erase', detail: { seq: 4, ground: 'richiesta 3/2026' } }),
  );
  await database.app.query('select audit_erase_detail(1, 4, $1)', [by.seq]);
  await writer.close();
  const { code, said } = await verifyAudit();
  expect(said).toContain('1 dettaglio cancellato con la sua registrazione.');
  expect(code).toBe(0);
  expect((await database.app.query('select 1 from audit_detail where seq = 4')).rowCount).toBe(0);
});

test('expired entries go, announced, and their hashes hold the chain together', async () => {
  const writer = await openAuditWriter({ pool: database.app, identity });
  const by = await writer.record(createSampleRecord({ action: 'audit.expire', detail: { through: 6, term_years: 5 } }));
  await writer.close();
  const expire = 'select entries, details from audit_expire(1, 6, $1)';
  await expect(database.app.query(expire, [by.seq])).rejects.toThrow('within the term');
  // Instead of waiting five years, the owner backdates the entries. The hash chain would detect that; this test
  // covers only the removal.
  await tamper(`update audit_entry set body = regexp_replace(body, '"at":\\d+', '"at":1500000000000') where seq <= 6`);
  const { rows } = await database.app.query(expire, [by.seq]);
  expect(rows[0]).toEqual({ entries: '6', details: '6' });
  const { code, said } = await verifyAudit();
  expect(said).toContain('6 voci scadute, cancellate con la loro registrazione');
  expect(code).toBe(0);
  await tamper('delete from audit_entry where seq = 7', 'delete from audit_detail where seq = 7');
  expect((await verifyAudit()).said).toContain('prima voce errata la numero 7 ');
});

test('a wrong entry before the announcement of an erasure is named, not the erased detail', async () => {
  const writer = await openAuditWriter({ pool: database.app, identity });
  const announced = createSampleRecord({ action: 'audit.erase', detail: { seq: 4, ground: 'richiesta 3/2026' } });
  const by = await writer.record(announced);
  await database.app.query('select audit_erase_detail(1, 4, $1)', [by.seq]);
  await writer.close();
  await tamper(`update audit_entry set body = replace(body, '"count":7', '"count":0') where seq = 8`);
  expect((await verifyAudit()).said).toContain('prima voce errata la numero 8 ');
});

test('a part of the log is checked by itself', async () => {
  const { rows } = await database.app.query('select at from audit_entry where seq in (5, 9) order by seq');
  const [from, to] = rows.map((row) => row.at.toISOString());
  const part = await verifyAudit('--from', from, '--to', to);
  expect(part.code).toBe(0);
  expect((await verifyAudit('--from', '2001-01-01')).said).toContain('12 voci controllate');
  expect((await verifyAudit('--from', '2099-01-01')).said).toContain('0 voci controllate');
  await tamper(`update audit_entry set body = replace(body, '"count":1,', '"count":0,') where seq = 2`);
  expect((await verifyAudit('--from', from)).code).toBe(0);
  expect((await verifyAudit()).code).toBe(1);
});

test.each([
  ['no such database', ['--database', 'postgres://varco@localhost/none?host=/nowhere'], 'non risponde'],
  ['no database named', [], 'indicare la base dati'],
  ['a date that is none', ['--database', 'x', '--from', 'ieri'], 'le date si scrivono'],
  ['an option that is none', ['--databse', 'x'], 'Opzioni non valide'],
])('what could not be checked is not called whole: %s', async (_name, args, words) => {
  const { code, said } = await runVarco('audit', 'verify', ...args);
  expect(code).toBe(2);
  expect(said).toContain(words);
});

test('a server with its own database is found by its data folder, and only while it runs', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'varco-data-'));
  const { searchParams, pathname, password } = new URL(database.url);
  const name = pathname.slice(1);
  expect((await runVarco('audit', 'verify', '--data', folder, '--name', name)).code).toBe(2);
  await mkdir(join(folder, 'postgres'));
  await mkdir(join(folder, 'postgres.roles'));
  await writeFile(join(folder, 'postgres.roles/varco_app'), `${password}\n`);
  const lines = ['1', folder, '0', searchParams.get('port') ?? '5432', searchParams.get('host'), ''];
  await writeFile(join(folder, 'postgres/postmaster.pid'), lines.join('\n'));
  expect(await runVarco('audit', 'verify', '--data', folder, '--name', name)).toMatchObject({ code: 0 });
  await rm(folder, { recursive: true });
});

test('a password in the address is never printed', async () => {
  const { code, said } = await runVarco('audit', 'verify', '--database', 'postgres://varco:segreta@127.0.0.1:18599/x');
  expect(code).toBe(2);
  expect(said).not.toContain('segreta');
});

test('help, and a command that is none', async () => {
  expect(await runVarco()).toMatchObject({ code: 0, said: expect.stringContaining('audit verify') });
  expect(await runVarco('audit', 'verify', '--help')).toMatchObject({
    code: 0,
    said: expect.stringContaining('--from DATE'),
  });
  expect((await runVarco('audit', 'repair')).code).toBe(2);
});
