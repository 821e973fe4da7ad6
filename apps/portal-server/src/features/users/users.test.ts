import { getUser, PortalUser, updateUser } from '@varco/contract/portal/user.ts';
import * as api from '@varco/contract/portal/user-administration.ts';
import { injectRaw } from '@varco/server-kit/testing/inject-json.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createPerson, formatError, seedPeople, signInAs, tryLogin } from '../../testing/test-people.ts';
import { buildProof } from '../../testing/test-portal.ts';
import {
  INVITED,
  openUserAdministration,
  readNames,
  type UserAdministration,
} from '../../testing/user-administration.ts';

const ALL = [
  api.listUsers,
  api.searchUsers,
  api.inviteUser,
  api.repeatInvitation,
  api.endUserSessions,
  api.resetUserTwoFactor,
  api.requestAdmin,
  api.confirmAdmin,
  api.rejectAdmin,
];

let world: UserAdministration;
beforeEach(async () => {
  world = await openUserAdministration();
});
afterEach(() => world.close());

describe('list', () => {
  it('ADM-03 every account with the fifteen columns and nothing that opens it, recorded', async () => {
    const answer = await world.call('capo', api.listUsers);
    const page = api.PortalAccountPage.parse(answer.body);
    expect(readNames(page)).toEqual(['agente', 'capo', 'verdi', 'vice']);
    expect(page).toMatchObject({ total: 4, page: 1, pages: 1 });
    expect(page.users[0]).toMatchObject({
      email: 'agente@posta.example',
      fullname: 'Persona agente',
      active: true,
      verified: true,
      must_change: false,
      admin: false,
      last_login: null,
      telephone: '',
      mobile: '',
      enable_2fa: true,
      notes: 'turno_notte',
      keys: [],
    });
    expect(page.users[1]).toMatchObject({ open_sessions: 1, last_login: expect.any(String) });
    expect(answer.bytes.toString()).not.toMatch(/proof|argon2|totp|kdf|peer_creds/);
    expect(world.lastEntry()).toMatchObject({ action: 'user.search', outcome: 'ok', count: 4 });
  });

  it('ADM-03 searched by a part of any text, by state, and by page', async () => {
    expect(readNames(await world.search({ text: 'PERSONA a' }))).toEqual(['agente']);
    expect(readNames(await world.search({ text: 'turno_' }))).toEqual(['agente']);
    // The signs of a pattern are letters like others.
    expect(readNames(await world.search({ text: '%' }))).toEqual([]);
    expect(readNames(await world.search({ text: 'turno\\' }))).toEqual([]);
    expect(readNames(await world.search({ state: 'disabled' }))).toEqual(['verdi']);
    expect(readNames(await world.search({ state: 'admin' }))).toEqual(['capo', 'vice']);
    expect(readNames(await world.search({ state: 'active', text: 'v' }))).toContain('vice');
    expect(await world.search({ page: 10_000 })).toMatchObject({ users: [], total: 4 });
    await seedPeople(
      world.portal,
      Array.from({ length: 60 }, (_, i) => createPerson(`zz${String(i).padStart(2, '0')}`)),
    );
    expect(await world.search({ text: 'zz' })).toMatchObject({ total: 60, pages: 2 });
    expect(readNames(await world.search({ text: 'zz', page: 2 }))).toHaveLength(10);
  });

  it('ADM-06 the keys of a person are in the list', async () => {
    const now = world.portal.clock.now().toISOString();
    const key = { id: '00000000-0000-4000-8000-00000000000a', name: 'Ponte', kind: 'status' as const, prefix: 'vk_1' };
    const times = { created_at: now, updated_at: now, expires_at: '2027-01-01T00:00:00.000Z' };
    const stored = { ...key, ...times, secret_hash: Buffer.alloc(32), created_by: 'capo' };
    await world.portal.deps.db.insertInto('portal_key').values(stored).execute();
    await world.portal.deps.db
      .insertInto('portal_key_user')
      .values({ key_id: key.id, user_id: world.idOf('agente') })
      .execute();
    expect((await world.account('agente'))?.keys).toEqual([{ id: key.id, name: 'Ponte', enabled: true }]);
    expect((await world.account('capo'))?.keys).toEqual([]);
  });
});

describe('rights and hostile input', () => {
  it('GUARD-08 only administrators: every call is refused to others and signed out, and nothing changes', async () => {
    await world.portal.deps.db
      .updateTable('portal_user')
      .set({ enable_2fa: false })
      .where('username', '=', 'agente')
      .execute();
    world.tokens.set('agente', (await signInAs(world.portal, 'agente')).token);
    for (const endpoint of ALL) {
      const input = { params: { id: world.idOf('vice') }, ...(endpoint.body === undefined ? {} : { body: {} }) };
      expect([endpoint.id, (await world.call('agente', endpoint, input)).status]).toEqual([endpoint.id, 403]);
      expect([endpoint.id, (await world.call('nobody', endpoint, input)).status]).toEqual([endpoint.id, 401]);
    }
    expect((await world.on('agente', updateUser, 'vice', { active: false })).status).toBe(403);
    expect(await world.account('vice')).toMatchObject({ active: true, admin: true, admin_request: null });
  });

  it('ids, pages and values that make no sense are refused, never a server fault', async () => {
    for (const id of ['0', '-1', '1.5', 'x', '2147483648', '99999999999999999999', "1' or 1=1"])
      for (const endpoint of ALL.filter(({ params }) => params !== undefined)) {
        const input = { params: { id }, ...(endpoint.body === undefined ? {} : { body: { grants: true } }) };
        expect([endpoint.id, id, (await world.call('capo', endpoint, input)).status]).toEqual([endpoint.id, id, 400]);
      }
    for (const endpoint of [api.endUserSessions, api.resetUserTwoFactor, api.rejectAdmin, api.repeatInvitation])
      expect((await world.call('capo', endpoint, { params: { id: 2_147_483_647 } })).status).toBe(404);
    for (const body of [
      { text: 'x'.repeat(101) },
      { text: '\u202Eab' },
      { text: 5 },
      { state: 'secret' },
      { page: 0 },
      { page: 10_001 },
      { page: '1' },
      { order: 'proof_hash' },
    ])
      expect((await world.call('capo', api.searchUsers, { body })).status).toBe(400);
    for (const change of [
      { email: 'no address' },
      { email: 'a@b.it\r\nBcc: x@y.it' },
      { full_name: '  ' },
      { full_name: 'x'.repeat(121) },
      { authority: '' },
      { username: 'agente@posta.example' },
      { language: 'de' },
      { admin: true },
      { active: true },
      { email_verified: true },
      { password: buildProof('x') },
      { is_first_access: false },
    ])
      expect((await world.call('capo', api.inviteUser, { body: { ...INVITED, ...change } })).status).toBe(400);
    expect((await world.search({})).total).toBe(4);
  });
});

