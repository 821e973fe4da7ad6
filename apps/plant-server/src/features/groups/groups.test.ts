import * as api from '@varco/contract/plant/groups.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { insertBlacklistRow } from '../../testing/list-rows.ts';
import { startTestPlant, type TestPlant } from '../../testing/test-plant.ts';

const ADMIN = 'amministratore';
let plant: TestPlant;
beforeAll(async () => {
  plant = await startTestPlant();
});
afterAll(() => plant.close());

const groups = async (user = ADMIN) => api.listGroups.response.parse((await plant.call(api.listGroups, {}, user)).body);
const find = async (name: string): Promise<api.Group> => {
  const found = (await groups()).objects.find((group) => group.name === name);
  if (found === undefined) throw new Error(`no group ${name}`);
  return found;
};
const add = (body: unknown, user = ADMIN) => plant.callRaw(api.createGroup, { body }, user);
const put = ({ id, ...group }: Pick<api.Group, 'id' | 'name' | 'level' | 'ver'>, more: object = {}, user = ADMIN) =>
  plant.callRaw(
    api.updateGroup,
    { params: { id }, body: { name: group.name, level: group.level, ver: group.ver, ...more } },
    user,
  );
const remove = (id: number, user = ADMIN) => plant.call(api.deleteGroup, { params: { id } }, user);
const loginLevel = async (user: string): Promise<number> =>
  (
    await plant.pool.query(
      `select g.level from plant_user u join user_group g on g.id = u.group_id where u.username = $1`,
      [user],
    )
  ).rows[0].level;

it('PMGMT-07 GRP-01 groups are listed with their members, made, changed and deleted; all is logged', async () => {
  const { objects, pagination } = await groups();
  expect(objects.map(({ name, level, fdo }) => [name, level, fdo])).toEqual([
    ['comune', 6, false],
    ['fdo base', 4, true],
    ['fdo carabinieri', 5, true],
    ['fdo comando', 8, true],
  ]);
  expect(pagination).toMatchObject({ count: 4, has_next: false });
  const answer = await add({ name: '  fdo   Questura ', level: 6, defaults: { notifica_rubati: true, t_max: 2880 } });
  expect(answer.status).toBe(200);
  const made = api.Group.parse(answer.body);
  expect(made).toMatchObject({ name: 'fdo Questura', level: 6, fdo: true, members: 0, ver: 1 });
  expect(made.defaults).toMatchObject({ notifica_rubati: true, t_max: 2880, insert_bl: true, can_manage_users: false });
  const changed = api.Group.parse((await put(made, { name: 'questura', level: 3 })).body);
  expect(changed).toMatchObject({ name: 'questura', level: 3, fdo: false, ver: 2 });
  expect((await put(made, { level: 2 })).body).toMatchObject({ error: { code: 'conflict' } });
  expect((await remove(made.id)).status).toBe(204);
  expect((await remove(made.id)).status).toBe(404);
  expect(
    plant.audit.records.filter(({ action, outcome }) => action.startsWith('groups.') && outcome === 'ok'),
  ).toMatchObject([
    { action: 'groups.save', detail: { before: null, after: { name: 'fdo Questura' } } },
    { action: 'groups.save', detail: { before: { level: 6 }, after: { level: 3 } } },
    { action: 'groups.delete', detail: { group: made.id } },
  ]);
  // The id of a deleted group is never reused.
  expect(api.Group.parse((await add({ name: 'altro', level: 1 })).body).id).toBeGreaterThan(made.id);
});

it('GRP-01 who is in a group is told, disabled users too', async () => {
  const { id, members } = await find('fdo carabinieri');
  const { body } = await plant.call(api.listGroupMembers, { params: { id } }, ADMIN);
  const { objects } = api.listGroupMembers.response.parse(body);
  expect(objects).toHaveLength(members);
  expect(objects.find(({ username }) => username === 'spento')).toMatchObject({ active: 0, level: 5 });
  expect((await plant.call(api.listGroupMembers, { params: { id: 77_777 } }, ADMIN)).status).toBe(404);
});

