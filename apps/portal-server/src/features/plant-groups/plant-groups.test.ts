import { randomUUID } from 'node:crypto';
import type { Endpoint } from '@varco/contract/endpoint.ts';
import * as api from '@varco/contract/portal/plant-groups.ts';
import { getUser } from '@varco/contract/portal/user.ts';
import { injectRaw } from '@varco/server-kit/testing/inject-json.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createPerson, createPlant, formatError, seedPeople, signInAs } from '../../testing/test-people.ts';
import { createTestPortal, type TestPortal } from '../../testing/test-portal.ts';

const cesena = createPlant('Cesena');
const forli = createPlant('Forli');
const rimini = createPlant('Rimini');
const FOREIGN_ID = 2_000_000_000;

let portal: TestPortal;
const tokens = new Map<string, string>();
const userIds = new Map<string, number>();
/** Registry ids by label. */
const plants = new Map<string, number>();

beforeAll(async () => {
  portal = await createTestPortal();
  await seedPeople(
    portal,
    [
      createPerson('capo', { isAdmin: true, peers: [rimini.uuid] }),
      createPerson('vice', { isAdmin: true }),
      createPerson('bruni', { peers: [cesena.uuid] }),
      createPerson('verdi'),
      createPerson('nuovo', { isFirstAccess: true, peers: [cesena.uuid] }),
    ],
    [cesena, forli, rimini],
  );
  for (const name of ['capo', 'vice', 'bruni', 'verdi', 'nuovo']) {
    const { token, userId } = await signInAs(portal, name);
    tokens.set(name, token);
    userIds.set(name, userId);
  }
  const rows = await portal.deps.db.selectFrom('peer').select(['id', 'label']).execute();
  for (const { id, label } of rows) plants.set(label, id);
});
afterAll(() => portal.close());
beforeEach(async () => {
  await portal.deps.db.deleteFrom('plant_group').execute();
  await portal.deps.db
    .deleteFrom('user_peer')
    .where('user_id', '=', userIds.get('verdi') ?? 0)
    .execute();
  portal.audit.records.length = 0;
});

const idOf = (label: string): number => plants.get(label) ?? 0;
const call = (who: string, endpoint: Endpoint, input: unknown = {}) => {
  const token = tokens.get(who);
  return injectRaw(portal.app, endpoint, input, token === undefined ? {} : { token });
};
const build = (more: object = {}) => ({ kind: 'province', name: 'Forlì-Cesena', plants: [], ...more });
async function make(more: object = {}): Promise<api.ManagedPlantGroup> {
  const answer = await call('capo', api.createPlantGroup, { body: build(more) });
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return api.ManagedPlantGroup.parse(answer.body);
}
const update = (group: string, body: object, who = 'capo') =>
  call(who, api.updatePlantGroup, { params: { group }, body });
async function listAll(): Promise<readonly api.ManagedPlantGroup[]> {
  const answer = await call('capo', api.listPlantGroups);
  return api.listPlantGroups.response.parse(answer.body).groups;
}
async function listOwn(who: string): Promise<readonly api.PlantGroup[]> {
  const answer = await call(who, api.listOwnPlantGroups);
  return api.listOwnPlantGroups.response.parse(answer.body).groups;
}
const addTo = (who: string, name: string, group: string) =>
  call(who, api.addGroupToUser, { params: { id: userIds.get(name) ?? 0 }, body: { group } });
async function listPlantsOf(name: string): Promise<readonly string[]> {
  const answer = await call(name, getUser, { params: { id: userIds.get(name) ?? 0 } });
  return getUser.response.parse(answer.body).peer_list.map(({ label }) => label);
}
const lastEntry = () => portal.audit.records.at(-1);

