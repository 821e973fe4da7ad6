import { searchAlerts } from '@varco/contract/plant/alerts.ts';
import * as api from '@varco/contract/plant/districts.ts';
import { listGates } from '@varco/contract/plant/gates.ts';
import { listPeople } from '@varco/contract/plant/groups.ts';
import { searchTransits } from '@varco/contract/plant/transits.ts';
import { plantLogin } from '@varco/contract/plant/auth.ts';
import { zoneStatus, createZone } from '@varco/contract/plant/zones.ts';
import { toIsoInstant, parseInstantMs } from '@varco/domain/time/rome.ts';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { insertReads } from '../ingest/insert-reads.repository.ts';
import { NOW, PASSWORD, startTestPlant, type TestPlant } from '../../testing/test-plant.ts';

const ADMIN = 'amministratore';
const OPERATOR = 1;
const LIMITED = 5;
let plant: TestPlant;
beforeAll(async () => {
  plant = await startTestPlant();
  await insertReads(
    plant.deps.store,
    [1, 2, 3, 4].map((gate) => ({
      gate,
      plate: `AA00${gate}AA`,
      at: toIsoInstant(parseInstantMs(NOW) - gate * 60_000),
    })),
  );
});
afterAll(() => plant.close());
beforeEach(async () => {
  await plant.pool.query('delete from plant_user_district');
  await plant.pool.query('delete from district');
  await plant.pool.query(
    `update plant_user set can_manage_districts = false, can_manage_users = false, owned_by = null`,
  );
});

const add = (body: unknown, user = ADMIN) => plant.callRaw(api.createDistrict, { body }, user);
const addAndParse = async (name: string, gates: readonly number[], users: readonly number[]): Promise<api.District> => {
  const answer = await add({ name, gates, users });
  expect(answer.status).toBe(200);
  return api.District.parse(answer.body);
};
const updateDistrict = ({ id, ...district }: api.District, more: object, user = ADMIN) =>
  plant.callRaw(api.updateDistrict, { params: { id }, body: { ...district, ...more } }, user);
const list = async (user = ADMIN) =>
  api.listDistricts.response.parse((await plant.call(api.listDistricts, {}, user)).body).objects;
const assignDistricts = (id: number, district_ids: readonly number[], user = ADMIN) =>
  plant.callRaw(api.setUserDistricts, { params: { id }, body: { district_ids } }, user);
const grantRights = (flag: string, user = 'operatore') =>
  plant.pool.query(`update plant_user set ${flag} = true where username = $1`, [user]);
const people = (user: string, query: object = {}) => plant.callRaw(listPeople, { query }, user);
const parseUsernames = ({ body }: { readonly body: unknown }): readonly string[] =>
  listPeople.response.parse(body).objects.map(({ username }) => username);
const readEffectiveGates = async (username: string): Promise<unknown> => {
  const { body } = await plant.call(plantLogin, { body: { username, password: PASSWORD } });
  return z.object({ user: z.object({ varchi_abilitati_eff: z.unknown() }) }).parse(body).user.varchi_abilitati_eff;
};

it('GEN-11 DST-01 districts are listed, made, changed and deleted; all is logged', async () => {
  const north = await addAndParse('  Zona   Nord ', [2, 1, 2], [LIMITED, OPERATOR, OPERATOR]);
  expect(north).toMatchObject({ name: 'Zona Nord', gates: [1, 2], users: [OPERATOR, LIMITED], ver: 1 });
  const changed = api.District.parse(
    (await updateDistrict(north, { name: 'Nord', gates: [3], users: [OPERATOR] })).body,
  );
  expect(changed).toMatchObject({ name: 'Nord', gates: [3], users: [OPERATOR], ver: 2 });
  expect((await updateDistrict(north, { name: 'Nord-Est' })).body).toMatchObject({ error: { code: 'conflict' } });
  expect((await add({ name: 'NORD', gates: [], users: [] })).body).toMatchObject({ error: { code: 'duplicate' } });
  const remove = () => plant.call(api.deleteDistrict, { params: { id: north.id } }, ADMIN);
  expect((await remove()).body).toMatchObject({ error: { code: 'conflict', sub_code: 'district_has_users' } });
  await updateDistrict(changed, { users: [] });
  expect((await remove()).status).toBe(204);
  expect(await list()).toEqual([]);
  const ok = plant.audit.records.filter(({ action, outcome }) => action.startsWith('districts.') && outcome === 'ok');
  expect(ok.map(({ action }) => action)).toEqual([
    ...Array.from({ length: 3 }, () => 'districts.save'),
    'districts.delete',
  ]);
  expect(ok[1]?.detail).toMatchObject({ before: { gates: [1, 2] }, after: { gates: [3], users: [OPERATOR] } });
});

