import { Registry } from 'prom-client';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createLog } from '../log/log.ts';
import { storeCheckpoint } from './audit-checkpoint.repository.ts';
import { removeExpiredEntries } from './audit-expiry.repository.ts';
import { type AuditTestDatabase, createSampleRecord, openAuditTestDatabase } from './audit-test-database.ts';
import { type AuditWriter, openAuditWriter } from './audit-writer.ts';
import { createOwnLogCheck, findBrokenEntry } from './verify-own-log.ts';

const identity = { host: 'cesena.example', log: '7b0d7c2e-5d1f-4a53-9f0e-2d4a5c6b7e81' };
/** More than one page of the check. */
const SIZE = 300;
let database: AuditTestDatabase;
let writer: AuditWriter;
beforeEach(async () => {
  database = await openAuditTestDatabase();
  writer = await openAuditWriter({ pool: database.app, identity });
  await Promise.all(Array.from({ length: SIZE }, (_, count) => writer.record(createSampleRecord({ count }))));
  await storeCheckpoint(database.app);
});
afterEach(async () => {
  await writer.close();
  await database.close();
});

const never = new AbortController().signal;
const TABLES = ['audit_log', 'audit_leaf', 'audit_entry', 'audit_detail', 'audit_head', 'audit_checkpoint'];

/** Changes rows as somebody with the superuser's password could: with the triggers disabled. */
async function tamper(statement: string): Promise<void> {
  const set = (state: string) => TABLES.map((table) => `alter table ${table} ${state} trigger user`);
  for (const one of [...set('disable'), statement, ...set('enable')]) await database.admin.query(one);
}

/** Runs the check; returns its log lines and metrics. */
async function check() {
  const lines: string[] = [];
  const log = createLog({ level: 'warn', name: 'test', target: { write: (line) => lines.push(line) } });
  const own = createOwnLogCheck(database.app, log);
  const registry = new Registry();
  for (const metric of own.metrics) registry.registerMetric(metric);
  const before = await registry.metrics();
  await own.run(never);
  return {
    lines: lines.map((line) => JSON.parse(line) as Record<string, unknown>),
    before,
    after: await registry.metrics(),
  };
}

test('a whole log is reported as whole, with removed entries and details, and before that nothing is reported', async () => {
  await tamper(`update audit_entry set body = regexp_replace(body, '"at":\\d+', '"at":1500000000000') where seq <= 3`);
  await removeExpiredEntries(database.app, writer);
  await storeCheckpoint(database.app);
  const { lines, before, after } = await check();
  expect(lines).toEqual([]);
  expect(before).not.toMatch(/^varco_audit_/m);
  expect(after).toMatch(/^varco_audit_broken 0$/m);
  expect(after).toMatch(/^varco_audit_verified_timestamp_seconds \d{10}/m);
});

test.each([
  [
    'an edited entry',
    271,
    'link',
    `update audit_entry set body = replace(body, '"count":270', '"count":0') where seq = 271`,
  ],
  ['an edited detail', 5, 'detail', `update audit_detail set body = replace(body, 'AB123CD', 'ZZ999ZZ') where seq = 5`],
  [
    'a deleted entry',
    290,
    'entry-missing',
    `with detail as (delete from audit_detail where seq = 290) delete from audit_entry where seq = 290`,
  ],
  ['a deleted detail', 17, 'detail-missing', `delete from audit_detail where seq = 17`],
  ['a deleted row', 255, 'gap', `delete from audit_leaf where seq = 255`],
  ['a tail cut off', 296, 'tail', `delete from audit_leaf where seq > 295`],
  ['a deleted log', 1, 'place', `delete from audit_log`],
  ['a changed tree head', 300, 'root', `update audit_checkpoint set root = sha256('x') where size = 300`],
])('%s is logged with its number, once, and shown as a metric', async (_name, seq, flaw, statement) => {
  await tamper(statement);
  const { lines, after } = await check();
  expect(lines).toMatchObject([{ event: 'consultation log broken', code: flaw, subCode: `1/${seq}` }]);
  expect(after).toMatch(/^varco_audit_broken 1$/m);
  expect(after).not.toMatch(/^varco_audit_verified_timestamp_seconds /m);
});

test('a flaw before the entry that announced a removal is named, not what was removed', async () => {
  await tamper(`update audit_entry set body = regexp_replace(body, '"at":\\d+', '"at":1500000000000') where seq <= 3`);
  await removeExpiredEntries(database.app, writer);
  await tamper(`update audit_entry set body = replace(body, '"count":99', '"count":0') where seq = 100`);
  expect(await findBrokenEntry(database.app, never)).toEqual({ epoch: 1, seq: 100, flaw: 'link' });
});

test('the check ends when the server stops, and says nothing', async () => {
  await expect(findBrokenEntry(database.app, AbortSignal.abort())).rejects.toThrow(/abort/i);
});