describe('groups of plants', () => {
  it('an administrator makes, changes and removes a group; each is an entry, with who was last', async () => {
    const made = await make({ name: '  Forli\u0300-Cesena ', plants: [idOf('Forli'), idOf('Cesena'), idOf('Cesena')] });
    expect(made).toMatchObject({ name: 'Forlì-Cesena', ver: 1, changed: { by: 'capo' } });
    expect(made.plants).toEqual([idOf('Cesena'), idOf('Forli')].toSorted((a, b) => a - b));
    expect(lastEntry()).toMatchObject({ action: 'plant-group.create', detail: { group: made.id, removed: [] } });
    const change = { ...build({ kind: 'body', name: 'Comando', plants: [idOf('Cesena')] }), ver: 1 };
    expect((await update(made.id, change, 'vice')).status).toBe(200);
    expect(await listAll()).toEqual([
      expect.objectContaining({ kind: 'body', name: 'Comando', ver: 2, plants: [idOf('Cesena')] }),
    ]);
    expect((await listAll())[0]?.changed.by).toBe('vice');
    expect(lastEntry()).toMatchObject({
      action: 'plant-group.update',
      detail: { before: 'Forlì-Cesena', name: 'Comando', added: [], removed: [idOf('Forli')] },
    });
    expect((await call('capo', api.deletePlantGroup, { params: { group: made.id } })).status).toBe(204);
    expect(lastEntry()).toMatchObject({ action: 'plant-group.delete', detail: { group: made.id, name: 'Comando' } });
    expect(await listAll()).toEqual([]);
  });

  it('of three forms that read the same version one is taken', async () => {
    const { id } = await make();
    const answers = await Promise.all(
      ['A', 'B', 'C'].map((name) => update(id, { ...build({ name, plants: [idOf('Cesena')] }), ver: 1 })),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
    expect((await listAll())[0]?.ver).toBe(2);
  });

  it('everybody else is refused and nothing changes', async () => {
    const { id } = await make();
    portal.audit.records.length = 0;
    for (const who of ['bruni', 'nuovo', 'nobody']) {
      const answers = [
        await call(who, api.listPlantGroups),
        await call(who, api.createPlantGroup, { body: build({ name: 'Altro' }) }),
        await update(id, { ...build({ name: 'Altro' }), ver: 1 }, who),
        await call(who, api.deletePlantGroup, { params: { group: id } }),
        await addTo(who, 'verdi', id),
      ];
      expect(answers.map(({ status }) => status).every((status) => status === 401 || status === 403)).toBe(true);
    }
    expect((await call('nuovo', api.listOwnPlantGroups)).status).toBe(403);
    expect((await call('nobody', api.listOwnPlantGroups)).status).toBe(401);
    expect(await listAll()).toMatchObject([{ id, name: 'Forlì-Cesena', ver: 1 }]);
  });

  it.each([
    { name: '' },
    { name: ' \t ' },
    { name: 'x'.repeat(api.MAX_PLANT_GROUP_NAME + 1) },
    { name: '\uFB2C'.repeat(api.MAX_PLANT_GROUP_NAME) },
    { name: 'a\u0000b' },
    { name: 'a\u202Eb' },
    { name: 7 },
    { kind: 'region' },
    { plants: [0] },
    { plants: [FOREIGN_ID] },
    { plants: ['1'] },
    { plants: Array.from({ length: api.MAX_PLANT_GROUP_MEMBERS + 1 }, (_, i) => i + 1) },
    { admin: true },
  ])('%j is refused and stores nothing', async (more) => {
    const answer = await call('capo', api.createPlantGroup, { body: build(more) });
    expect(formatError(answer)).toMatch(/^bad_request/);
    const { id } = await make({ name: 'Vera', plants: [idOf('Cesena')] });
    expect((await update(id, { ...build({ name: 'Vera', ...more }), ver: 1 })).status).toBe(400);
    expect(await listAll()).toMatchObject([{ name: 'Vera', plants: [idOf('Cesena')], ver: 1 }]);
  });

  it('a name that is code stays text', async () => {
    const names = [`'; drop table plant_group; --`, '<img src=x onerror=alert(1)>', '=HYPERLINK("https://a")', '%'];
    for (const name of names) await make({ name });
    expect((await listAll()).map(({ name }) => name).toSorted()).toEqual(names.toSorted());
  });

  it('a name counts once in its kind, whatever its case', async () => {
    const first = await make();
    const second = await make({ name: 'Ravenna' });
    await make({ kind: 'other' });
    const again = await call('capo', api.createPlantGroup, { body: build({ name: 'FORLÌ-CESENA' }) });
    expect(formatError(again)).toBe('duplicate');
    expect(formatError(await update(second.id, { ...build(), ver: 1 }))).toBe('duplicate');
    expect((await update(first.id, { ...build({ name: 'FORLÌ-CESENA' }), ver: 1 })).status).toBe(200);
  });

  it('there are at most 200, also when two are made at once', async () => {
    const rows = Array.from({ length: api.MAX_PLANT_GROUPS - 1 }, (_, i) => ({
      ...{ id: randomUUID(), kind: 'other' as const, name: `g${i}`, ver: 1 },
      ...{ changed_at: portal.clock.now().toISOString(), changed_by: 'capo' },
    }));
    await portal.deps.db.insertInto('plant_group').values(rows).execute();
    const answers = await Promise.all(
      ['A', 'B'].map((name) => call('capo', api.createPlantGroup, { body: build({ name }) })),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(answers.map(formatError)).toContain('conflict/too_many_plant_groups');
    expect(await listAll()).toHaveLength(api.MAX_PLANT_GROUPS);
  });

  it('an unknown group is not found', async () => {
    const group = randomUUID();
    expect(formatError(await update(group, { ...build(), ver: 1 }))).toBe('not_found');
    expect(formatError(await call('capo', api.deletePlantGroup, { params: { group } }))).toBe('not_found');
    expect(formatError(await addTo('capo', 'verdi', group))).toBe('not_found');
  });
});

describe('own groups', () => {
  it('show only plants of the own list; a group without any is not named, also to administrators', async () => {
    const both = await make({ plants: [idOf('Cesena'), idOf('Forli')] });
    await make({ name: 'Rimini', plants: [idOf('Rimini')] });
    await make({ name: 'Vuoto' });
    expect(await listOwn('bruni')).toEqual([
      { id: both.id, kind: 'province', name: 'Forlì-Cesena', plants: [idOf('Cesena')] },
    ]);
    expect(await listOwn('verdi')).toEqual([]);
    expect((await listOwn('capo')).map(({ name }) => name)).toEqual(['Rimini']);
  });

  it('follow the registry: a plant that is switched off disappears, and its group with it', async () => {
    await make({ plants: [idOf('Cesena')] });
    const set = (isEnabled: boolean) =>
      portal.deps.db.updateTable('peer').set({ is_enabled: isEnabled }).where('uuid', '=', cesena.uuid).execute();
    await set(false);
    expect(await listOwn('bruni')).toEqual([]);
    expect((await listAll())[0]?.plants).toEqual([idOf('Cesena')]);
    await set(true);
    expect(await listOwn('bruni')).toHaveLength(1);
  });

  it('a plant that leaves the registry leaves its groups', async () => {
    const gone = createPlant('Faenza');
    await seedPeople(portal, [], [gone]);
    const { id } = await portal.deps.db
      .selectFrom('peer')
      .where('uuid', '=', gone.uuid)
      .select('id')
      .executeTakeFirstOrThrow();
    await make({ plants: [id, idOf('Cesena')] });
    await portal.deps.db.deleteFrom('peer').where('id', '=', id).execute();
    expect((await listAll())[0]?.plants).toEqual([idOf('Cesena')]);
  });
});

describe('plants of a group for a person', () => {
  it('are added to the list as the group is now, with an entry; later changes do not follow', async () => {
    const { id } = await make({ plants: [idOf('Cesena'), idOf('Forli')] });
    const first = await addTo('capo', 'verdi', id);
    expect([first.status, first.body]).toEqual([200, { added: 2, known: 0 }]);
    expect(lastEntry()).toMatchObject({
      action: 'user.add-plants',
      detail: { group: id, name: 'Forlì-Cesena', plants: expect.arrayContaining([cesena.uuid, forli.uuid]) },
    });
    expect(await listPlantsOf('verdi')).toEqual(['Cesena', 'Forli']);
    expect(await listOwn('verdi')).toHaveLength(1);
    await update(id, { ...build({ plants: [idOf('Rimini')] }), ver: 1 });
    expect(await listPlantsOf('verdi')).toEqual(['Cesena', 'Forli']);
    await call('capo', api.deletePlantGroup, { params: { group: id } });
    expect(await listPlantsOf('verdi')).toEqual(['Cesena', 'Forli']);
  });

  it('are counted apart when they were in the list, and never twice', async () => {
    const { id } = await make({ plants: [idOf('Cesena'), idOf('Forli')] });
    await portal.deps.db
      .insertInto('user_peer')
      .values({ user_id: userIds.get('verdi') ?? 0, peer_id: idOf('Forli') })
      .execute();
    expect((await addTo('capo', 'verdi', id)).body).toEqual({ added: 1, known: 1 });
    expect((await addTo('vice', 'verdi', id)).body).toEqual({ added: 0, known: 2 });
    expect(await listPlantsOf('verdi')).toEqual(['Cesena', 'Forli']);
  });

  it('nobody adds plants to the own list this way', async () => {
    const { id } = await make({ plants: [idOf('Cesena')] });
    expect(formatError(await addTo('capo', 'capo', id))).toBe('conflict/own_account');
    expect(await listPlantsOf('capo')).toEqual(['Rimini']);
  });

  it('a list that would become longer than 500 stays as it was', async () => {
    const many = Array.from({ length: 499 }, (_, i) => createPlant(`P${i}`));
    await seedPeople(portal, [], many);
    const rows = await portal.deps.db.selectFrom('peer').where('label', 'like', 'P%').select('id').execute();
    const verdi = userIds.get('verdi') ?? 0;
    await portal.deps.db
      .insertInto('user_peer')
      .values(rows.map(({ id }) => ({ user_id: verdi, peer_id: id })))
      .execute();
    const { id } = await make({ plants: [idOf('Cesena'), idOf('Forli')] });
    expect(formatError(await addTo('capo', 'verdi', id))).toBe('conflict/too_many_listed_plants');
    expect(await listPlantsOf('verdi')).toHaveLength(499);
  });
});
