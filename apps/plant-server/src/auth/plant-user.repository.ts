import type { Runner } from '../database/sql-statement.ts';
import type { StoredRow } from '../database/stored-row.ts';
import type { TimeLimit } from '@varco/domain/transits/search-window.ts';
import { sessionNotEnded } from './ended-session.repository.ts';

/** The columns of an account that sign-in and administration both read. Days are ISO. */
export interface AccountRow extends Pick<
  StoredRow<'plant_user'>,
  | 'id'
  | 'uuid'
  | 'username'
  | 'fullname'
  | 'group_id'
  | 'active'
  | 'password_set_on'
  | 'password_expires_on'
  | 'expires_on'
  | 't_max'
  | 'sees_plates'
  | 'insert_bl'
  | 'notifica_rubati'
  | 'notifica_blacklist'
  | 'responsabile_interforze'
  | 'can_manage_users'
  | 'can_manage_districts'
  | 'visure_pagamento'
  | 'audit_read'
> {
  readonly group_name: string;
  readonly level: number;
  /** Status on the INTERFORCE list. */
  readonly interforce: 'no' | 'asked' | 'enabled';
  readonly assignable_bl_groups: readonly number[];
  readonly created_by_username: string | null;
  readonly owned_by_username: string | null;
}

/** A plant user with the name and level of the group, as currently stored. */
export interface PlantUser extends AccountRow {
  readonly password_hash: string;
  readonly ver: number;
  /** Limits of the group beyond which a second person must agree; null: none (ADR 0027). */
  readonly look_back_days: number | null;
  readonly rows_per_day: number | null;
  /** Decides the requests of others. */
  readonly approves: boolean;
  /** Works off the requests of people about their data (ADR 0064). */
  readonly handles_requests: boolean;
  /** What `t_max` limits; a setting of the plant. */
  readonly time_limit: TimeLimit;
  /** Gates assigned to the user; null: all. */
  readonly own_gates: readonly number[] | null;
  /**
   * Gates the user sees: the assigned ones within the user's districts; null: all. Every restriction by gates is based on
   * this field.
   */
  readonly gates: readonly number[] | null;
}

/**
 * SQL of the effective level: the group's level, at least 8 for administrators (ADR 0027). Uses the aliases `u` (user) and
 * `g` (group).
 */
export const EFFECTIVE_LEVEL = 'case when u.admin then greatest(g.level, 8::smallint) else g.level end';

/** SQL join with the gates of the districts of user `u`; no row: not limited by districts. */
export const JOIN_DISTRICTS = `left join lateral (
    select coalesce(array_agg(distinct g.gate order by g.gate) filter (where g.gate is not null), '{}') as gates
    from plant_user_district as ud join district as d on d.id = ud.district left join lateral unnest(d.gates) as g (gate) on true
    where ud.plant_user = u.id having count(*) > 0) as dg on true`;
export const EFFECTIVE_GATES = `case when dg.gates is null then u.gates when u.gates is null then dg.gates
  else array(select own.gate from unnest(u.gates) as own (gate) where own.gate = any(dg.gates)) end`;

/** SQL of the columns of `AccountRow`, of the user `u` in `FROM_ACCOUNTS`. */
export const ACCOUNT_COLUMNS = `u.id, u.uuid, u.username, u.fullname, u.group_id, g.name as group_name, ${EFFECTIVE_LEVEL} as level, u.active,
  u.password_set_on, u.password_expires_on, u.expires_on, u.t_max, u.sees_plates, u.insert_bl, u.notifica_rubati, u.notifica_blacklist,
  u.responsabile_interforze, u.can_manage_users, u.can_manage_districts, u.visure_pagamento, u.audit_read,
  u.interforce, u.assignable_bl_groups,
  c.username as created_by_username, o.username as owned_by_username`;
export const FROM_ACCOUNTS = `from plant_user as u join user_group as g on g.id = u.group_id
  left join plant_user as c on c.id = u.created_by left join plant_user as o on o.id = u.owned_by ${JOIN_DISTRICTS}`;

const SELECT_USERS = `select ${ACCOUNT_COLUMNS}, u.password_hash, u.ver, (select s.time_limit from plant_settings as s) as time_limit, g.look_back_days, g.rows_per_day, g.approves, g.handles_requests, u.gates as own_gates, ${EFFECTIVE_GATES} as gates ${FROM_ACCOUNTS}`;

/** Finds a user by name, ignoring case; null: none. */
export async function findUserByName(runner: Runner, username: string): Promise<PlantUser | null> {
  const text = `${SELECT_USERS} where lower(u.username) = lower($1)`;
  const [row] = await runner.run<PlantUser>({ name: 'user-by-name', text, values: [username] });
  return row ?? null;
}

export async function findUserByUuid(runner: Runner, uuid: string): Promise<PlantUser | null> {
  const [row] = await runner.run<PlantUser>({
    name: 'user-by-uuid',
    text: `${SELECT_USERS} where u.uuid = $1`,
    values: [uuid],
  });
  return row ?? null;
}

/** The user with a token or ticket of this session; null: no such user, or the session was signed out. */
export async function findUserOfSession(runner: Runner, uuid: string, session: string): Promise<PlantUser | null> {
  const [row] = await runner.run<PlantUser>({
    name: 'user-of-session',
    text: `${SELECT_USERS} where u.uuid = $1 and ${sessionNotEnded('$2')}`,
    values: [uuid, session],
  });
  return row ?? null;
}

/**
 * Stores a new password and invalidates earlier tokens. `expiresOn` null: does not expire. False: the password was changed
 * meanwhile.
 */
export async function updatePassword(
  runner: Runner,
  user: PlantUser,
  hash: string,
  today: string,
  expiresOn: string | null,
): Promise<boolean> {
  const rows = await runner.run<{ id: number }>({
    text: `update plant_user set password_hash = $2, password_set_on = $3, password_expires_on = $4, ver = ver + 1,
        active = case when active = -1 then 1 else active end
      where id = $1 and password_hash = $5 returning id`,
    values: [user.id, hash, today, expiresOn, user.password_hash],
  });
  return rows.length === 1;
}

/** Current rows of these users; deleted users are missing. */
export const findUsersByUuid = (runner: Runner, uuids: readonly string[]): Promise<readonly PlantUser[]> =>
  runner.run<PlantUser>({
    name: 'users-by-uuid',
    text: `${SELECT_USERS} where u.uuid = any($1::uuid[])`,
    values: [uuids],
  });