it('PLAPI-45 PLAPI-46 the districts of a user are set by their ids', async () => {
  const [north, south] = [await addAndParse('Nord', [1], []), await addAndParse('Sud', [2, 3], [])];
  expect((await assignDistricts(OPERATOR, [south.id, north.id, south.id])).body).toEqual({
    district_ids: [north.id, south.id],
  });
  expect((await list()).map(({ users }) => users)).toEqual([[OPERATOR], [OPERATOR]]);
  expect((await assignDistricts(OPERATOR, [])).status).toBe(200);
  expect((await list()).map(({ users }) => users)).toEqual([[], []]);
  expect((await assignDistricts(OPERATOR, [999_999])).body).toMatchObject({ error: { code: 'bad_request' } });
  expect((await assignDistricts(999_999, [])).status).toBe(404);
});

it('PAPI-02 effective gates are a person’s own within their districts; without districts there is no such limit', async () => {
  const north = await addAndParse('Nord', [1, 2], []);
  const south = await addAndParse('Sud', [3, 4], []);
  const empty = await addAndParse('Vuoto', [], []);
  expect([await readEffectiveGates('operatore'), await readEffectiveGates('limitato')]).toEqual([null, [1, 3]]);
  await assignDistricts(OPERATOR, [north.id]);
  await assignDistricts(LIMITED, [north.id]);
  expect([await readEffectiveGates('operatore'), await readEffectiveGates('limitato')]).toEqual([[1, 2], [1]]);
  await assignDistricts(OPERATOR, [north.id, south.id]);
  expect(await readEffectiveGates('operatore')).toEqual([1, 2, 3, 4]);
  // A district without gates shows none: being assigned to it is a limit in itself.
  await assignDistricts(OPERATOR, [empty.id]);
  expect(await readEffectiveGates('operatore')).toEqual([]);
});

it('search, one transit, gates, zones and alerts follow the districts from the next call on', async () => {
  const see = async () => {
    const { body } = await plant.call(searchTransits, { body: {} }, 'operatore');
    const { objects } = z.object({ objects: z.array(z.object({ varco_id: z.number() })) }).parse(body);
    return objects.map(({ varco_id: gate }) => gate).toSorted((a, b) => a - b);
  };
  const allowed = async () => {
    const { body } = await plant.call(listGates, { query: {} }, 'operatore');
    const { objects } = listGates.response.parse(body);
    return objects.filter(({ enabled_for_user: isAllowed }) => isAllowed).map(({ id }) => id);
  };
  const zone = { nome: 'Tutta', vertici: [], varchi_scelti: [1, 2, 3, 4], colore: 1 };
  await plant.callRaw(createZone, { body: zone }, ADMIN);
  const zoneCount = async () => {
    const { body } = await plant.call(zoneStatus, {}, 'operatore');
    return zoneStatus.response.parse(body).objects[0]?.transiti_oggi;
  };
  expect([await see(), await zoneCount()]).toEqual([[1, 2, 3, 4], 4]);
  await plant.pool.query(
    `insert into alert (kind, priority, plate, ts, transit, gate, nation, brand, model, colour, vclass, flags, list, entry, entry_facts, closeness, is_interforce)
     select 'rca', 3, 'AA00' || g || 'AA', $1::timestamptz, g, g, 1, 0, 0, 0, 0, 0, '', 0, '{}', 'exact', false from generate_series(1, 4) as g`,
    [NOW],
  );
  const alerts = async () => {
    const { body } = await plant.call(searchAlerts, { body: {} }, 'operatore');
    return searchAlerts.response.parse(body).objects.length;
  };
  expect(await alerts()).toBe(4);
  const north = await addAndParse('Nord', [2], [OPERATOR]);
  expect([await see(), await allowed(), await zoneCount(), await alerts()]).toEqual([[2], [2], 1, 1]);
  const requested = await plant.callRaw(searchTransits, { body: { gate: [1] } }, 'operatore');
  expect([400, 403]).toContain(requested.status);
  await updateDistrict(north, { gates: [3, 4] });
  expect([await see(), await allowed()]).toEqual([
    [3, 4],
    [3, 4],
  ]);
  await assignDistricts(OPERATOR, []);
  expect(await see()).toEqual([1, 2, 3, 4]);
});

