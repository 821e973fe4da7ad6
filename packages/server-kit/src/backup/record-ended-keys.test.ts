import { mkdir, mkdtemp, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BACKUP_STATUS_FILE, MAX_ENDED_PERIODS } from '@varco/contract/backup-status.ts';
import { verifyLog } from '@varco/cli/audit/audit-verify.repository.ts';
import type { Pool } from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { type AuditTestDatabase, openAuditTestDatabase } from '../audit/audit-test-database.ts';
import { type AuditWriter, openAuditWriter } from '../audit/audit-writer.ts';
import { storeCheckpoint } from '../audit/audit-checkpoint.repository.ts';
import { createAuditPool } from '../database/pool.ts';
import { addressListField } from '../env/env-fields.ts';
import { readEnv } from '../env/read-env.ts';
import { createLog } from '../log/log.ts';
import { BACKUP_FIELDS } from './backup-settings.ts';
import { createBackupLoops } from './server-backup.ts';

const identity = { host: 'cesena.example', log: '7b0d7c2e-5d1f-4a53-9f0e-2d4a5c6b7e81' };
const NOW = new Date('2026-11-30T12:00:00.000Z');
const AT = '2026-11-29T03:00:00.000Z';
const LATER = '2026-11-30T03:00:00.000Z';

let database: AuditTestDatabase;
let pool: Pool;
let writer: AuditWriter;
let folder: string;
let file: string;
/** As the servers open their pools: instants are read as texts. */
async function openDatabase(epoch = 1): Promise<void> {
  database = await openAuditTestDatabase();
  pool = createAuditPool({ url: database.url, applicationName: 'test', onError: () => {} });
  writer = await openAuditWriter({ pool, identity, epoch });
}
async function closeDatabase(): Promise<void> {
  await writer.close();
  await pool.end();
  await database.close();
}
beforeEach(async () => {
  await openDatabase();
  folder = await mkdtemp(join(tmpdir(), 'varco-ends-'));
  file = join(folder, BACKUP_STATUS_FILE);
});
afterEach(async () => {
  await closeDatabase();
  await rm(folder, { recursive: true, force: true });
});

const Env = z.object({
  ...BACKUP_FIELDS,
  VARCO_DATA_DIR: z.string(),
  VARCO_DATABASE_URL: z.string().default(''),
  VARCO_OUTBOUND_CIDRS: addressListField,
});

/** What one process of a server repeats for its backups, and what it logs. */
function startProcess() {
  const lines: string[] = [];
  const log = createLog({ level: 'info', name: 'test', target: { write: (line) => void lines.push(line) } });
  const env = readEnv(Env, {
    VARCO_BACKUP_REPOSITORY: '/var/backups/varco/plant',
    VARCO_BACKUP_KEY: Buffer.alloc(32, 7).toString('base64url'),
    VARCO_DATA_DIR: folder,
  });
  const loops = createBackupLoops(env, pool, log, () => NOW);
  const refusals = (): readonly unknown[] =>
    lines.map((line) => z.object({ event: z.string(), code: z.string().optional() }).parse(JSON.parse(line)));
  const run = async (): Promise<void> => {
    for (const loop of loops) await loop.run(new AbortController().signal);
  };
  return { run, refusals };
}
const refused = (code: string) => ({ event: 'backup status refused', code });

type End = readonly [number: unknown, at: unknown];
const listOf = (ends: readonly End[]) => ends.map(([number, at]) => ({ number, at }));
const OPEN = { number: 900, since: AT, until: '2026-12-20T03:00:00.000Z', isCurrent: true };
const describeStatus = (destroyed: readonly End[], more: object = {}) => ({
  backup: { at: LATER, bytes: 1, seconds: 1 },
  keys: { at: LATER, periods: [OPEN], destroyed: listOf(destroyed), problem: null, ...more },
});
const writeStatus = (...args: Parameters<typeof describeStatus>): Promise<void> =>
  writeFile(file, JSON.stringify(describeStatus(...args)));

async function readRecords(): Promise<readonly unknown[]> {
  const { rows } = await database.app.query<{ body: string; actor: string; outcome: string }>(
    `select d.body, e.actor_name as actor, e.outcome from audit_entry e join audit_detail d using (epoch, seq)
      where e.action = 'retention.end-backups' order by e.epoch, e.seq`,
  );
  return rows.map(({ body, actor, outcome }) => ({ ...z.looseObject({}).parse(JSON.parse(body)), actor, outcome }));
}
const recorded = (period: number, at: string, destroyed = 'key') => ({
  ...{ period, destroyed_at: at, destroyed, actor: 'backups', outcome: 'ok' },
});

test('each ended period is one entry of a log that verifies, after restarts too and with files that are left', async () => {
  const first = startProcess();
  await first.run();
  expect([await readRecords(), first.refusals()]).toEqual([[], []]);
  await writeStatus([[0, AT]], { leftovers: listOf([[1, LATER]]) });
  await first.run();
  await first.run();
  await startProcess().run();
  expect(await readRecords()).toEqual([recorded(0, AT, 'files'), recorded(1, LATER)]);
  // The files of period 1 are gone too, and the next one ended.
  await writeStatus([
    [0, AT],
    [1, LATER],
    [2, '2026-11-30T11:00:00Z'],
  ]);
  await first.run();
  expect(await readRecords()).toEqual([
    ...[recorded(0, AT, 'files'), recorded(1, LATER), recorded(2, '2026-11-30T11:00:00.000Z')],
  ]);
  expect(first.refusals()).toEqual([]);
  await storeCheckpoint(pool);
  const client = await database.admin.connect();
  const verified = await verifyLog(client, {}).finally(() => client.release());
  expect(verified).toMatchObject({ state: 'whole', checked: 3 });
});

