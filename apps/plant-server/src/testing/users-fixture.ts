import * as api from '@varco/contract/plant/users.ts';
import type { CallInput } from '@varco/contract/endpoint.ts';
import type { InjectResponse } from '@varco/server-kit/testing/inject-json.ts';
import { INGEST_KEYS } from './ingest-keys.ts';
import { PLANT, startTestPlant, USERS, type TestPlant, buildUserSeed } from './test-plant.ts';

/** Id of a manager below administrator level: gates 1 and 3, two days, no paid look-ups. */
export const MANAGER_ID = 20;
export const ADMIN = 'amministratore';

export type UserBody = CallInput<typeof api.createPlantUser>['body'];
type UserSearchBody = CallInput<typeof api.searchPlantUsers>['body'];

/** A new user as sent by the form. */
export const NEW_USER: UserBody = {
  id: 0,
  username: 'nuovo.agente',
  fullname: 'Agente Nuovo',
  email: 'nuovo@gdf.it',
  group_id: 1,
  admin: false,
  active: 1,
  insert_bl: null,
  notifica_blacklist: false,
  notifica_rubati: false,
  responsabile_interforze: 0,
  can_manage_users: false,
  visure_pagamento: false,
  t_max: 60,
  varchi_abilitati: [1],
  assignable_bl_groups: [],
  datascadenza: null,
  set_password_expiry: false,
  password: 'Prova-lunga-77!',
  description: 'turno di notte',
  extra: '',
  owned_by_id: null,
  districts: [],
  frontend_url: 'https://portal.example',
  plant_url: 'http://localhost:18700',
  from_multi_portal: true,
};

/** A user record as sent back by the form. */
export const toUserBody = (record: api.PlantUserRecord, more: Partial<UserBody> = {}): UserBody => ({
  ...NEW_USER,
  ...Object.fromEntries(Object.entries(record).filter(([name]) => name in NEW_USER)),
  can_manage_districts: record.can_manage_districts,
  sees_plates: record.sees_plates,
  active: record.active === 0 ? 0 : 1,
  password: '',
  ...more,
});

/** Status, sub-code (or code) and field of an error response. */
export function toUserRefusal({ status, body }: Pick<InjectResponse, 'status' | 'body'>): unknown[] {
  const { error } = body as { error?: { code: string; sub_code?: string; field?: string } };
  return [status, error?.sub_code ?? error?.code, error?.field];
}

/**
 * Starts a plant with a manager of own users, one such user, another force, and a user of a higher level than its
 * administrators.
 */
export async function startUsersFixture() {
  const plant = await startTestPlant({
    groups: [...PLANT.groups, { id: 5, name: 'fdo polizia', level: 5 }, { id: 6, name: 'fdo ispettorato', level: 9 }],
    users: [
      ...USERS,
      buildUserSeed(MANAGER_ID, 'gestore', 1, { gates: [1, 3], tMax: 2880, canManageUsers: true }),
      buildUserSeed(21, 'suo', 1),
      buildUserSeed(22, 'ispettore', 6),
    ],
    ingestKeys: Object.values(INGEST_KEYS),
  });
  return { plant, ...createUserCalls(plant), reset: () => resetUsers(plant) };
}

async function resetUsers({ pool }: TestPlant): Promise<void> {
  for (const list of ['blacklist', 'whitelist', 'figurehead']) await pool.query(`delete from ${list}_entry`);
  await pool.query('delete from plant_user where id > 22');
  await pool.query(
    `update plant_user set owned_by = case when id = 21 then ${MANAGER_ID} end, active = case id when 8 then 0 when 12 then -1 else 1 end`,
  );
}

function createUserCalls(plant: TestPlant) {
  const create = (body: Partial<UserBody> = {}, who = ADMIN) =>
    plant.call(api.createPlantUser, { body: { ...NEW_USER, ...body } }, who);
  const people = async (body: UserSearchBody, who = ADMIN) =>
    api.PlantUserPage.parse((await plant.call(api.searchPlantUsers, { body }, who)).body);
  return {
    create,
    people,
    made: async (body: Partial<UserBody> = {}, who = ADMIN) =>
      api.PlantUserRecord.parse((await create(body, who)).body),
    update: (id: number, body: UserBody, who = ADMIN) => plant.call(api.updatePlantUser, { params: { id }, body }, who),
    remove: (id: number, who = ADMIN) => plant.call(api.deletePlantUser, { params: { id } }, who),
    read: async (id: number): Promise<api.PlantUserRecord> => {
      const found = (await people({ p: -1 })).objects.find((one) => one.id === id);
      if (found === undefined) throw new Error(`no person ${id}`);
      return found;
    },
    names: async (body: UserSearchBody, who = ADMIN) =>
      (await people({ p: -1, ...body }, who)).objects.map(({ username }) => username),
    lastAudit: (action: string) => plant.audit.records.findLast((one) => one.action === action && one.outcome === 'ok'),
  };
}
