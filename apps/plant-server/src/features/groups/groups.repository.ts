import type { PersonRef } from '@varco/contract/plant/groups.ts';
import { EFFECTIVE_LEVEL } from '../../auth/plant-user.repository.ts';
import { findRow, type Runner } from '../../database/sql-statement.ts';
import { lockTable } from '../../database/table-lock.repository.ts';

export interface GroupRow {
  readonly id: number;
  readonly name: string;
  readonly level: number;
  readonly defaults: unknown;
  readonly look_back_days: number | null;
  readonly rows_per_day: number | null;
  readonly approves: boolean;
  readonly handles_requests: boolean;
  readonly ver: number;
  readonly members: number;
}
/** Fields of a group that a user can write. */
export type GroupFields = Pick<
  GroupRow,
  'name' | 'level' | 'defaults' | 'look_back_days' | 'rows_per_day' | 'approves' | 'handles_requests'
>;

const GROUP_COLUMNS = `g.id, g.name, g.level, g.defaults, g.look_back_days, g.rows_per_day, g.approves, g.handles_requests, g.ver, (select count(*)::int from plant_user as m where m.group_id = g.id) as members`;

export const readGroups = (runner: Runner): Promise<readonly GroupRow[]> =>
  runner.run<GroupRow>({
    name: 'groups',
    text: `select ${GROUP_COLUMNS} from user_group as g order by lower(g.name), g.id`,
    values: [],
  });

export const readGroup = (runner: Runner, id: number): Promise<GroupRow | null> =>
  findRow<GroupRow>(runner, { text: `select ${GROUP_COLUMNS} from user_group as g where g.id = $1`, values: [id] });

/**
 * Serialises changes of groups: whether the plant still has an administrator depends on all of them. It also prevents users
 * from joining a group that is being deleted, because the foreign key check waits for this lock.
 */
export const lockGroups = (runner: Runner): Promise<void> => lockTable(runner, 'user_group');

/** Current level of a user, read in the transaction of a change; null: the user was deleted. */
export async function readEffectiveLevel(runner: Runner, user: number): Promise<number | null> {
  const rows = await runner.run<{ level: number }>({
    text: `select ${EFFECTIVE_LEVEL} as level from plant_user as u join user_group as g on g.id = u.group_id where u.id = $1`,
    values: [user],
  });
  return rows[0]?.level ?? null;
}

/** True when another group has this name, ignoring case. */
export async function isGroupNameTaken(runner: Runner, name: string, exceptId: number | null): Promise<boolean> {
  const rows = await runner.run({
    text: 'select 1 as one from user_group where lower(name) = lower($1) and id is distinct from $2 limit 1',
    values: [name, exceptId],
  });
  return rows.length > 0;
}

const toGroupValues = (group: GroupFields): unknown[] => [
  group.name,
  group.level,
  JSON.stringify(group.defaults),
  group.look_back_days,
  group.rows_per_day,
  group.approves,
  group.handles_requests,
];

/** Returns the id of the new group. */
export async function insertGroup(runner: Runner, group: GroupFields): Promise<number> {
  const rows = await runner.run<{ id: number }>({
    text: `insert into user_group (name, level, defaults, look_back_days, rows_per_day, approves, handles_requests)
      values ($1, $2, $3, $4, $5, $6, $7) returning id`,
    values: toGroupValues(group),
  });
  return rows[0]?.id ?? 0;
}

export async function updateGroup(runner: Runner, id: number, group: GroupFields): Promise<void> {
  await runner.run({
    text: `update user_group set name = $1, level = $2, defaults = $3, look_back_days = $4, rows_per_day = $5, approves = $6,
      handles_requests = $7, ver = ver + 1 where id = $8`,
    values: [...toGroupValues(group), id],
  });
}

export async function removeGroup(runner: Runner, id: number): Promise<void> {
  await runner.run({ text: 'delete from user_group where id = $1', values: [id] });
}

/** True when blacklist entries are addressed to this group, or users may assign entries to it. */
export async function isGroupReferenced(runner: Runner, id: number): Promise<boolean> {
  const rows = await runner.run({
    text: `select 1 as one where exists (select from blacklist_entry where group_id = $1)
      or exists (select from plant_user where $1 = any(assignable_bl_groups))`,
    values: [id],
  });
  return rows.length > 0;
}

interface PeopleListFilter {
  readonly group?: number;
  /** Only users managed by this user whose level is not higher. */
  readonly owner?: { readonly id: number; readonly level: number };
}

/** Users by name, including disabled ones. */
export const readUserReferences = (runner: Runner, { group, owner }: PeopleListFilter): Promise<readonly PersonRef[]> =>
  runner.run<PersonRef>({
    text: `select u.id, u.username, u.fullname, g.name as "group", ${EFFECTIVE_LEVEL} as level, u.active from plant_user as u join user_group as g on g.id = u.group_id
      where ($1::int is null or u.group_id = $1) and ($2::int is null or (u.owned_by = $2 and ${EFFECTIVE_LEVEL} <= $3)) order by lower(u.username), u.id`,
    values: [group ?? null, owner?.id ?? null, owner?.level ?? null],
  });
