import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AuditTestDatabase, openAuditTestDatabase, createSampleRecord } from './audit-test-database.ts';
import { openAuditWriter } from './audit-writer.ts';

const identity = { host: 'cesena.example', log: '7b0d7c2e-5d1f-4a53-9f0e-2d4a5c6b7e81' };
const TABLES = ['audit_log', 'audit_leaf', 'audit_entry', 'audit_detail', 'audit_head', 'audit_checkpoint'];
let database: AuditTestDatabase;
beforeAll(async () => {
  database = await openAuditTestDatabase();
  const writer = await openAuditWriter({ pool: database.app, identity });
  await writer.record(createSampleRecord());
  await writer.close();
});
afterAll(() => database.close());

const DENIED = '42501';

test.each(TABLES)('the server cannot change, remove or empty %s', async (table) => {
  const column = {
    audit_log: 'origin',
    audit_leaf: 'hash',
    audit_entry: 'body',
    audit_detail: 'body',
    audit_head: 'hash',
    audit_checkpoint: 'root',
  }[table];
  for (const statement of [
    `update ${table} set ${column} = ${column}`,
    `delete from ${table}`,
    `truncate ${table}`,
    `drop table ${table}`,
    `alter table ${table} disable trigger all`,
  ]) {
    await expect(database.app.query(statement)).rejects.toMatchObject({ code: DENIED });
  }
  // PostgreSQL only warns here: what counts is that nothing was granted.
  await database.app.query(`grant all on ${table} to varco_app`);
  const { rows } = await database.app.query("select has_table_privilege($1, 'update, delete, truncate') as can", [
    table,
  ]);
  expect(rows[0].can).toBe(false);
});

test('a superuser does not change rows by accident either', async () => {
  await expect(database.admin.query(`update audit_detail set body = '{}'`)).rejects.toThrow('append-only');
  await expect(database.admin.query('delete from audit_entry')).rejects.toThrow('append-only');
  await expect(database.admin.query('truncate audit_head')).rejects.toThrow('append-only');
});

test('claiming to be a removal does not give the server the right', async () => {
  const client = await database.app.connect();
  await client.query(`begin; select set_config('varco.audit_removal', 'on', true)`);
  await expect(client.query('delete from audit_entry')).rejects.toMatchObject({ code: DENIED });
  client.release(true);
});

test('the term cannot be shortened by the server', async () => {
  await expect(database.app.query('update audit_policy set keep_years = 1')).rejects.toMatchObject({ code: DENIED });
});

test('a removal that no entry announced is refused', async () => {
  await expect(database.app.query('select audit_expire(1, 1, 2)')).rejects.toThrow('removal without its entry');
  await expect(database.app.query('select audit_erase_detail(1, 1, 2)')).rejects.toThrow('removal without its entry');
});
