import * as api from '@varco/contract/plant/users.ts';
import { addSmartphone } from '@varco/contract/plant/devices.ts';
import { createDistrict, District, setUserDistricts } from '@varco/contract/plant/districts.ts';
import { ingestReads } from '@varco/contract/plant/ingest.ts';
import { toIsoInstant, parseInstantMs } from '@varco/domain/time/rome.ts';
import { injectRaw } from '@varco/server-kit/testing/inject-json.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildApiKeyHeader } from '../../testing/ingest-keys.ts';
import { insertBlacklistRow, insertFigureheadRow, insertWhitelistRow } from '../../testing/list-rows.ts';
import { NOW } from '../../testing/test-plant.ts';
import {
  ADMIN,
  toUserBody,
  MANAGER_ID,
  toUserRefusal,
  startUsersFixture,
  type UserBody,
} from '../../testing/users-fixture.ts';

let world: Awaited<ReturnType<typeof startUsersFixture>>;
beforeAll(async () => {
  world = await startUsersFixture();
});
afterAll(() => world.plant.close());
beforeEach(() => world.reset());

describe('below level 8 nobody reaches further than the own people, nor gives more than they have', () => {
  const OWN = { varchi_abilitati: [1, 3], t_max: 60, owned_by_id: null };

  it('own people are made, owned by who made them, changed and removed', async () => {
    const user = await world.made({ ...OWN, can_manage_users: true }, 'gestore');
    expect(user).toMatchObject({ owned_by_id: MANAGER_ID, created_by_username: 'gestore', can_manage_users: true });
    expect(await world.names({}, 'gestore')).toEqual(['nuovo.agente', 'suo']);
    expect((await world.update(user.id, toUserBody(user, { varchi_abilitati: [3] }), 'gestore')).status).toBe(200);
    expect((await world.remove(user.id, 'gestore')).status).toBe(200);
  });

  it.each<[string, Partial<UserBody>]>([
    ['group_id', { group_id: 2 }],
    ['group_id', { group_id: 3 }],
    ['group_id', { group_id: 5 }],
    ['group_id', { admin: true }],
    ['varchi_abilitati', { varchi_abilitati: null }],
    ['varchi_abilitati', { varchi_abilitati: [1, 2] }],
    ['t_max', { t_max: 0 }],
    ['t_max', { t_max: 2881 }],
    ['visure_pagamento', { visure_pagamento: true }],
    ['notifica_rubati', { notifica_rubati: true }],
    ['notifica_blacklist', { notifica_blacklist: true }],
    ['responsabile_interforze', { responsabile_interforze: 1 }],
    ['can_manage_districts', { can_manage_districts: true }],
    ['audit_read', { audit_read: true }],
    ['assignable_bl_groups', { assignable_bl_groups: [2] }],
    ['owned_by_id', { owned_by_id: 2 }],
  ])('%s is not theirs to give: %j', async (field, more) => {
    expect(toUserRefusal(await world.create({ ...OWN, ...more }, 'gestore'))).toEqual([
      403,
      'beyond_own',
      `body/${field}`,
    ]);
    const own = await world.read(21);
    await world.plant.pool.query("update plant_user set gates = '{1}', t_max = 60 where id = 21");
    const change = toUserBody({ ...own, varchi_abilitati: [1], t_max: 60 }, more);
    expect(toUserRefusal(await world.update(21, change, 'gestore'))).toEqual([403, 'beyond_own', `body/${field}`]);
  });

  it('people of others are as if they were not there, by whatever call', async () => {
    const other = await world.read(5);
    for (const answer of [
      await world.update(5, toUserBody(other), 'gestore'),
      await world.update(MANAGER_ID, toUserBody(await world.read(MANAGER_ID)), 'gestore'),
      await world.remove(5, 'gestore'),
      await world.plant.call(api.deleteUserBlacklists, { params: { id: 5 } }, 'gestore'),
      await world.plant.call(api.moveUserBlacklists, { params: { id: 5 }, body: { dst_user_id: 21 } }, 'gestore'),
    ])
      expect(answer.status).toBe(404);
    const toOther = await world.plant.call(
      api.moveUserBlacklists,
      { params: { id: 21 }, body: { dst_user_id: 5 } },
      'gestore',
    );
    expect(toUserRefusal(toOther)).toEqual([400, 'invalid_field', 'body/dst_user_id']);
    expect(await world.names({ owned_by_id: 2 }, 'gestore')).toEqual([]);
  });

  it('who owns somebody with more rights cannot sign in as that person', async () => {
    await world.plant.pool.query('update plant_user set visure_pagamento = true where id = 21');
    const own = await world.read(21);
    expect(toUserRefusal(await world.update(21, toUserBody(own, { password: 'Presa-in-mano-1!' }), 'gestore'))).toEqual(
      [403, 'beyond_own', 'body/password'],
    );
    expect((await world.update(21, toUserBody(own, { fullname: 'Suo Agente' }), 'gestore')).status).toBe(200);
    await world.plant.pool.query('update plant_user set visure_pagamento = false, group_id = 2 where id = 21');
    expect(toUserRefusal(await world.remove(21, 'gestore'))).toEqual([403, 'level', undefined]);
    await world.plant.pool.query('update plant_user set group_id = 1 where id = 21');
  });

  it('an administrator gives the right to read the log to others, not to themselves, and the log says to whom', async () => {
    const other = await world.read(21);
    expect(other.audit_read).toBe(false);
    expect((await world.update(21, toUserBody(other, { audit_read: true }))).status).toBe(200);
    expect(await world.read(21)).toMatchObject({ audit_read: true, level: other.level });
    expect(world.lastAudit('users.update')?.detail).toMatchObject({ user: 21, changed: { audit_read: [false, true] } });
    expect((await world.update(21, toUserBody(other))).status).toBe(200);
    expect((await world.read(21)).audit_read).toBe(true);
    expect((await world.update(21, toUserBody(other, { audit_read: false }))).status).toBe(200);
    const own = await world.read(2);
    await world.plant.pool.query('update plant_user set audit_read = false where id = 2');
    expect(toUserRefusal(await world.update(2, toUserBody(own, { audit_read: true })))).toEqual([
      403,
      'beyond_own',
      'body/audit_read',
    ]);
    await world.plant.pool.query('update plant_user set audit_read = true where id = 2');
    expect((await world.update(2, toUserBody(own, { audit_read: true }))).status).toBe(200);
  });

  it('an administrator neither changes nor makes who stands above', async () => {
    expect(toUserRefusal(await world.remove(22))).toEqual([403, 'level', undefined]);
    expect(toUserRefusal(await world.create({ group_id: 6 }))).toEqual([403, 'beyond_own', 'body/group_id']);
    expect((await world.create({ group_id: 6 }, 'ispettore')).status).toBe(200);
  });
});