it('DST-02 PMGMT-03 districts are managed with the flag or by administrators; who manages users reads them', async () => {
  const north = await addAndParse('Nord', [1], [LIMITED, OPERATOR]);
  const body = { name: 'Sud', gates: [], users: [] };
  expect((await add(body, 'operatore')).status).toBe(403);
  expect((await updateDistrict(north, {}, 'operatore')).status).toBe(403);
  expect((await plant.call(api.listDistricts, {}, 'operatore')).status).toBe(403);
  await grantRights('can_manage_users');
  await plant.pool.query('update plant_user set owned_by = 1 where id = $1', [LIMITED]);
  // Only the manager's own users.
  expect((await list('operatore'))[0]?.users).toEqual([LIMITED]);
  expect((await add(body, 'operatore')).status).toBe(403);
  expect((await people('operatore')).status).toBe(403);
  expect(parseUsernames(await people('operatore', { managed: 'true' }))).toEqual(['limitato']);
  await grantRights('can_manage_districts');
  expect((await list('operatore'))[0]?.users).toEqual([OPERATOR, LIMITED]);
  expect((await add(body, 'operatore')).status).toBe(200);
  expect(parseUsernames(await people('operatore')).length).toBeGreaterThan(10);
});

it('below the administrators nobody gives a gate they do not see, not even to themselves', async () => {
  await grantRights('can_manage_districts', 'limitato');
  const own = await addAndParse('Proprio', [1], [LIMITED]);
  const denied = { error: { code: 'no_perms', sub_code: 'gate_not_allowed' } };
  // Granting oneself more gates: by changing the district, leaving it, or joining another one.
  expect((await updateDistrict(own, { gates: [1, 3] }, 'limitato')).body).toMatchObject(denied);
  expect((await updateDistrict(own, { users: [] }, 'limitato')).body).toMatchObject(denied);
  expect((await assignDistricts(LIMITED, [], 'limitato')).body).toMatchObject(denied);
  // Granting another user more gates.
  const other = await addAndParse('Altro', [2], [6]);
  expect((await updateDistrict(other, { gates: [2, 4] }, 'limitato')).body).toMatchObject(denied);
  expect((await assignDistricts(6, [], 'limitato')).body).toMatchObject(denied);
  expect((await list()).map(({ gates, users }) => [gates, users])).toEqual([
    [[2], [6]],
    [[1], [LIMITED]],
  ]);
  // Granting the gates they see themselves, or fewer.
  expect((await updateDistrict(other, { gates: [1, 2] }, 'limitato')).status).toBe(200);
  expect((await assignDistricts(OPERATOR, [own.id], 'limitato')).status).toBe(200);
  // Users of a higher level cannot be limited.
  expect((await assignDistricts(2, [own.id], 'limitato')).body).toMatchObject({ error: { sub_code: 'level' } });
});

it('a manager of users sets the districts of their own users only', async () => {
  const north = await addAndParse('Nord', [1], []);
  await grantRights('can_manage_users');
  expect((await assignDistricts(6, [north.id], 'operatore')).status).toBe(404);
  await plant.pool.query('update plant_user set owned_by = 1 where id = 6');
  expect((await assignDistricts(6, [north.id], 'operatore')).status).toBe(200);
  expect((await assignDistricts(6, [north.id], 'quattro')).status).toBe(403);
});

it.each([
  ['no name', { name: ' ' }],
  ['a gate of another plant', { gates: [99] }],
  ['a user there is not', { users: [99_999] }],
  ['gates that are no list', { gates: 1 }],
  ['an unknown field', { admin: true }],
])('%s is refused', async (_, more) => {
  expect((await add({ name: 'Cattivo', gates: [], users: [], ...more })).status).toBe(400);
});