describe('state', () => {
  it('ADM-04 only the sent fields change; a disabled person is out at once and can come back', async () => {
    await world.portal.deps.db
      .updateTable('portal_user')
      .set({ enable_2fa: false })
      .where('username', '=', 'agente')
      .execute();
    const browser = await signInAs(world.portal, 'agente');
    const answer = await world.on('capo', updateUser, 'agente', { notes: 'in ferie' });
    expect(PortalUser.parse(answer.body)).toMatchObject({ notes: 'in ferie', active: true, peer_creds: null });
    expect(world.lastEntry()).toMatchObject({ action: 'user.update', detail: { changed: ['notes'] } });
    expect(JSON.stringify(world.lastEntry()?.detail)).not.toContain('ferie');
    expect((await world.on('capo', updateUser, 'agente', { active: false })).status).toBe(200);
    expect(world.lastEntry()).toMatchObject({ actor: { name: 'capo' }, detail: { active: false, ended_sessions: 1 } });
    const own = { params: { id: browser.userId } };
    expect((await injectRaw(world.portal.app, getUser, own, { token: browser.token })).status).toBe(401);
    expect((await tryLogin(world.portal, 'agente')).status).toBe(401);
    await world.on('capo', updateUser, 'agente', { active: true });
    expect((await tryLogin(world.portal, 'agente')).status).toBe(200);
  });

  it('ADM-04 a forced change of password closes everything else until it is done', async () => {
    expect((await world.on('capo', updateUser, 'vice', { must_change: true })).status).toBe(200);
    expect(formatError(await world.call('vice', api.listUsers))).toBe('pass_change_required');
  });

  it('ADM-04 other fields of another person, and any state of the own world.account, are refused', async () => {
    for (const body of [{ fullname: 'x' }, { mobile: '1' }, { active: false, fullname: 'x' }, { password: 'p1.x' }, {}])
      expect(formatError(await world.on('capo', updateUser, 'agente', body))).toBe('no_perms');
    for (const body of [{ admin: true }, { email: 'a@gdf.it' }, { email_verified: true }, { enable_2fa: false }])
      expect(formatError(await world.on('capo', updateUser, 'agente', body))).toBe('bad_request/unknown_field');
    for (const body of [{ active: false }, { must_change: false }, { notes: 'x' }])
      expect(formatError(await world.on('capo', updateUser, 'capo', body))).toBe('bad_request/unknown_field');
    for (const endpoint of [api.endUserSessions, api.resetUserTwoFactor, api.rejectAdmin, api.repeatInvitation])
      expect(formatError(await world.on('capo', endpoint, 'capo'))).toBe('conflict/own_account');
  });

  it('two administrators who disable each other: one of them stays', async () => {
    const answers = await Promise.all([
      world.on('capo', updateUser, 'vice', { active: false }),
      world.on('vice', updateUser, 'capo', { active: false }),
    ]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('sessions are ended and a second factor is reset, each with its entry and a mail', async () => {
    expect((await world.on('vice', api.endUserSessions, 'capo')).body).toEqual({ ended: 1 });
    expect((await world.call('capo', api.listUsers)).status).toBe(401);
    expect(world.lastEntry()).toMatchObject({ action: 'user.end-sessions', detail: { ended_sessions: 1 } });
    const answer = await world.on('vice', api.resetUserTwoFactor, 'agente');
    expect(api.PortalAccount.parse(answer.body).enable_2fa).toBe(false);
    expect(world.lastEntry()).toMatchObject({ action: 'user.2fa-reset', actor: { name: 'vice' } });
    expect(formatError(await world.on('vice', api.resetUserTwoFactor, 'agente'))).toBe('conflict/tfa_not_enabled');
    expect(await world.deliveredTo('agente@posta.example')).toEqual([expect.stringContaining('azzerato')]);
    expect((await tryLogin(world.portal, 'agente')).status).toBe(200);
  });

  it('nothing changes when the entry cannot be written', async () => {
    world.portal.audit.refuseWrites();
    expect((await world.on('capo', updateUser, 'agente', { active: false })).status).toBe(503);
    expect((await world.call('capo', api.inviteUser, { body: INVITED })).status).toBe(503);
    world.portal.audit.acceptWrites();
    expect(await world.account('agente')).toMatchObject({ active: true });
    expect((await world.search({})).total).toBe(4);
  });
});
