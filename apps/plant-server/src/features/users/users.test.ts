import * as api from '@varco/contract/plant/users.ts';
import { plantLogin } from '@varco/contract/plant/auth.ts';
import { readInterforce, searchAlertPeople } from '@varco/contract/plant/alert-people.ts';
import { injectJson } from '@varco/server-kit/testing/inject-json.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PASSWORD } from '../../testing/test-plant.ts';
import {
  ADMIN,
  toUserBody,
  MANAGER_ID,
  NEW_USER,
  toUserRefusal,
  startUsersFixture,
} from '../../testing/users-fixture.ts';

let world: Awaited<ReturnType<typeof startUsersFixture>>;
beforeAll(async () => {
  world = await startUsersFixture();
});
afterAll(() => world.plant.close());
beforeEach(() => world.reset());

const signIn = async (username: string, password = PASSWORD) =>
  (await injectJson(world.plant.app, plantLogin, { body: { username, password } })).status;

describe('the list', () => {
  it('PLAPI-41 PLAPI-42 USR-01 USR-06 fifty a page by user name, or all at once; GET as specified, POST the same', async () => {
    const all = await world.people({ p: -1, order_by: '+username' });
    expect(all.objects).toHaveLength(18);
    const sorted = all.objects.map(({ username }) => username);
    expect(sorted).toEqual(sorted.toSorted());
    expect((await world.people({})).pagination).toMatchObject({ page_size: 50, count: 18, num_pages: 1 });
    expect(await world.names({ order_by: '-username' })).toEqual(sorted.toReversed());
    const page = await world.people({ p: 2, page_size: 5 });
    expect(page.objects.map(({ username }) => username)).toEqual(sorted.slice(5, 10));
    const get = await world.plant.call(api.listPlantUsers, { query: { limit: 10000, paginate: true } }, ADMIN);
    expect(get.body).toMatchObject({ pagination: { count: 18, limit: 10000 } });
    const group = await world.plant.call(api.listPlantUsers, { query: { group_id: 3, page_size: 999 } }, ADMIN);
    expect(group.body).toMatchObject({ objects: [{ username: 'comune' }], pagination: { page_size: 999 } });
    expect(world.lastAudit('users.search')).toMatchObject({ count: 1, detail: { group_id: 3 } });
  });

  it('USR-02 USR-03 USR-18 PLAPI-41 enabled, expired, expiring soon, active, owner, and part of a name', async () => {
    expect(await world.names({ enabled: false })).toEqual(['spento']);
    expect(await world.names({ active: 0 })).toEqual(['spento']);
    expect(await world.names({ active: -1 })).toEqual(['cambia']);
    expect(await world.names({ expired: true })).toEqual(['scaduto', 'vecchia']);
    expect(await world.names({ owned_by_id: MANAGER_ID })).toEqual(['suo']);
    expect(await world.names({ q: 'LIMIT' })).toEqual(['limitato']);
    await world.made({ datascadenza: '2026-12-20' });
    await world.made({ username: 'dopo', datascadenza: '2026-12-21' });
    expect(await world.names({ expiring_soon: true })).toEqual(['nuovo.agente']);
    expect(await world.names({ q: 'turno DI notte' })).toEqual(['dopo', 'nuovo.agente']);
    for (const q of ['%', '_', "'", '\\', '\u0000', '\ud800', "'; drop table plant_user; --"]) {
      const { status } = await world.plant.callRaw(api.searchPlantUsers, { body: { q } }, ADMIN);
      expect([200, 400], q).toContain(status);
    }
    expect(
      (await world.plant.callRaw(api.searchPlantUsers, { body: { order_by: 'password_hash' } }, ADMIN)).status,
    ).toBe(400);
  });

  it('TPERM-09 PMGMT-02 PERM-03 who administers: level 8 everybody, level 5 to 7 with the flag their own, others nobody', async () => {
    expect(await world.names({}, 'gestore')).toEqual(['suo']);
    for (const who of ['operatore', 'comune', 'quattro']) {
      expect((await world.plant.call(api.searchPlantUsers, { body: {} }, who)).status, who).toBe(403);
      expect((await world.create({}, who)).status, who).toBe(403);
    }
    expect((await world.plant.call(api.searchPlantUsers, { body: {} })).status).toBe(401);
  });

  it('USR-12 no answer and no log entry ever has a password or what is made of it', async () => {
    const user = await world.made({ set_password_expiry: true });
    await world.update(user.id, toUserBody(user, { password: 'Altra-prova-88!' }));
    const sent = JSON.stringify([await world.people({ p: -1 }), world.plant.audit.records]);
    for (const word of ['Prova-lunga-77', 'Altra-prova-88', 'argon2', 'password_hash'])
      expect(sent).not.toContain(word);
  });

  it('USR-07 PLAPI-43 PLAPI-44 as CSV with the same filters; a name that is a formula stays a text', async () => {
    await world.made({ fullname: '=HYPERLINK("http://evil.example")', description: '+39;"x"\n@SUM(A1)' });
    const get = await world.plant.app.inject({
      url: '/api/users/export?format=csv&q=nuovo.agente',
      headers: { authorization: `Bearer ${await world.plant.token(ADMIN)}` },
    });
    expect(get.headers['content-type']).toMatch(/^text\/csv/);
    expect(get.headers['content-disposition']).toContain('utenti-2026-11-20.csv');
    expect(get.body).toContain(`"'=HYPERLINK(""http://evil.example"")"`);
    expect(get.body).toContain(`"'+39;""x""\n@SUM(A1)"`);
    expect(get.body.trim().split('\r\n')).toHaveLength(2);
    const all = await world.plant.call(api.exportPlantUsersByBody, { body: {} }, 'gestore');
    expect(all.status).toBe(200);
    expect(world.lastAudit('users.export')).toMatchObject({ count: 1 });
    expect((await world.plant.callRaw(api.exportPlantUsersByBody, { body: { format: 'zip' } }, ADMIN)).status).toBe(
      400,
    );
  });
});

