import type { DeviceKind } from '@varco/contract/plant/devices.ts';
import type { PlantUserFilter } from '@varco/contract/plant/users.ts';
import { PLANT_ADMIN_LEVEL } from '@varco/domain/policy/permissions.ts';
import { ACCOUNT_EXPIRING_DAYS } from '@varco/domain/policy/user-grants.ts';
import { addDays } from '@varco/domain/time/rome.ts';
import { sql, type RawBuilder } from 'kysely';
import {
  ACCOUNT_COLUMNS,
  EFFECTIVE_GATES,
  EFFECTIVE_LEVEL,
  FROM_ACCOUNTS,
  type AccountRow,
  type PlantUser,
} from '../../auth/plant-user.repository.ts';
import { listOrder, optionalCondition } from '../../database/list-conditions.sql.ts';
import type { ListPage } from '../../database/list-paging.ts';
import { compileStatement, type Runner } from '../../database/sql-statement.ts';

/** A user as administrators see it. */
export interface ManagedUserRow extends AccountRow {
  readonly email: string;
  readonly admin: boolean;
  readonly gates: readonly number[] | null;
  /** The gates that remain within the user's districts. */
  readonly seen_gates: readonly number[] | null;
  readonly description: string;
  readonly extra: string;
  readonly remote_activity: number;
  readonly owned_by: number | null;
  readonly n_black: number;
  readonly n_white: number;
  readonly n_heads: number;
  readonly districts: readonly number[];
  readonly devices: readonly DeviceKind[];
}

type Condition = RawBuilder<boolean>;

/** T 6, readings A-08: level 8 and above manage all users, others only the users they own. */
const buildManagedCondition = (manager: PlantUser): Condition =>
  manager.level >= PLANT_ADMIN_LEVEL ? sql<boolean>`true` : sql<boolean>`e.owned_by = ${manager.id}`;

/** Rewrites SQL fragments with the alias `u` for the alias `e` used here. */
const renameUserAlias = (text: string): string =>
  text.replaceAll(/\bu\./g, 'e.').replace('plant_user as u ', 'plant_user as e ');

const FROM_USERS = sql.raw(renameUserAlias(FROM_ACCOUNTS));

/** `n_black` leaves out shares of other users' reserved entries. */
const USER_COLUMNS = sql`${sql.raw(renameUserAlias(ACCOUNT_COLUMNS))}, e.email, e.admin, e.gates,
  ${sql.raw(renameUserAlias(EFFECTIVE_GATES))} as seen_gates, e.description, e.extra, e.remote_activity, e.owned_by,
  (select count(*)::int from blacklist_entry as b where b.owner = e.id and b.kind <> 'slave') as n_black,
  (select count(*)::int from whitelist_entry as w where w.owner = e.id) as n_white,
  (select count(*)::int from figurehead_entry as f where f.owner = e.id) as n_heads,
  array(select d.district from plant_user_district as d where d.plant_user = e.id order by d.district) as districts,
  array(select d.kind from plant_device as d where d.plant_user = e.id
    union select case r.channel when 'telegram' then 'telegram' else r.device end from alert_recipient as r
      where r.plant_user = e.id and r.channel in ('push', 'telegram') order by 1) as devices`;

const ORDER_COLUMNS: Readonly<Record<string, string>> = {
  username: 'lower(e.username)',
  fullname: 'lower(e.fullname)',
  email: 'lower(e.email)',
  group: 'g.name',
  level: renameUserAlias(EFFECTIVE_LEVEL),
  datascadenza: 'e.expires_on',
  owned_by_username: 'lower(o.username)',
};

function buildUserConditions(filter: PlantUserFilter, today: string): readonly Condition[] {
  const text = (filter.q ?? '').trim();
  const { active, owned_by_id: owner, group_id: group } = filter;
  const soon = addDays(today, ACCOUNT_EXPIRING_DAYS);
  return [
    ...(text === ''
      ? []
      : [
          sql<boolean>`strpos(lower(e.username || ' ' || e.fullname || ' ' || e.email || ' ' || e.description), lower(${text})) > 0`,
        ]),
    ...optionalCondition(filter.enabled, sql<boolean>`e.active <> 0`),
    ...optionalCondition(
      filter.expired,
      sql<boolean>`coalesce(least(e.expires_on, e.password_expires_on) < ${today}::date, false)`,
    ),
    ...optionalCondition(
      filter.expiring_soon,
      sql<boolean>`coalesce(least(e.expires_on, e.password_expires_on) between ${today}::date and ${soon}::date, false)`,
    ),
    ...(active === undefined ? [] : [sql<boolean>`e.active = ${active}`]),
    ...(owner === undefined ? [] : [sql<boolean>`e.owned_by = ${owner}`]),
    ...(group === undefined ? [] : [sql<boolean>`e.group_id = ${group}`]),
  ];
}

/** One page of the users that a manager manages, and their total number. `today`: ISO day. */
export async function findManagedUsers(
  runner: Runner,
  manager: PlantUser,
  filter: PlantUserFilter,
  { offset, limit }: ListPage,
  today: string,
  signal: AbortSignal,
): Promise<{ readonly rows: readonly ManagedUserRow[]; readonly count: number }> {
  const where = sql.join([buildManagedCondition(manager), ...buildUserConditions(filter, today)], sql` and `);
  const counting = sql`select count(*)::int as n from plant_user as e where ${where}`;
  const [counted] = await runner.run<{ n: number }>(compileStatement(counting), signal);
  const order = listOrder(filter.order_by, '+username', ORDER_COLUMNS);
  const page = sql`select ${USER_COLUMNS} ${FROM_USERS} where ${where} ${order} limit ${limit} offset ${offset}`;
  return { rows: await runner.run<ManagedUserRow>(compileStatement(page), signal), count: counted?.n ?? 0 };
}

/** Finds a user that the manager manages; null: none. */
export async function findManagedUser(runner: Runner, manager: PlantUser, id: number): Promise<ManagedUserRow | null> {
  const query = sql`select ${USER_COLUMNS} ${FROM_USERS} where ${buildManagedCondition(manager)} and e.id = ${id}`;
  const [row] = await runner.run<ManagedUserRow>(compileStatement(query));
  return row ?? null;
}