it('RTE-20 groups are the business of level 8 and more; who manages users reads them', async () => {
  const { id } = await find('comune');
  for (const user of ['operatore', 'comune', 'quattro']) {
    expect((await add({ name: 'nuovo', level: 1 }, user)).status).toBe(403);
    expect((await put(await find('comune'), { level: 1 }, user)).status).toBe(403);
    expect((await remove(id, user)).status).toBe(403);
    expect((await plant.call(api.listGroups, {}, user)).status).toBe(403);
    expect((await plant.call(api.listGroupMembers, { params: { id } }, user)).status).toBe(403);
  }
  expect((await plant.callRaw(api.listGroups, {})).status).toBe(401);
  await plant.pool.query(`update plant_user set can_manage_users = true where username = 'operatore'`);
  expect((await groups('operatore')).objects.length).toBeGreaterThan(3);
  expect((await add({ name: 'nuovo', level: 1 }, 'operatore')).status).toBe(403);
});

it('a level counts from the next call on, in both directions', async () => {
  const base = await find('fdo base');
  expect((await plant.call(api.listGroups, {}, 'quattro')).status).toBe(403);
  const risen = api.Group.parse((await put(base, { level: 8 })).body);
  expect((await plant.call(api.listGroups, {}, 'quattro')).status).toBe(200);
  expect((await put(risen, { level: 4 })).status).toBe(200);
  expect((await plant.call(api.listGroups, {}, 'quattro')).status).toBe(403);
});

it('nobody raises a group above their own level, nor touches one that is above', async () => {
  expect((await add({ name: 'nove', level: 9 })).status).toBe(403);
  const comune = await find('comune');
  expect((await put(comune, { level: 9 })).body).toMatchObject({ error: { code: 'no_perms' } });
  await plant.pool.query(`insert into user_group (id, name, level) values (90, 'sopra', 9)`);
  const above = await find('sopra');
  expect((await put(above, { level: 1 })).status).toBe(403);
  expect((await remove(above.id)).status).toBe(403);
  expect(await loginLevel(ADMIN)).toBe(8);
});

it('nobody lowers their own group out of administration, two at once neither', async () => {
  const own = await find('fdo comando');
  expect((await put(own, { level: 7 })).body).toMatchObject({ error: { code: 'bad_request', field: 'body/level' } });
  expect((await put(own, { name: 'comando' })).status).toBe(200);
  const base = await find('fdo base');
  const risen = api.Group.parse((await put(base, { level: 8 })).body);
  const now = await find('comando');
  const both = await Promise.all([put(risen, { level: 4 }), put(now, { level: 4 }, 'quattro')]);
  // One change came first: the other had lost its right, or found the lowered group.
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 403]);
  const levels = await Promise.all([loginLevel(ADMIN), loginLevel('quattro')]);
  expect(Math.max(...levels)).toBe(8);
  await plant.pool.query(`update user_group set level = case id when 2 then 8 else 4 end where id in (2, 4)`);
});

it('a group with members, or that list entries are meant for, is not deleted', async () => {
  expect((await remove((await find('fdo carabinieri')).id)).body).toMatchObject({
    error: { code: 'conflict', sub_code: 'group_has_members' },
  });
  const { id } = api.Group.parse((await add({ name: 'fdo vuoto', level: 5 })).body);
  await insertBlacklistRow(plant.pool, 'AA111AA');
  await plant.pool.query('update blacklist_entry set group_id = $1', [id]);
  expect((await remove(id)).body).toMatchObject({ error: { sub_code: 'group_in_use' } });
  await plant.pool.query('update blacklist_entry set group_id = null');
  expect((await remove(id)).status).toBe(204);
});

it('a name stands once, whatever its capitals', async () => {
  expect((await add({ name: 'FDO Carabinieri', level: 5 })).body).toMatchObject({ error: { code: 'duplicate' } });
  expect((await put(await find('comune'), { name: 'fdo BASE' })).body).toMatchObject({ error: { code: 'duplicate' } });
});

it.each([
  ['no name', { name: '  ' }],
  ['a name that turns the line', { name: 'a\u202eb' }],
  ['a name too long', { name: 'x'.repeat(81) }],
  ['level 0', { level: 0 }],
  ['level 10', { level: 10 }],
  ['half a level', { level: 5.5 }],
  ['a level as text', { level: '5' }],
  ['a default there is not', { defaults: { admin: true } }],
  ['an unknown field', { fdo: true }],
])('%s is refused', async (_, more) => {
  expect((await add({ name: 'cattivo', level: 5, ...more })).status).toBe(400);
});