describe('districts and devices', () => {
  it('PLAPI-45 PLAPI-50 USR-10 districts and a smartphone of a person are told with it', async () => {
    const district = { name: 'Centro', gates: [1, 2], users: [] };
    const made = await world.plant.call(createDistrict, { body: district }, ADMIN);
    const { id: centre } = District.parse(made.body);
    const { id } = await world.made({ varchi_abilitati: null });
    const assigned = { params: { id }, body: { district_ids: [centre] } };
    expect((await world.plant.call(setUserDistricts, assigned, ADMIN)).status).toBe(200);
    const phone = { android_id: '9774d56d682e549c', nome: 'Pattuglia', user_id: id };
    expect((await world.plant.call(addSmartphone, { params: { id }, body: phone }, ADMIN)).status).toBe(200);
    expect(await world.read(id)).toMatchObject({
      districts: [{ id: centre }],
      dispositivi: ['smartphone'],
      varchi_abilitati: null,
    });
    // The manager's effective gates count: gates 1 and 3 without gate 3, which the district excludes.
    const limit = { params: { id: MANAGER_ID }, body: { district_ids: [centre] } };
    await world.plant.call(setUserDistricts, limit, ADMIN);
    const beyond = await world.create({ username: 'fuori', varchi_abilitati: [1, 3] }, 'gestore');
    expect(toUserRefusal(beyond)).toEqual([403, 'beyond_own', 'body/varchi_abilitati']);
    expect((await world.create({ username: 'dentro', varchi_abilitati: [1] }, 'gestore')).status).toBe(200);
    await world.plant.call(setUserDistricts, { params: { id: MANAGER_ID }, body: { district_ids: [] } }, ADMIN);
    expect((await world.remove(id)).status).toBe(200);
  });
});