test('two processes of one server record an end once', async () => {
  await writeStatus([
    [1, AT],
    [2, LATER],
  ]);
  await Promise.all(Array.from({ length: 6 }, () => startProcess().run()));
  expect(await readRecords()).toEqual([recorded(1, AT), recorded(2, LATER)]);
});

test('a database that was restored to before an end records it again, in the log that it has now', async () => {
  await writeStatus([[1, AT]]);
  await startProcess().run();
  await closeDatabase();
  await openDatabase(2);
  await startProcess().run();
  await startProcess().run();
  expect(await readRecords()).toEqual([recorded(1, AT)]);
});

test('the serving role cannot change or remove what was recorded', async () => {
  await writeStatus([[1, AT]]);
  await startProcess().run();
  for (const statement of [
    'update backup_key_end set period = 2',
    'delete from backup_key_end',
    'truncate backup_key_end',
  ])
    await expect(database.app.query(statement)).rejects.toMatchObject({ code: '42501' });
});

test('a server that was off for a year takes all of them', async () => {
  const ends = Array.from({ length: MAX_ENDED_PERIODS }, (_, index): End => {
    return [index + 1, new Date(NOW.getTime() - ((MAX_ENDED_PERIODS - index) * 86_400_000) / 2).toISOString()];
  });
  await writeStatus(ends);
  await startProcess().run();
  expect((await readRecords()).length).toBe(MAX_ENDED_PERIODS);
});

test('while the log cannot be written the end waits', async () => {
  await writeStatus([[1, AT]]);
  const server = startProcess();
  await database.admin.query('revoke insert on audit_leaf from varco_app');
  await expect(server.run()).rejects.toMatchObject({ code: '42501' });
  const { rows } = await database.app.query('select period from backup_key_end');
  expect(rows).toEqual([]);
  await database.admin.query('grant insert on audit_leaf to varco_app');
  await server.run();
  expect(await readRecords()).toEqual([recorded(1, AT)]);
});

/** Whole files that are refused, by what becomes of them. */
const BAD_FILES: readonly (readonly [what: string, code: string, write: () => Promise<unknown>])[] = [
  ['half written', 'no_json', () => writeFile(file, JSON.stringify(describeStatus([[1, AT]])).slice(0, 150))],
  ['empty', 'no_json', () => writeFile(file, '')],
  ['bytes', 'no_json', () => writeFile(file, Buffer.alloc(2_000, 0xfe))],
  ['a list', 'wrong_form', () => writeFile(file, '[]')],
  ['huge', 'unreadable', () => writeFile(file, '').then(() => truncate(file, 8 * 2 ** 30))],
  ['a folder', 'unreadable', () => mkdir(file)],
  ['a device without an end', 'unreadable', () => symlink('/dev/zero', file)],
  ['too many ends', 'wrong_form', () => writeStatus(Array.from({ length: 401 }, (_, index) => [index, AT]))],
  ['a number below zero', 'wrong_form', () => writeStatus([[-1, AT]])],
  ['a number beyond all', 'wrong_form', () => writeStatus([[1e300, AT]])],
  ['a number with a fraction', 'wrong_form', () => writeStatus([[1.5, AT]])],
  ['a number as text', 'wrong_form', () => writeStatus([["1'; drop table audit_entry; --", AT]])],
  ['a day that is none', 'wrong_form', () => writeStatus([[1, '2026-02-31T00:00:00Z']])],
  ['no instant', 'wrong_form', () => writeStatus([[1, null]])],
];

test.each(BAD_FILES)(
  'a status file that is %s is refused with one event, and a good one counts again',
  async (_, code, write) => {
    await write();
    const server = startProcess();
    await server.run();
    await server.run();
    expect([await readRecords(), server.refusals()]).toEqual([[], [refused(code)]]);
    await rm(file, { recursive: true });
    await writeStatus([[1, AT]]);
    await server.run();
    expect(await readRecords()).toEqual([recorded(1, AT)]);
    expect(server.refusals()).toEqual([refused(code)]);
  },
);

test.each<[what: string, odd: readonly End[]]>([
  ['of the future', [[5, '2027-01-01T00:00:00Z']]],
  ['of before there were periods', [[5, '1970-01-01T00:00:00Z']]],
  ['of a period that can be opened', [[900, AT]]],
  [
    'of one period at two instants',
    [
      [5, AT],
      [5, LATER],
    ],
  ],
])('an end %s is not recorded, the others are', async (_, odd) => {
  await writeStatus([...odd, [1, AT]]);
  const server = startProcess();
  await server.run();
  await server.run();
  expect([await readRecords(), server.refusals()]).toEqual([[recorded(1, AT)], [refused('impossible')]]);
});

test('a server without backups of its own repeats nothing', () => {
  const log = createLog({ level: 'info', name: 'test', target: { write: () => {} } });
  const env = readEnv(Env, { VARCO_DATA_DIR: folder });
  expect(createBackupLoops(env, pool, log, () => NOW)).toEqual([]);
});
