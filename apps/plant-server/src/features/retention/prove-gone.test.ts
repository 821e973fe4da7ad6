import { spawn } from 'node:child_process';
import { createTestDatabase, type TestDatabase } from '@varco/server-kit/testing/test-database.ts';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { PLANT_MIGRATIONS } from '../../plant-database.ts';

const MAIN = join(import.meta.dirname, '../../../../cli/src/main.ts');
/** Exit codes of the command. */
const EXIT = { ok: 0, failed: 1, couldNot: 2 } as const;

let database: TestDatabase;
let client: pg.Client;
let folder: string;
beforeAll(async () => {
  database = await createTestDatabase('gone', ...PLANT_MIGRATIONS);
  client = new pg.Client(database.url);
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.drop();
});
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'varco-gone-'));
  await client.query('delete from plate_check');
  return () => rm(folder, { recursive: true, force: true });
});

/** Writes a file below the data folder. */
async function plant(path: string, bytes: string | Buffer): Promise<void> {
  await mkdir(dirname(join(folder, 'data', path)), { recursive: true });
  await writeFile(join(folder, 'data', path), bytes);
}

/** Runs the command in its own process, as a user does. */
function runVarco(args: readonly string[]): Promise<{ code: number | null; said: string }> {
  return new Promise((resolve) => {
    const env = { PATH: process.env['PATH'], VARCO_LANG: 'en' };
    const child = spawn(process.execPath, [MAIN, 'prove-gone', ...args], { env });
    let said = '';
    const hear = (chunk: Buffer): void => {
      said += chunk.toString();
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    child.once('close', (code) => resolve({ code, said }));
  });
}

/** Runs the command on the data folder with a list of plates. */
async function proveGone(plates: string, ...more: readonly string[]) {
  const list = join(folder, 'plates.txt');
  await writeFile(list, plates);
  return runVarco([list, '--database', database.url, '--data', join(folder, 'data'), '--lang', 'en', ...more]);
}

test('nothing found: exit 0, and what cannot be read is said', async () => {
  await plant('pictures/00/ab', 'ZZ999ZZ');
  await plant('postgres/pg_wal/000000010000000000000001', Buffer.alloc(9_000_000));
  const { code, said } = await proveGone('AB 123-CD\ncd123ef\n');
  expect(code).toBe(EXIT.ok);
  expect(said).toMatch(/postgres: 1 files, 9000000 bytes, none found/);
  expect(said).toContain('Not readable by this search: backups');
});

test('finds plates in rows, log of changes, pictures, names of files and further folders, and shows two characters', async () => {
  await client.query(`insert into plate_check (plate, checked_at) values ('AB123CD', now())`);
  const log = Buffer.alloc(9_000_000);
  // Across the border of two pieces that are read one after the other.
  log.write('CD123EF', 4 * 2 ** 20 - 3);
  await plant('postgres/pg_wal/000000010000000000000001', log);
  await plant('pictures/00/ab', 'x EF123GH x');
  await plant('cameras/1/GH123JK.jpg', 'x');
  await plant('../work/rows.csv', 'targa;JK123LM');
  const { code, said } = await proveGone(
    'AB123CD\nCD123EF\nEF123GH\nGH123JK\nJK123LM\n',
    '--folder',
    join(folder, 'work'),
  );
  expect(code).toBe(EXIT.failed);
  for (const line of [
    'FOUND AB***** in plate_check',
    'FOUND CD***** in pg_wal/000000010000000000000001',
    'FOUND EF***** in 00/ab',
    'FOUND GH***** in 1/GH123JK.jpg',
    'FOUND JK***** in rows.csv',
    '5 findings: NOT everything is gone.',
  ])
    expect(said).toContain(line);
  expect(said).not.toMatch(/AB123CD|CD123EF|EF123GH/);
});

test('names the table of a file, and passes over what has a term of its own', async () => {
  const { rows } = await client.query<{ dict: string; held: string }>(
    `select pg_relation_filepath('plate_dict_folded') as dict, pg_relation_filepath('legal_hold') as held`,
  );
  await plant(`postgres/${rows[0]?.held ?? ''}`, 'AB123CD');
  expect(await proveGone('AB123CD')).toMatchObject({
    code: EXIT.ok,
    said: expect.stringContaining('AB***** in legal_hold, which has a term of its own'),
  });
  await plant(`postgres/${rows[0]?.dict ?? ''}.1`, 'AB123CD');
  const { code, said } = await proveGone('AB123CD');
  expect(code).toBe(EXIT.failed);
  expect(said).toContain('FOUND AB***** in plate_dict');
});

test.each([
  ['a list that is missing', ['/nowhere/plates.txt', '--lang', 'en'], /cannot be read/],
  ['no list', [], /--folder DIR/],
])('%s: exit 2', async (_what, args, message) => {
  expect(await runVarco(args)).toMatchObject({ code: EXIT.couldNot, said: expect.stringMatching(message) });
});

test('a plate that chance would find is refused; without database and files nothing is proved', async () => {
  const refused = await proveGone('AB123CD\nAB12\n');
  expect(refused).toMatchObject({ code: EXIT.couldNot, said: expect.stringMatching(/Line 2/) });
  const list = join(folder, 'plates.txt');
  await writeFile(list, 'AB123CD\n');
  expect(await runVarco([list, '--lang', 'en'])).toMatchObject({
    code: EXIT.couldNot,
    said: expect.stringContaining('NOT everything was searched'),
  });
});

test('says which entry of the log records the end of each period of backups', async () => {
  const ends = Array.from({ length: 14 }, (_, index) => ({
    ...{ number: index + 1, at: `2026-10-${String(index + 10)}T03:00:00.000Z` },
  }));
  const keys = { at: '2026-11-01T03:00:00.000Z', periods: [], destroyed: ends, problem: null };
  await plant('backup-status.json', JSON.stringify({ keys }));
  await client.query(`insert into backup_key_end values (13, '2026-10-22T03:00:00Z', 2, 771)`);
  const { code, said } = await proveGone('AB123CD');
  expect(code).toBe(EXIT.ok);
  expect(said).toMatch(
    /2 earlier periods have ended too\n +period 3: key destroyed on [^]*period 13: .*; entry 2\/771 of/,
  );
  expect(said).toMatch(/period 14: key destroyed on .*NOT in the consultation log yet/);
  expect(said).not.toContain('period 2:');
});
