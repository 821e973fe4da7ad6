import { PLANT_ADMIN_LEVEL } from '@varco/domain/policy/permissions.ts';
import { EFFECTIVE_LEVEL } from '../../auth/plant-user.repository.ts';
import type { Runner } from '../../database/sql-statement.ts';
import type { StoredRow } from '../../database/stored-row.ts';
import type { ManagedUserRow } from './users.repository.ts';

const FIELD_NAMES = [
  'username',
  'fullname',
  'email',
  'group_id',
  'admin',
  'active',
  'expires_on',
  'password_expires_on',
  'gates',
  't_max',
  'sees_plates',
  'insert_bl',
  'notifica_rubati',
  'notifica_blacklist',
  'responsabile_interforze',
  'can_manage_users',
  'can_manage_districts',
  'visure_pagamento',
  'audit_read',
  'assignable_bl_groups',
  'description',
  'extra',
  'owned_by',
] as const satisfies readonly (keyof ManagedUserRow)[];

/** Fields of an account that administrators can write. Days are ISO. */
export type UserFields = Pick<ManagedUserRow, (typeof FIELD_NAMES)[number]>;

/** Serialises changes of users until the end of the transaction. */
export async function lockUsers(runner: Runner): Promise<void> {
  await runner.run({ text: 'select pg_advisory_xact_lock(7203951)', values: [] });
}

/** What an account gets from its group. */
export type AssignedGroup = Pick<
  StoredRow<'user_group'>,
  'name' | 'level' | 'look_back_days' | 'rows_per_day' | 'approves' | 'handles_requests'
>;

/** Reads and locks a group until the transaction ends; null: it does not exist. */
export async function lockGroupForShare(runner: Runner, id: number): Promise<AssignedGroup | null> {
  const text =
    'select name, level, look_back_days, rows_per_day, approves, handles_requests from user_group where id = $1 for share';
  const [row] = await runner.run<AssignedGroup>({ text, values: [id] });
  return row ?? null;
}

/** The ids that do not exist in a table. */
export async function findUnknownIds(
  runner: Runner,
  table: 'gate' | 'user_group' | 'plant_user',
  ids: readonly number[],
): Promise<readonly number[]> {
  const text = `select n from unnest($1::int[]) as n where not exists (select 1 from ${table} as t where t.id = n)`;
  return (await runner.run<{ n: number }>({ text, values: [ids] })).map(({ n }) => n);
}

export async function isUsernameTaken(runner: Runner, username: string, exceptId: number): Promise<boolean> {
  const text = 'select 1 as one from plant_user where lower(username) = lower($1) and id <> $2';
  return (await runner.run({ text, values: [username, exceptId] })).length > 0;
}

/** Inserts an account with an id that was never used before; returns the id. */
export async function insertUser(
  runner: Runner,
  fields: UserFields,
  own: {
    readonly uuid: string;
    readonly password_hash: string;
    readonly password_set_on: string;
    readonly created_by: number;
  },
): Promise<number> {
  const names = [...FIELD_NAMES, 'uuid', 'password_hash', 'password_set_on', 'created_by'].join(', ');
  const [row] = await runner.run<{ id: number }>({
    text: `with next as (update plant_user_counter set last_id = last_id + 1 returning last_id)
      insert into plant_user (id, ${names})
      select next.last_id, ${names.replaceAll(/\w+/g, 'n.$&')} from next, jsonb_populate_record(null::plant_user, $1::jsonb) as n
      returning id`,
    values: [JSON.stringify({ ...fields, ...own })],
  });
  if (row === undefined) throw new Error('no account was made');
  return row.id;
}

/** Updates an account. `endsSessions`: invalidates all tokens issued before. */
export async function updateUser(runner: Runner, id: number, fields: UserFields, endsSessions: boolean): Promise<void> {
  const set = FIELD_NAMES.map((name) => `${name} = n.${name}`).join(', ');
  await runner.run({
    text: `update plant_user as u set ${set}, ver = u.ver + $3 from jsonb_populate_record(null::plant_user, $1::jsonb) as n where u.id = $2`,
    values: [JSON.stringify(fields), id, endsSessions ? 1 : 0],
  });
}

export async function updatePasswordHash(runner: Runner, id: number, hash: string, today: string): Promise<void> {
  const text = 'update plant_user set password_hash = $2, password_set_on = $3 where id = $1';
  await runner.run({ text, values: [id, hash, today] });
}

/** Number of administrators who can still sign in on `today`. */
export async function countActiveAdmins(runner: Runner, today: string): Promise<number> {
  const [row] = await runner.run<{ n: number }>({
    text: `select count(*)::int as n from plant_user as u join user_group as g on g.id = u.group_id
      where ${EFFECTIVE_LEVEL} >= $1 and u.active <> 0 and (u.expires_on is null or u.expires_on >= $2::date)`,
    values: [PLANT_ADMIN_LEVEL, today],
  });
  return row?.n ?? 0;
}

/**
 * Deletes an account that owns no list entries. Users it managed pass to its own manager; alerts it had taken are open
 * again; its shares of reserved entries, import jobs and notification recipients are deleted. Entries created by others
 * stay.
 */
export async function deleteUserRow(runner: Runner, id: number): Promise<void> {
  const statements = [
    'update plant_user set owned_by = (select d.owned_by from plant_user as d where d.id = $1) where owned_by = $1',
    'update plant_user set created_by = null where created_by = $1',
    `update alert set owner = null, owner_name = '', taken_at = null, version = version + 1, seq = null
      where outcome is null and owner = (select d.uuid from plant_user as d where d.id = $1)`,
    "delete from blacklist_entry where owner = $1 and kind = 'slave'",
    'delete from list_import where author = $1',
    'delete from plant_user where id = $1',
  ];
  for (const text of statements) await runner.run({ text, values: [id] });
}
