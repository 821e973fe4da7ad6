import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { KIT_MIGRATIONS, migrate, MigrationError, readMigrations } from '../database/migrate.ts';
import { createTestDatabase } from '../testing/test-database.ts';
import { type AuditTestDatabase, openAuditTestDatabase, createSampleRecord } from './audit-test-database.ts';
import { openAuditWriter } from './audit-writer.ts';

// The consultation log belongs to a role nobody signs in with (ADR 0029): neither the role that serves nor the role that
// owns every other table can change it, whatever they try.

const identity = { host: 'cesena.example', log: '7b0d7c2e-5d1f-4a53-9f0e-2d4a5c6b7e81' };
/** The tables of the log, each with a column to change. */
const COLUMNS = {
  audit_log: 'origin',
  audit_leaf: 'hash',
  audit_entry: 'body',
  audit_detail: 'body',
  audit_head: 'hash',
  audit_checkpoint: 'root',
  audit_node: 'hash',
  audit_cosignature: 'line',
  audit_policy: 'keep_years',
};
const TABLES = Object.keys(COLUMNS);
const DENIED = '42501';

let database: AuditTestDatabase;
let before: unknown;
beforeAll(async () => {
  database = await openAuditTestDatabase();
  const writer = await openAuditWriter({ pool: database.app, identity });
  for (let entry = 0; entry < 3; entry += 1) await writer.record(createSampleRecord());
  await writer.close();
  before = await readLog();
});
afterAll(() => database.close());

/** Every row of the log, and whether its triggers still fire. */
async function readLog(): Promise<unknown> {
  const rows: unknown[] = [];
  for (const table of TABLES) rows.push((await database.admin.query(`select * from ${table} order by 1, 2`)).rows);
  const triggers = await database.admin.query(
    `select tgrelid::regclass::text as on_table, tgname, tgenabled from pg_trigger where tgname in ('append_only', 'never_truncated') order by 1, 2`,
  );
  return [...rows, triggers.rows];
}

/** What a hostile statement may try on one table. */
const tableAttacks = ([table, column]: readonly [string, string]): readonly string[] => [
  `update ${table} set ${column} = ${column}`,
  `delete from ${table}`,
  `truncate ${table}`,
  `merge into ${table} t using (select 1) s on true when matched then delete`,
  `drop table ${table} cascade`,
  `alter table ${table} rename to gone`,
  `alter table ${table} set schema pg_temp`,
  `alter table ${table} owner to current_user`,
  `alter table ${table} add column more int`,
  `alter table ${table} disable trigger all`,
  `alter table ${table} enable row level security`,
  `create trigger mine before insert on ${table} for each row execute function suppress_redundant_updates_trigger()`,
  `create rule mine as on insert to ${table} do instead nothing`,
  `create policy mine on ${table} using (false)`,
  `create table heir () inherits (${table})`,
  `create index mine on ${table} ((1))`,
  `do $$ begin lock table ${table} in access exclusive mode; end $$`,
  `grant update, delete, truncate on ${table} to varco_app with grant option`,
];

const ROUTINES = [
  'audit_refuse_change()',
  'audit_announced(integer, bigint, text, text, bigint)',
  'audit_expire(integer, bigint, bigint)',
  'audit_erase_detail(integer, bigint, bigint)',
];

const ATTACKS: readonly string[] = [
  ...Object.entries(COLUMNS).flatMap(tableAttacks),
  ...TABLES.filter((table) => table !== 'audit_policy').map((table) => `drop trigger append_only on ${table}`),
  ...ROUTINES.flatMap((routine) => [
    `drop function ${routine} cascade`,
    `alter function ${routine} owner to current_user`,
    `alter function ${routine} set search_path = public`,
  ]),
  `create or replace function audit_announced(p_epoch integer, p_by bigint, p_action text, p_key text, p_value bigint)
     returns boolean language sql stable as 'select true'`,
  `create or replace function audit_refuse_change() returns trigger language plpgsql as 'begin return old; end'`,
  'set role varco_log',
  'set session authorization varco_log',
  'set session_replication_role = replica',
  'grant varco_log to current_user',
  'alter role varco_log login',
  'alter role current_user superuser',
  'create role helper in role varco_log',
  'reassign owned by varco_log to current_user',
  'drop owned by varco_log cascade',
  'alter default privileges for role varco_log grant all on tables to public',
  'drop schema public cascade',
  'alter schema public owner to current_user',
  'alter schema public rename to elsewhere',
  `create event trigger mine on ddl_command_start execute function audit_refuse_change()`,
  `alter system set session_replication_role = 'replica'`,
  `copy audit_entry to program 'true'`,
];