describe('what a person has in the lists', () => {
  const give = (id: number, to: number, who = ADMIN) =>
    world.plant.call(api.moveUserBlacklists, { params: { id }, body: { dst_user_id: to } }, who);

  it('USR-09 PLAPI-47 PLAPI-48 PLAPI-49 an owner is not removed before the entries are moved or deleted', async () => {
    const { id } = await world.made();
    await insertBlacklistRow(world.plant.pool, 'AA111AA', { owner: id });
    await world.plant.pool.query('update whitelist_entry set owner = $1 where id = $2', [
      id,
      await insertWhitelistRow(world.plant.pool, 'BB222BB', ['rca']),
    ]);
    await world.plant.pool.query('update figurehead_entry set owner = $1 where id = $2', [
      id,
      await insertFigureheadRow(world.plant.pool, '12345678903'),
    ]);
    const one = { blacklist: 1, whitelist: 1, figurehead: 1 };
    expect((await world.read(id)).liste).toEqual(one);
    const refused = await world.remove(id);
    expect(toUserRefusal(refused)[1]).toBe('user_has_lists');
    expect(refused.body).toMatchObject({ error: { data: one } });
    expect((await give(id, 6)).body).toEqual({ moved: one, left: 0 });
    expect(world.lastAudit('users.lists')?.detail).toMatchObject({ user: id, to: 6, moved: one });
    expect((await world.read(6)).liste).toEqual(one);
    expect((await world.remove(id)).status).toBe(200);
    const gone = await world.plant.call(api.deleteUserBlacklists, { params: { id: 6 } }, ADMIN);
    expect(gone.body).toEqual({ deleted: one });
    expect((await world.read(6)).liste).toEqual({ blacklist: 0, whitelist: 0, figurehead: 0 });
  });

  it('reserved entries go only to who may reserve; a share of another one’s goes with its person', async () => {
    const { id } = await world.made({ admin: true });
    const master = await insertBlacklistRow(world.plant.pool, 'CC333CC', { owner: id, kind: 'master' });
    const { id: shared } = await world.made({ username: 'condiviso' });
    await insertBlacklistRow(world.plant.pool, 'CC333CC', { owner: shared, kind: 'slave', master });
    expect((await world.read(shared)).liste.blacklist).toBe(0);
    expect(toUserRefusal(await give(id, 6))).toEqual([403, 'beyond_own', 'body/dst_user_id']);
    await insertBlacklistRow(world.plant.pool, 'CC333CC', { owner: 2, kind: 'master' });
    expect((await give(id, 2)).body).toEqual({ moved: { blacklist: 0, whitelist: 0, figurehead: 0 }, left: 1 });
    await world.plant.pool.query('delete from blacklist_entry where owner = 2');
    expect((await give(id, 2)).body).toMatchObject({ moved: { blacklist: 1 }, left: 0 });
    expect((await world.remove(shared)).status).toBe(200);
    expect((await world.read(2)).liste.blacklist).toBe(1);
  });

  it('whoever cannot write in lists, is the same person or is nobody gets none', async () => {
    await insertBlacklistRow(world.plant.pool, 'DD444DD', { owner: 21 });
    expect((await give(21, 3)).status).toBe(403);
    for (const to of [21, 999]) expect((await give(21, to)).status).toBe(400);
    expect((await world.plant.callRaw(api.moveUserBlacklists, { params: { id: 21 }, body: {} }, ADMIN)).status).toBe(
      400,
    );
    expect((await give(21, MANAGER_ID, 'gestore')).status).toBe(200);
  });

  it('who is removed leaves no person without an owner above, and no alert taken for ever', async () => {
    const boss = await world.made({ can_manage_users: true, owned_by_id: MANAGER_ID });
    const below = await world.made({ username: 'sotto', owned_by_id: boss.id });
    await insertBlacklistRow(world.plant.pool, 'EE555EE');
    const reads = [{ varco_id: 1, targa: 'EE555EE', data: toIsoInstant(parseInstantMs(NOW) - 1000) }];
    await injectRaw(world.plant.app, ingestReads, { body: { reads } }, { headers: buildApiKeyHeader('all') });
    await world.plant.deps.alerts.publishPending();
    const taken = await world.plant.pool.query('update alert set owner = $1, owner_name = $2', [
      boss.uuid,
      boss.username,
    ]);
    expect(taken.rowCount).toBe(1);
    expect((await world.remove(boss.id)).status).toBe(200);
    expect(await world.read(below.id)).toMatchObject({ owned_by_id: MANAGER_ID });
    const { rows } = await world.plant.pool.query('select owner, owner_name from alert');
    expect(rows).toEqual([{ owner: null, owner_name: '' }]);
  });

  it('the log refuses its entry: nothing happens', async () => {
    world.plant.audit.refuseWrites();
    expect((await world.create()).status).toBe(503);
    expect((await world.remove(21)).status).toBe(503);
    world.plant.audit.acceptWrites();
    expect(await world.names({ q: 'nuovo' })).toEqual([]);
    expect((await world.read(21)).username).toBe('suo');
  });
});
