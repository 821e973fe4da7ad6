import { afterAll, beforeAll, expect, test } from 'vitest';
import { verifyLog } from '@varco/cli/audit/audit-verify.repository.ts';
import { type AuditTestDatabase, openAuditTestDatabase, createSampleRecord } from './audit-test-database.ts';
import { AuditUnavailable } from './audit-sink.ts';
import { openAuditWriter } from './audit-writer.ts';

const identity = { host: 'cesena.example', log: '7b0d7c2e-5d1f-4a53-9f0e-2d4a5c6b7e81' };
let database: AuditTestDatabase;
beforeAll(async () => {
  database = await openAuditTestDatabase();
});
afterAll(() => database.close());

async function verifyStoredLog() {
  const client = await database.admin.connect();
  try {
    return await verifyLog(client, {});
  } finally {
    client.release();
  }
}
const size = async () => Number((await database.app.query('select count(*) as n from audit_entry')).rows[0].n);

test('one entry for each act, in order; the detail and the words of the reason are kept apart', async () => {
  const writer = await openAuditWriter({ pool: database.app, identity });
  const receipts = await Promise.all(
    Array.from({ length: 300 }, (_, i) => writer.record(createSampleRecord({ count: i }))),
  );
  expect(receipts.map((receipt) => receipt.seq)).toEqual(receipts.map((_, index) => index + 1));
  const { rows } = await database.app.query(
    "select body, actor_id, case_no, count from audit_entry e, lateral (select (body::jsonb ->> 'count')::int as count) c where seq = 300",
  );
  expect(rows[0].body).not.toContain('AB123CD');
  expect(rows[0].body).not.toContain('via Emilia');
  expect(rows[0]).toMatchObject({ actor_id: '12', case_no: 'PP 12/2026', count: 299 });
  expect(await verifyStoredLog()).toMatchObject({ state: 'whole', checked: 300 });
  await writer.close();
});

test('several processes write one unbroken chain', async () => {
  const before = await size();
  const writers = await Promise.all(Array.from({ length: 3 }, () => openAuditWriter({ pool: database.app, identity })));
  await Promise.all(Array.from({ length: 150 }, (_, i) => writers[i % 3]!.record(createSampleRecord())));
  expect(await verifyStoredLog()).toMatchObject({ state: 'whole', checked: before + 150 });
  await Promise.all(writers.map((writer) => writer.close()));
});

test('time comes from the database, also for a server whose clock is wrong', async () => {
  const writer = await openAuditWriter({ pool: database.app, identity });
  const { seq } = await writer.record(createSampleRecord());
  const { rows } = await database.app.query(
    "select abs(extract(epoch from clock_timestamp() - at)) as age, (body::jsonb ->> 'at')::numeric = extract(epoch from at) * 1000 as same from audit_entry where seq = $1",
    [seq],
  );
  expect(Number(rows[0].age)).toBeLessThan(5);
  expect(rows[0].same).toBe(true);
  await writer.close();
});

test('names and filters with NUL, quotes and broken text are recorded, not refused', async () => {
  const writer = await openAuditWriter({ pool: database.app, identity });
  const nasty = `x'; drop table audit_entry; --\0\ud800"\\`;
  const { seq } = await writer.record(
    createSampleRecord({
      actor: { kind: 'user', id: nasty, name: nasty, group: nasty, level: 6, session: nasty },
      from: { ip: nasty, client: nasty },
      detail: { f_targa: nasty, [nasty]: [1.5, 10n ** 20n, undefined] },
    }),
  );
  const { rows } = await database.app.query('select actor_id from audit_entry where seq = $1', [seq]);
  expect(rows[0].actor_id).toBe(nasty.replace('\0', '\ufffd').replace('\ud800', '\ufffd'));
  expect(await verifyStoredLog()).toMatchObject({ state: 'whole' });
  await writer.close();
});

test('a record too deep is refused alone; those beside it are written', async () => {
  const writer = await openAuditWriter({ pool: database.app, identity });
  let deep: unknown = 'x';
  for (let level = 0; level < 30; level++) deep = { deep };
  const results = await Promise.allSettled([
    writer.record(createSampleRecord()),
    writer.record(createSampleRecord({ detail: { deep } })),
    writer.record(createSampleRecord()),
  ]);
  expect(results.map((result) => result.status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(writer.isWritable()).toBe(true);
  await writer.close();
});

test('when the database refuses, every waiting caller is told and readiness turns red, then green again', async () => {
  const failures: unknown[] = [];
  const writer = await openAuditWriter({ pool: database.app, identity, onFailure: (error) => failures.push(error) });
  const before = await size();
  await database.admin.query('revoke insert on audit_entry from varco_app');
  const refused = await Promise.allSettled([1, 2, 3].map(() => writer.record(createSampleRecord())));
  expect(refused.map((result) => result.status === 'rejected' && result.reason instanceof AuditUnavailable)).toEqual([
    true,
    true,
    true,
  ]);
  expect(writer.isWritable()).toBe(false);
  expect(failures.length).toBeGreaterThan(0);
  await database.admin.query('grant insert on audit_entry to varco_app');
  await writer.record(createSampleRecord());
  expect(writer.isWritable()).toBe(true);
  expect(await size()).toBe(before + 1);
  expect(await verifyStoredLog()).toMatchObject({ state: 'whole' });
  await writer.close();
});

test('a log that could not be written turns green by itself once it can, without leaving an entry', async () => {
  const writer = await openAuditWriter({ pool: database.app, identity });
  await database.admin.query('revoke insert on audit_entry from varco_app');
  await expect(writer.record(createSampleRecord())).rejects.toThrow(AuditUnavailable);
  const before = await size();
  await database.admin.query('grant insert on audit_entry to varco_app');
  await expect.poll(() => writer.isWritable(), { timeout: 10_000 }).toBe(true);
  expect(await size()).toBe(before);
  await writer.close();
});

test('closing writes what was accepted and takes nothing more', async () => {
  const writer = await openAuditWriter({ pool: database.app, identity });
  const accepted = Array.from({ length: 20 }, () => writer.record(createSampleRecord()));
  await writer.close();
  await expect(Promise.all(accepted)).resolves.toHaveLength(20);
  await expect(writer.record(createSampleRecord())).rejects.toBeInstanceOf(AuditUnavailable);
});

test('with 20 callers at once many entries share a commit', async () => {
  const writer = await openAuditWriter({ pool: database.app, identity });
  const before = Number((await database.app.query('select count(*) as n from audit_head')).rows[0].n);
  const caller = async () => {
    for (let i = 0; i < 25; i++) await writer.record(createSampleRecord());
  };
  await Promise.all(Array.from({ length: 20 }, caller));
  const commits = Number((await database.app.query('select count(*) as n from audit_head')).rows[0].n) - before;
  expect(commits).toBeLessThan(100);
  await writer.close();
});
