import { randomUUID } from 'node:crypto';
import type { HandlerInput } from '@varco/contract/endpoint.ts';
import * as api from '@varco/contract/portal/plant-groups.ts';
import { AppError } from '@varco/server-kit/errors/app-error.ts';
import type { Db, Tx } from '../../db.ts';
import { invalidFieldError } from '../account/login-proof-checks.ts';
import { type AdminContext, administer } from '../users/administer.ts';
import * as queries from './plant-groups.repository.ts';
import { toManagedPlantGroup } from './plant-groups.view.ts';

type Fields = HandlerInput<typeof api.createPlantGroup>['body'];

/** As many as `findPeersOfUser` reads: a longer list would be cut without a word. */
const MAX_LISTED_PLANTS = 500;

/** Who changes a group and when. `record` writes the entry in the log inside the transaction. */
export interface GroupChange {
  readonly by: string;
  readonly at: string;
  readonly record: (detail: Readonly<Record<string, unknown>>) => Promise<void>;
}

/** Makes a group. Throws `conflict`/`too_many_plant_groups`, `duplicate`, `bad_request` for an unknown plant. */
export const makePlantGroup = (db: Db, fields: Fields, change: GroupChange): Promise<api.ManagedPlantGroup> =>
  db.transaction().execute(async (tx) => {
    await queries.lockPlantGroups(tx);
    if ((await queries.countPlantGroups(tx)) >= api.MAX_PLANT_GROUPS)
      throw new AppError('conflict', { sub: 'too_many_plant_groups' });
    const write = await prepareWrite(tx, randomUUID(), fields, change);
    await queries.insertPlantGroup(tx, write);
    await assignMembers(tx, write.id, fields.plants);
    await change.record(describe(write, [], fields.plants));
    return readPlantGroup(tx, write.id);
  });

/** Changes a group. Throws `not_found`, `conflict` when it was changed since `ver`, `duplicate`, `bad_request`. */
export const changePlantGroup = (
  db: Db,
  id: string,
  { ver, ...fields }: Fields & { readonly ver: number },
  change: GroupChange,
): Promise<api.ManagedPlantGroup> =>
  db.transaction().execute(async (tx) => {
    await queries.lockPlantGroups(tx);
    const before = await readPlantGroup(tx, id);
    if (before.ver !== ver) throw new AppError('conflict');
    const write = await prepareWrite(tx, id, fields, change);
    await queries.changePlantGroup(tx, write);
    await assignMembers(tx, id, fields.plants);
    await change.record({ ...describe(write, before.plants, fields.plants), before: before.name });
    return readPlantGroup(tx, id);
  });

/** Removes a group; its plants stay where they are. Throws `not_found`. */
export const removePlantGroup = (db: Db, id: string, record: GroupChange['record']): Promise<void> =>
  db.transaction().execute(async (tx) => {
    await queries.lockPlantGroups(tx);
    const removed = await queries.removePlantGroup(tx, id);
    if (removed === undefined) throw new AppError('not_found');
    await record({ group: id, ...removed });
  });

/**
 * Adds the plants that a group has now to another person's list. Throws `no_perms`, `not_found`, `conflict`/`own_account`,
 * `conflict`/`too_many_listed_plants`.
 */
export async function addGroupToPerson(
  db: Db,
  userId: number,
  groupId: string,
  context: AdminContext,
): Promise<{ readonly added: number; readonly known: number }> {
  let counts = { added: 0, known: 0 };
  await administer(db, userId, context, async (tx) => {
    // The group must not change between what is read and what the log says.
    await queries.lockPlantGroups(tx);
    const { name } = await readPlantGroup(tx, groupId);
    const { added, members, listed } = await queries.addGroupPlants(tx, userId, groupId);
    if (listed > MAX_LISTED_PLANTS) throw new AppError('conflict', { sub: 'too_many_listed_plants' });
    counts = { added: added.length, known: members - added.length };
    return { group: groupId, name, plants: added };
  });
  return counts;
}

async function prepareWrite(
  tx: Tx,
  id: string,
  fields: Fields,
  { by, at }: GroupChange,
): Promise<queries.PlantGroupWrite> {
  // Two spellings of one accented letter are one name.
  const name = fields.name.normalize('NFC').trim();
  // A few letters become longer by it.
  if (name.length > api.MAX_PLANT_GROUP_NAME) throw invalidFieldError('body/name');
  if (await queries.isGroupNameTaken(tx, { kind: fields.kind, name, exceptId: id })) throw new AppError('duplicate');
  return { id, kind: fields.kind, name, at, by };
}

async function assignMembers(tx: Tx, id: string, plants: readonly number[]): Promise<void> {
  if (!(await queries.setGroupMembers(tx, id, plants))) throw invalidFieldError('body/plants');
}

/** What the log says of a change: registry ids of the plants that came and went. */
function describe(
  { id, kind, name }: queries.PlantGroupWrite,
  before: readonly number[],
  after: readonly number[],
): Readonly<Record<string, unknown>> {
  const [had, has] = [new Set(before), new Set(after)];
  return {
    group: id,
    kind,
    name,
    added: [...has].filter((plant) => !had.has(plant)),
    removed: before.filter((plant) => !has.has(plant)),
  };
}

async function readPlantGroup(tx: Tx, id: string): Promise<api.ManagedPlantGroup> {
  const [row] = await queries.findPlantGroups(tx, id);
  if (row === undefined) throw new AppError('not_found');
  return toManagedPlantGroup(row);
}