describe('accounts', () => {
  it('TPERM-15 PLAPI-45 PLAPI-46 PLAPI-47 made, changed and removed; each right arrives; the log says which', async () => {
    const user = await world.made({
      set_password_expiry: true,
      notifica_rubati: true,
      visure_pagamento: true,
      t_max: 120,
    });
    expect(user).toMatchObject({
      username: 'nuovo.agente',
      group: 'fdo carabinieri',
      level: 5,
      active: -1,
      t_max: 120,
      varchi_abilitati: [1],
      notifica_rubati: true,
      visure_pagamento: true,
      sees_plates: true,
      scadenza_password: '2027-02-18',
      created_by_username: ADMIN,
      attivita_remota: 2,
      rca_rev: true,
    });
    expect(user.ID).toBe(user.id);
    expect(await signIn('nuovo.agente', 'Prova-lunga-77!')).toBe(401);
    expect(world.lastAudit('users.create')?.detail).toMatchObject({
      user: user.id,
      from: 'multi-plant',
      changed: { username: true, email: true, visure_pagamento: [null, true] },
    });
    const after = api.PlantUserRecord.parse(
      (await world.update(user.id, toUserBody(user, { notifica_rubati: false, varchi_abilitati: null, email: '' })))
        .body,
    );
    expect(after).toMatchObject({ notifica_rubati: false, varchi_abilitati: null, active: -1, email: '' });
    expect(world.lastAudit('users.update')?.detail).toMatchObject({
      changed: { notifica_rubati: [true, false], gates: [[1], null], email: true },
      password: false,
    });
    expect((await world.remove(user.id)).body).toEqual({ deleted: 1 });
    expect(world.lastAudit('users.delete')?.detail).toMatchObject({ user: user.id, username: 'nuovo.agente' });
    expect((await world.made({ username: 'altro' })).id).toBe(user.id + 1);
  });

  it('USR-17 changed or removed meanwhile by somebody else: not found', async () => {
    const user = await world.made();
    await world.remove(user.id);
    expect(toUserRefusal(await world.update(user.id, toUserBody(user)))).toEqual([404, 'not_found', undefined]);
    expect((await world.remove(user.id)).status).toBe(404);
    expect((await world.remove(999_999)).status).toBe(404);
  });

  it('a new password and disabling end what is open; a temporary password has to be changed', async () => {
    const user = await world.made();
    expect(await signIn('nuovo.agente', 'Prova-lunga-77!')).toBe(200);
    const login = await injectJson(world.plant.app, plantLogin, {
      body: { username: 'nuovo.agente', password: 'Prova-lunga-77!' },
    });
    const { token } = login.body as { token: string };
    const isOpen = async (): Promise<boolean> => {
      const { status } = await injectJson(world.plant.app, readInterforce, {}, { token });
      expect([200, 401]).toContain(status);
      return status === 200;
    };
    expect(await isOpen()).toBe(true);
    const off = api.PlantUserRecord.parse((await world.update(user.id, toUserBody(user, { active: 0 }))).body);
    expect(await isOpen()).toBe(false);
    await world.update(user.id, toUserBody(off, { active: 1 }));
    expect(await isOpen()).toBe(false);
    expect(await signIn('nuovo.agente', 'Prova-lunga-77!')).toBe(200);
    await world.update(user.id, toUserBody(user, { password: 'Nuova-prova-99!', set_password_expiry: true }));
    expect(await signIn('nuovo.agente', 'Prova-lunga-77!')).toBe(401);
    expect((await world.read(user.id)).active).toBe(-1);
  });

  it('USR-08 admin makes an administrator of the plant whatever the group', async () => {
    const user = await world.made({ admin: true, group_id: 1 });
    expect(user).toMatchObject({ admin: true, level: 8, group: 'fdo carabinieri' });
    const login = await injectJson(world.plant.app, plantLogin, {
      body: { username: 'nuovo.agente', password: 'Prova-lunga-77!' },
    });
    expect(login.body).toMatchObject({ user: { level: 8 } });
    const sent = await world.plant.call(searchAlertPeople, { body: { q: 'nuovo.agente' } }, ADMIN);
    expect(sent.body).toMatchObject({ objects: [{ level: 8 }] });
  });

  it.each<[string, unknown]>([
    ['password', { password: '' }],
    ['password', { password: 'corta1!' }],
    ['password', { password: 'Password2026!' }],
    ['password', { password: 'Nuovo.agente-1234!', username: 'nuovo.agente' }],
    ['group_id', { group_id: 99 }],
    ['varchi_abilitati', { varchi_abilitati: [1, 77] }],
    ['assignable_bl_groups', { assignable_bl_groups: [99] }],
    ['owned_by_id', { owned_by_id: 999 }],
    ['username', { username: '=cmd' }],
    ['username', { username: 'a b' }],
    ['username', { username: 'x'.repeat(61) }],
    ['email', { email: 'nobody' }],
    ['t_max', { t_max: -1 }],
    ['varchi_abilitati', { varchi_abilitati: Array.from({ length: 2001 }, () => 1) }],
    ['description', { description: 'x'.repeat(256) }],
    ['fullname', { fullname: 'a\u0000b' }],
    ['datascadenza', { datascadenza: '2026-02-30' }],
    ['admin', { admin: 1 }],
    ['active', { active: -1 }],
    ['level', { level: 9 }],
    ['password_hash', { password_hash: 'x' }],
    ['ver', { ver: 1 }],
  ])('refuses a wrong %s and writes nothing', async (field, more) => {
    const body = { ...NEW_USER, ...(more as object) };
    const answer = await world.plant.callRaw(api.createPlantUser, { body }, ADMIN);
    expect(answer.status).toBe(400);
    expect(toUserRefusal(answer)[2]).toMatch(new RegExp(`body/${field}`));
    expect(await world.names({ q: 'nuovo' })).toEqual([]);
  });

  it('a body of a megabyte and one that is no object are refused', async () => {
    const huge = await world.plant.callRaw(
      api.createPlantUser,
      { body: { ...NEW_USER, extra: 'x'.repeat(1_000_000) } },
      ADMIN,
    );
    expect([400, 413]).toContain(huge.status);
    for (const body of [null, [], 'x', { ...NEW_USER, group_id: { a: 1 } }])
      expect((await world.plant.callRaw(api.createPlantUser, { body }, ADMIN)).status).toBe(400);
  });

  it('a user name stands once, however it is written', async () => {
    expect(toUserRefusal(await world.create({ username: 'OPERATORE' }))).toEqual([409, 'duplicate', 'body/username']);
    const [one, other] = await Promise.all([
      world.create({ username: 'gemello' }),
      world.create({ username: 'Gemello' }),
    ]);
    expect(new Set([one.status, other.status])).toEqual(new Set([200, 409]));
  });

  it('nobody shuts themselves out or removes themselves', async () => {
    const own = await world.read(2);
    const refused = [409, 'own_account', undefined];
    expect(toUserRefusal(await world.update(2, toUserBody(own, { active: 0 })))).toEqual(refused);
    expect(toUserRefusal(await world.update(2, toUserBody(own, { datascadenza: '2026-11-19' })))).toEqual(refused);
    expect(toUserRefusal(await world.update(2, toUserBody(own, { group_id: 1 })))).toEqual(refused);
    expect(toUserRefusal(await world.update(2, toUserBody(own, { password: 'Prova-lunga-77!' })))).toEqual(refused);
    expect(toUserRefusal(await world.update(2, toUserBody(own, { username: 'capo' })))).toEqual(refused);
    expect(toUserRefusal(await world.remove(2))).toEqual(refused);
    expect((await world.update(2, toUserBody(own, { fullname: 'Capo' }))).status).toBe(200);
  });

  it('two administrators who disable each other at the same moment: one stays', async () => {
    await world.plant.pool.query('update plant_user set active = 0 where id = 22');
    const other = await world.made({ username: 'secondo', admin: true });
    const mine = await world.read(2);
    const holder = await world.plant.pool.connect();
    await world.plant.token('amministratore');
    const login = await injectJson(world.plant.app, plantLogin, {
      body: { username: 'secondo', password: 'Prova-lunga-77!' },
    });
    const { token } = login.body as { token: string };
    await holder.query('begin');
    await holder.query('select pg_advisory_xact_lock(7203951)');
    const both = Promise.all([
      world.update(other.id, toUserBody(other, { active: 0 })),
      injectJson(
        world.plant.app,
        api.updatePlantUser,
        { params: { id: 2 }, body: toUserBody(mine, { active: 0 }) },
        { token },
      ),
    ]);
    const waiting =
      "select count(*)::int as n from pg_locks where locktype = 'advisory' and not granted and database = (select oid from pg_database where datname = current_database())";
    await expect.poll(async () => (await holder.query<{ n: number }>(waiting)).rows[0]?.n).toBe(2);
    await holder.query('commit');
    holder.release();
    const answers = await both;
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));
    expect(answers.map((answer) => toUserRefusal(answer)[1])).toContain('last_admin');
    await world.plant.pool.query('update plant_user set active = 1, ver = 1 where id in (2, 22)');
  });
});
