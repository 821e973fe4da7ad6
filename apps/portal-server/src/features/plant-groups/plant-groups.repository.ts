import { MAX_PLANT_GROUPS, type PlantGroupKind } from '@varco/contract/portal/plant-groups.ts';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db.ts';

export interface PlantGroupRow {
  readonly id: string;
  readonly kind: PlantGroupKind;
  readonly name: string;
  readonly ver: number;
  readonly changed_at: string;
  readonly changed_by: string;
  /** Registry ids, ascending. */
  readonly plants: number[];
}

/** Every group with every member, by kind and name; of one group only when `id` is given. */
export const findPlantGroups = (db: Db | Tx, id?: string): Promise<PlantGroupRow[]> =>
  db
    .selectFrom('plant_group as g')
    .select([
      'g.id',
      'g.kind',
      'g.name',
      'g.ver',
      'g.changed_at',
      'g.changed_by',
      sql<number[]>`array(select m.peer_id from plant_group_member m where m.group_id = g.id order by m.peer_id)`.as(
        'plants',
      ),
    ])
    .$if(id !== undefined, (query) => query.where('g.id', '=', id ?? ''))
    .orderBy('g.kind')
    .orderBy(sql`lower(g.name)`)
    .limit(MAX_PLANT_GROUPS)
    .execute();

/**
 * Groups with those enabled plants that are in a person's list, by kind and name; groups without any are left out. The same
 * rule as the list of the plants itself, which is why nobody learns of a plant or a group through this.
 */
export const findGroupsOfUser = (
  db: Db,
  userId: number,
): Promise<Pick<PlantGroupRow, 'id' | 'kind' | 'name' | 'plants'>[]> =>
  db
    .selectFrom('plant_group as g')
    .innerJoin('plant_group_member as m', 'm.group_id', 'g.id')
    .innerJoin('user_peer as l', 'l.peer_id', 'm.peer_id')
    .innerJoin('peer as p', 'p.id', 'm.peer_id')
    .where('l.user_id', '=', userId)
    .where('p.is_enabled', '=', true)
    .groupBy('g.id')
    .select(['g.id', 'g.kind', 'g.name', sql<number[]>`array_agg(m.peer_id order by m.peer_id)`.as('plants')])
    .orderBy('g.kind')
    .orderBy(sql`lower(g.name)`)
    .limit(MAX_PLANT_GROUPS)
    .execute();

/** Serialises changes of groups until the transaction ends: their number and their names are limited. */
export async function lockPlantGroups(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('plant_group'))`.execute(tx);
}

export async function countPlantGroups(tx: Tx): Promise<number> {
  const { n } = await tx
    .selectFrom('plant_group')
    .select((eb) => eb.fn.countAll<string>().as('n'))
    .executeTakeFirstOrThrow();
  return Number(n);
}

/** Whether another group of this kind has the name, in any case. */
export async function isGroupNameTaken(
  tx: Tx,
  { kind, name, exceptId }: { readonly kind: PlantGroupKind; readonly name: string; readonly exceptId: string },
): Promise<boolean> {
  const row = await tx
    .selectFrom('plant_group')
    .where('kind', '=', kind)
    .where(sql`lower(name)`, '=', sql`lower(${name})`)
    .where('id', '<>', exceptId)
    .select('id')
    .executeTakeFirst();
  return row !== undefined;
}

export interface PlantGroupWrite {
  readonly id: string;
  readonly kind: PlantGroupKind;
  readonly name: string;
  readonly at: string;
  readonly by: string;
}

export async function insertPlantGroup(tx: Tx, { id, kind, name, at, by }: PlantGroupWrite): Promise<void> {
  await tx.insertInto('plant_group').values({ id, kind, name, ver: 1, changed_at: at, changed_by: by }).execute();
}

export async function changePlantGroup(tx: Tx, { id, kind, name, at, by }: PlantGroupWrite): Promise<void> {
  await tx
    .updateTable('plant_group')
    .set({ kind, name, ver: sql<number>`ver + 1`, changed_at: at, changed_by: by })
    .where('id', '=', id)
    .execute();
}

/** Replaces the members; false: one of them is not in the registry, and nothing was changed. */
export async function setGroupMembers(tx: Tx, id: string, plants: readonly number[]): Promise<boolean> {
  const ids = [...new Set(plants)];
  const found = ids.length === 0 ? [] : await tx.selectFrom('peer').where('id', 'in', ids).select('id').execute();
  if (found.length < ids.length) return false;
  await tx.deleteFrom('plant_group_member').where('group_id', '=', id).execute();
  if (ids.length > 0)
    await tx
      .insertInto('plant_group_member')
      .values(ids.map((peerId) => ({ group_id: id, peer_id: peerId })))
      .execute();
  return true;
}

/** The removed group; undefined: there is none. */
export const removePlantGroup = (tx: Tx, id: string) =>
  tx.deleteFrom('plant_group').where('id', '=', id).returning(['kind', 'name']).executeTakeFirst();

/**
 * Adds the enabled plants of a group to a person's list.
 * @returns `added`: uuids of those that were not in it; `members`: enabled plants of the group; `listed`: plants of the list now
 */
export async function addGroupPlants(
  tx: Tx,
  userId: number,
  groupId: string,
): Promise<{ readonly added: readonly string[]; readonly members: number; readonly listed: number }> {
  const members = await tx
    .selectFrom('plant_group_member as m')
    .innerJoin('peer as p', 'p.id', 'm.peer_id')
    .where('m.group_id', '=', groupId)
    .where('p.is_enabled', '=', true)
    .select(['p.id', 'p.uuid'])
    .orderBy('p.id')
    .execute();
  const inserted =
    members.length === 0
      ? []
      : await tx
          .insertInto('user_peer')
          .values(members.map(({ id }) => ({ user_id: userId, peer_id: id })))
          .onConflict((conflict) => conflict.columns(['user_id', 'peer_id']).doNothing())
          .returning('peer_id')
          .execute();
  const { n } = await tx
    .selectFrom('user_peer')
    .where('user_id', '=', userId)
    .select((eb) => eb.fn.countAll<string>().as('n'))
    .executeTakeFirstOrThrow();
  const isNew = new Set(inserted.map(({ peer_id: id }) => id));
  const added = members.flatMap(({ id, uuid }) => (isNew.has(id) ? [uuid] : []));
  return { added, members: members.length, listed: Number(n) };
}
