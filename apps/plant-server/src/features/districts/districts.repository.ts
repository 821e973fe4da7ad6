import { EFFECTIVE_GATES, EFFECTIVE_LEVEL, JOIN_DISTRICTS } from '../../auth/plant-user.repository.ts';
import { findRow, type Runner } from '../../database/sql-statement.ts';
import { lockTable } from '../../database/table-lock.repository.ts';

export interface DistrictRow {
  readonly id: number;
  readonly name: string;
  readonly gates: readonly number[];
  readonly users: readonly number[];
  readonly ver: number;
}
export type DistrictFields = Pick<DistrictRow, 'name' | 'gates'>;
export interface DistrictAuthor {
  readonly at: string;
  readonly name: string;
}

const DISTRICT_COLUMNS = `d.id, d.name, d.gates, d.ver,
  array(select ud.plant_user from plant_user_district as ud where ud.district = d.id order by ud.plant_user) as users`;

export const readDistricts = (runner: Runner): Promise<readonly DistrictRow[]> =>
  runner.run<DistrictRow>({
    name: 'districts',
    text: `select ${DISTRICT_COLUMNS} from district as d order by lower(d.name), d.id`,
    values: [],
  });

export const readDistrict = (runner: Runner, id: number): Promise<DistrictRow | null> =>
  findRow<DistrictRow>(runner, { text: `select ${DISTRICT_COLUMNS} from district as d where d.id = $1`, values: [id] });

/** Serialises changes of districts: which gates a user sees depends on all districts of the user. */
export const lockDistricts = (runner: Runner): Promise<void> => lockTable(runner, 'plant_user_district');

/** Returns the id of the new district; null: another district has this name. */
export async function insertDistrict(
  runner: Runner,
  { name, gates }: DistrictFields,
  by: DistrictAuthor,
): Promise<number | null> {
  const rows = await runner.run<{ id: number }>({
    text: `insert into district (name, gates, updated_at, updated_by) values ($1, $2, $3, $4) on conflict (lower(name)) do nothing returning id`,
    values: [name, gates, by.at, by.name],
  });
  return rows[0]?.id ?? null;
}

/** Returns false when another district has this name. */
export async function updateDistrict(
  runner: Runner,
  id: number,
  { name, gates }: DistrictFields,
  by: DistrictAuthor,
): Promise<boolean> {
  const rows = await runner.run<{ id: number }>({
    text: `update district set name = $2, gates = $3, updated_at = $4, updated_by = $5, ver = ver + 1
      where id = $1 and not exists (select from district as o where lower(o.name) = lower($2) and o.id <> $1) returning id`,
    values: [id, name, gates, by.at, by.name],
  });
  return rows.length > 0;
}

export async function removeDistrict(runner: Runner, id: number): Promise<void> {
  await runner.run({ text: 'delete from district where id = $1', values: [id] });
}

/** Replaces what belongs to a user or a district: the rows with `id` in one column get these values in the other. */
async function replaceMembers(
  runner: Runner,
  [column, other]: readonly ['district', 'plant_user'] | readonly ['plant_user', 'district'],
  id: number,
  values: readonly number[],
): Promise<void> {
  await runner.run({
    text: `delete from plant_user_district where ${column} = $1 and ${other} <> all($2::int[])`,
    values: [id, values],
  });
  await runner.run({
    text: `insert into plant_user_district (${other}, ${column}) select n, $1 from unnest($2::int[]) as m (n) on conflict do nothing`,
    values: [id, values],
  });
}

/** Replaces the users of a district. */
export const setDistrictUsers = (runner: Runner, district: number, users: readonly number[]): Promise<void> =>
  replaceMembers(runner, ['district', 'plant_user'], district, users);

/** Replaces the districts of a user. */
export const setUserDistricts = (runner: Runner, user: number, districts: readonly number[]): Promise<void> =>
  replaceMembers(runner, ['plant_user', 'district'], user, districts);

export const readDistrictsOfUser = async (runner: Runner, user: number): Promise<readonly number[]> =>
  (
    await runner.run<{ district: number }>({
      text: 'select district from plant_user_district where plant_user = $1 order by district',
      values: [user],
    })
  ).map(({ district }) => district);

/** The facts about a user that limit changes of districts. */
export interface UserVisibility {
  readonly id: number;
  readonly level: number;
  readonly owned_by: number | null;
  /** Gates this user sees; null: all. */
  readonly gates: readonly number[] | null;
}

/** Current level, owner and visible gates of users; deleted users are missing. */
export const readUserVisibility = (runner: Runner, ids: readonly number[]): Promise<readonly UserVisibility[]> =>
  runner.run<UserVisibility>({
    text: `select u.id, ${EFFECTIVE_LEVEL} as level, u.owned_by, ${EFFECTIVE_GATES} as gates
      from plant_user as u join user_group as g on g.id = u.group_id ${JOIN_DISTRICTS} where u.id = any($1::int[])`,
    values: [ids],
  });

/** Ids of the users whom a user manages. */
export const readOwnedUserIds = async (runner: Runner, owner: number): Promise<ReadonlySet<number>> =>
  new Set(
    (await runner.run<{ id: number }>({ text: 'select id from plant_user where owned_by = $1', values: [owner] })).map(
      ({ id }) => id,
    ),
  );