describe.each(['app', 'owner'] as const)('as the role %s', (role) => {
  test.each(ATTACKS)('%s', async (statement) => {
    // PostgreSQL answers some with a warning and does nothing; what counts is that nothing changed.
    await database[role].query(statement).then(
      () => expect(statement).toMatch(/^grant update/),
      (error: unknown) => expect(error).toMatchObject({ code: DENIED }),
    );
    expect(await readLog()).toEqual(before);
  });

  test('nothing can be announced as removed, and the database cannot be taken or dropped', async () => {
    const { rows } = await database[role].query('select current_database() as name');
    for (const statement of [
      `alter database ${rows[0].name} owner to current_user`,
      `alter database ${rows[0].name} set session_replication_role = 'replica'`,
      `drop database ${rows[0].name}`,
    ])
      await expect(database[role].query(statement)).rejects.toMatchObject({
        code: expect.stringMatching(/^(?:42501|55006)$/),
      });
    await expect(database[role].query('select audit_expire(1, 1, 2)')).rejects.toMatchObject({ code: DENIED });
    await expect(database[role].query('select audit_erase_detail(1, 1, 2)')).rejects.toMatchObject({ code: DENIED });
    expect(await readLog()).toEqual(before);
  });
});

test('a function of the owner, called by the server, has no more rights on the log than the owner', async () => {
  await database.owner.query(
    `create function public.tidy() returns void language plpgsql security definer as $$ begin delete from public.audit_entry; end $$`,
  );
  await database.owner.query('grant execute on function public.tidy() to varco_app');
  await expect(database.app.query('select public.tidy()')).rejects.toMatchObject({ code: DENIED });
  await database.owner.query('drop function public.tidy()');
  expect(await readLog()).toEqual(before);
});

test('functions planted beside the log are not run with the rights of its owner', async () => {
  const world = await openAuditTestDatabase();
  try {
    const writer = await openAuditWriter({ pool: world.app, identity });
    await writer.record(createSampleRecord());
    await world.owner.query(`create table planted (who text); grant insert on planted to public;
      create function public.make_interval(years integer) returns interval language plpgsql as
        $$ begin insert into public.planted values (current_user); return interval '0'; end $$`);
    // An old entry and the announcement of its removal, so that the functions of the log really ask for the term.
    await world.admin.query('alter table audit_entry disable trigger user');
    await world.admin.query(`update audit_entry set body = regexp_replace(body, '"at":\\d+', '"at":1500000000000')`);
    await world.admin.query('alter table audit_entry enable trigger user');
    await writer.record(createSampleRecord({ action: 'audit.expire', detail: { through: 1 } }));
    await writer.close();
    expect((await world.app.query('select * from audit_expire(1, 1, 2)')).rows).toEqual([
      { entries: '1', details: '1' },
    ]);
    expect((await world.admin.query('select who from planted')).rows).toEqual([]);
  } finally {
    await world.close();
  }
});

test('a migration cannot change the log, unless it says so and a superuser runs it', async () => {
  const target = await createTestDatabase('auditstep', KIT_MIGRATIONS);
  try {
    const steps = await readMigrations(KIT_MIGRATIONS);
    const add = (sql: string, isOfLog = false) => [...steps, { name: '9000-more.sql', sql, checksum: 'x', isOfLog }];
    for (const sql of [
      'delete from audit_entry',
      'set role varco_log; delete from audit_entry',
      'drop table audit_leaf',
    ]) {
      const failed: unknown = await migrate(target, add(sql)).catch((error: unknown) => error);
      expect(failed).toBeInstanceOf(MigrationError);
      expect(failed).toMatchObject({ cause: { code: DENIED } });
    }
    const index = add('create index audit_entry_outcome on audit_entry (outcome)', true);
    await expect(migrate({ ownerUrl: target.ownerUrl, adminUrl: '' }, index)).rejects.toThrow(
      /VARCO_DATABASE_ADMIN_URL/,
    );
    expect(await migrate(target, index)).toEqual(['9000-more.sql']);
  } finally {
    await target.drop();
  }
});
