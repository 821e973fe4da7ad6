import {
  type AuditTestDatabase,
  createSampleRecord,
  openAuditTestDatabase,
} from '@varco/server-kit/audit/audit-test-database.ts';
import { openAuditWriter } from '@varco/server-kit/audit/audit-writer.ts';
import type { PoolClient } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type LogReport, verifyLog } from './audit-verify.repository.ts';

const identity = { host: 'cesena.example', log: '7b0d7c2e-5d1f-4a53-9f0e-2d4a5c6b7e81' };
const SIZE = 40;
/** Six ranges, more than a machine of two processors has threads. */
const RANGE_SIZE = 7;
let database: AuditTestDatabase;
beforeAll(async () => {
  database = await openAuditTestDatabase();
  const writer = await openAuditWriter({ pool: database.app, identity });
  for (let count = 1; count <= SIZE; count += 1) await writer.record(createSampleRecord({ count }));
  await writer.close();
});
afterAll(() => database.close());

/** Runs `statements` with every trigger off, then `work`, and restores what they changed. */
async function withChanges<T>(statements: readonly string[], work: () => Promise<T>): Promise<T> {
  const client = await database.admin.connect();
  try {
    await client.query('set session_replication_role = replica');
    for (const table of TABLES) await client.query(`create temp table saved_${table} as table ${table}`);
    for (const statement of statements) await client.query(statement);
    return await work();
  } finally {
    await restore(client);
    client.release(true);
  }
}

const TABLES = ['audit_log', 'audit_leaf', 'audit_entry', 'audit_detail', 'audit_head'];
const COLUMNS = {
  ...{ audit_log: '*', audit_leaf: '*', audit_detail: '*', audit_head: '*' },
  audit_entry: 'epoch, seq, body',
} as const;

async function restore(client: PoolClient): Promise<void> {
  for (const table of TABLES) {
    const columns = COLUMNS[table as keyof typeof COLUMNS];
    const into = columns === '*' ? table : `${table} (${columns})`;
    await client.query(`delete from ${table}; insert into ${into} select ${columns} from saved_${table}`);
  }
}

/** The report of one thread over the whole log, and that of several threads over its ranges. */
async function verifyBoth(): Promise<readonly [LogReport, LogReport]> {
  const client = await database.admin.connect();
  try {
    const inThreads = { databaseUrl: database.url, rangeSize: RANGE_SIZE };
    return [await verifyLog(client, {}), await verifyLog(client, inThreads)];
  } finally {
    client.release();
  }
}

const edit = (seq: number): string =>
  `update audit_entry set body = replace(body, '"count":${seq},', '"count":0,') where seq = ${seq}`;
const removeRow = (seq: number): readonly string[] =>
  ['audit_leaf', 'audit_entry', 'audit_detail'].map((table) => `delete from ${table} where seq = ${seq}`);

test.each<readonly [string, number, string, readonly string[]]>([
  ['an edited entry inside a range', 10, 'link', [edit(10)]],
  ['the last entry of a range', 14, 'link', [edit(14)]],
  ['the first entry of a range', 15, 'link', [edit(15)]],
  ['the earlier of two', 9, 'link', [edit(33), edit(9)]],
  ['a row missing at the end of a range', 21, 'gap', removeRow(21)],
  ['a row missing at the start of a range', 22, 'gap', removeRow(22)],
  ['a whole range missing', 8, 'gap', Array.from({ length: 7 }, (_, at) => removeRow(8 + at)).flat()],
  ['a hash that starts the next range', 14, 'link', [`update audit_leaf set hash = sha256('x') where seq = 14`]],
  ['a missing entry and, behind it, an edited one', 3, 'entry-missing', [...removeRow(3).slice(1), edit(30)]],
  ['a truncated tail', 29, 'tail', Array.from({ length: 12 }, (_, at) => removeRow(29 + at)).flat()],
])('ranges verified apart name the same first wrong entry: %s', async (_name, seq, flaw, statements) => {
  const [whole, inRanges] = await withChanges(statements, verifyBoth);
  expect(whole).toEqual({ state: 'broken', epoch: 1, seq, flaw });
  expect(inRanges).toEqual(whole);
});

test('a whole log is whole in ranges, with the same counts, clock steps and fingerprint', async () => {
  const [whole, inRanges] = await verifyBoth();
  expect(whole).toMatchObject({ state: 'whole', checked: SIZE });
  expect(inRanges).toEqual(whole);
});

test('the error of the database in a thread is the error of the verification', async () => {
  const client = await database.admin.connect();
  const elsewhere = new URL(database.url);
  elsewhere.pathname = '/no_such_database';
  try {
    const options = { databaseUrl: elsewhere.href, rangeSize: RANGE_SIZE };
    await expect(verifyLog(client, options)).rejects.toMatchObject({ code: '3D000' });
  } finally {
    client.release();
  }
});
