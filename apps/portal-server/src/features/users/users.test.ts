import * as accountApi from '@varco/contract/portal/account.ts';
import { getUser, PortalUser, updateUser } from '@varco/contract/portal/user.ts';
import * as api from '@varco/contract/portal/user-administration.ts';
import type { Endpoint } from '@varco/contract/endpoint.ts';
import { injectRaw } from '@varco/server-kit/testing/inject-json.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { deliverDue } from '../../testing/deliver-mail.ts';
import { startTestMailbox, type TestMailbox } from '../../testing/test-mailbox.ts';
import { createPerson, formatError, seedPeople, signInAs, tryLogin } from '../../testing/test-people.ts';
import { buildProof, createTestPortal, TEST_KDF, type TestPortal } from '../../testing/test-portal.ts';

const DAY_MS = 24 * 3_600_000;
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
const INVITED = { email: 'ada.galli@comune.forli.fc.it', full_name: 'Ada Galli', authority: 'Comune di Forlì' };

let portal: TestPortal;
let mailbox: TestMailbox;
const tokens = new Map<string, string>();
const ids = new Map<string, number>();
beforeEach(async () => {
  portal = await createTestPortal();
  mailbox = await startTestMailbox();
  await seedPeople(portal, [
    createPerson('capo', { isAdmin: true }),
    createPerson('vice', { isAdmin: true }),
    createPerson('agente', { notes: 'turno_notte', totpSecret: new Uint8Array(20), recoveryCodes: [] }),
    createPerson('verdi', { isActive: false }),
  ]);
  for (const name of ['capo', 'vice']) {
    const { token, userId } = await signInAs(portal, name);
    tokens.set(name, token);
    ids.set(name, userId);
  }
  const people = await portal.deps.db.selectFrom('portal_user').select(['id', 'username']).execute();
  for (const { id, username } of people) ids.set(username, id);
});
afterEach(async () => {
  await mailbox.close();
  await portal.close();
});

const idOf = (name: string): number => ids.get(name) ?? 0;
const call = (who: string, endpoint: Endpoint, input: unknown = {}) => {
  const token = tokens.get(who);
  return injectRaw(portal.app, endpoint, input, token === undefined ? {} : { token });
};
const on = (who: string, endpoint: Endpoint, name: string, body?: unknown) =>
  call(who, endpoint, { params: { id: idOf(name) }, ...(body === undefined ? {} : { body }) });
const search = async (body: object): Promise<api.PortalAccountPage> => {
  const answer = await call('capo', api.searchUsers, { body });
  expect(answer.status).toBe(200);
  return api.PortalAccountPage.parse(answer.body);
};
const names = (page: api.PortalAccountPage): readonly string[] => page.users.map(({ username }) => username);
const account = async (name: string): Promise<api.PortalAccount | undefined> =>
  (await search({ text: name })).users.find(({ username }) => username === name);
const lastEntry = () => portal.audit.records.at(-1);
async function deliveredTo(address: string): Promise<readonly string[]> {
  await deliverDue(portal, mailbox.sender);
  return mailbox.mails.filter(({ to }) => to.includes(address)).map(({ text }) => text);
}

describe('list', () => {
  it('ADM-03 every account with the fifteen columns and nothing that opens it, recorded', async () => {
    const answer = await call('capo', api.listUsers);
    const page = api.PortalAccountPage.parse(answer.body);
    expect(names(page)).toEqual(['agente', 'capo', 'verdi', 'vice']);
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
    expect(lastEntry()).toMatchObject({ action: 'user.search', outcome: 'ok', count: 4 });
  });

  it('ADM-03 searched by a part of any text, by state, and by page', async () => {
    expect(names(await search({ text: 'PERSONA a' }))).toEqual(['agente']);
    expect(names(await search({ text: 'turno_' }))).toEqual(['agente']);
    // The signs of a pattern are letters like others.
    expect(names(await search({ text: '%' }))).toEqual([]);
    expect(names(await search({ text: 'turno\\' }))).toEqual([]);
    expect(names(await search({ state: 'disabled' }))).toEqual(['verdi']);
    expect(names(await search({ state: 'admin' }))).toEqual(['capo', 'vice']);
    expect(names(await search({ state: 'active', text: 'v' }))).toContain('vice');
    expect(await search({ page: 10_000 })).toMatchObject({ users: [], total: 4 });
    await seedPeople(
      portal,
      Array.from({ length: 60 }, (_, i) => createPerson(`zz${String(i).padStart(2, '0')}`)),
    );
    expect(await search({ text: 'zz' })).toMatchObject({ total: 60, pages: 2 });
    expect(names(await search({ text: 'zz', page: 2 }))).toHaveLength(10);
  });

  it('ADM-06 the keys of a person are in the list', async () => {
    const now = portal.clock.now().toISOString();
    const key = { id: '00000000-0000-4000-8000-00000000000a', name: 'Ponte', kind: 'status' as const, prefix: 'vk_1' };
    const times = { created_at: now, updated_at: now, expires_at: '2027-01-01T00:00:00.000Z' };
    const stored = { ...key, ...times, secret_hash: Buffer.alloc(32), created_by: 'capo' };
    await portal.deps.db.insertInto('portal_key').values(stored).execute();
    await portal.deps.db
      .insertInto('portal_key_user')
      .values({ key_id: key.id, user_id: idOf('agente') })
      .execute();
    expect((await account('agente'))?.keys).toEqual([{ id: key.id, name: 'Ponte', enabled: true }]);
    expect((await account('capo'))?.keys).toEqual([]);
  });
});

describe('rights and hostile input', () => {
  it('GUARD-08 only administrators: every call is refused to others and signed out, and nothing changes', async () => {
    await portal.deps.db
      .updateTable('portal_user')
      .set({ enable_2fa: false })
      .where('username', '=', 'agente')
      .execute();
    tokens.set('agente', (await signInAs(portal, 'agente')).token);
    for (const endpoint of ALL) {
      const input = { params: { id: idOf('vice') }, ...(endpoint.body === undefined ? {} : { body: {} }) };
      expect([endpoint.id, (await call('agente', endpoint, input)).status]).toEqual([endpoint.id, 403]);
      expect([endpoint.id, (await call('nobody', endpoint, input)).status]).toEqual([endpoint.id, 401]);
    }
    expect((await on('agente', updateUser, 'vice', { active: false })).status).toBe(403);
    expect(await account('vice')).toMatchObject({ active: true, admin: true, admin_request: null });
  });

  it('ids, pages and values that make no sense are refused, never a server fault', async () => {
    for (const id of ['0', '-1', '1.5', 'x', '2147483648', '99999999999999999999', "1' or 1=1"])
      for (const endpoint of ALL.filter(({ params }) => params !== undefined)) {
        const input = { params: { id }, ...(endpoint.body === undefined ? {} : { body: { grants: true } }) };
        expect([endpoint.id, id, (await call('capo', endpoint, input)).status]).toEqual([endpoint.id, id, 400]);
      }
    for (const endpoint of [api.endUserSessions, api.resetUserTwoFactor, api.rejectAdmin, api.repeatInvitation])
      expect((await call('capo', endpoint, { params: { id: 2_147_483_647 } })).status).toBe(404);
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
      expect((await call('capo', api.searchUsers, { body })).status).toBe(400);
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
      expect((await call('capo', api.inviteUser, { body: { ...INVITED, ...change } })).status).toBe(400);
    expect((await search({})).total).toBe(4);
  });
});

describe('state', () => {
  it('ADM-04 only the sent fields change; a disabled person is out at once and can come back', async () => {
    await portal.deps.db
      .updateTable('portal_user')
      .set({ enable_2fa: false })
      .where('username', '=', 'agente')
      .execute();
    const browser = await signInAs(portal, 'agente');
    const answer = await on('capo', updateUser, 'agente', { notes: 'in ferie' });
    expect(PortalUser.parse(answer.body)).toMatchObject({ notes: 'in ferie', active: true, peer_creds: null });
    expect(lastEntry()).toMatchObject({ action: 'user.update', detail: { changed: ['notes'] } });
    expect(JSON.stringify(lastEntry()?.detail)).not.toContain('ferie');
    expect((await on('capo', updateUser, 'agente', { active: false })).status).toBe(200);
    expect(lastEntry()).toMatchObject({ actor: { name: 'capo' }, detail: { active: false, ended_sessions: 1 } });
    const own = { params: { id: browser.userId } };
    expect((await injectRaw(portal.app, getUser, own, { token: browser.token })).status).toBe(401);
    expect((await tryLogin(portal, 'agente')).status).toBe(401);
    await on('capo', updateUser, 'agente', { active: true });
    expect((await tryLogin(portal, 'agente')).status).toBe(200);
  });

  it('ADM-04 a forced change of password closes everything else until it is done', async () => {
    expect((await on('capo', updateUser, 'vice', { must_change: true })).status).toBe(200);
    expect(formatError(await call('vice', api.listUsers))).toBe('pass_change_required');
  });

  it('ADM-04 other fields of another person, and any state of the own account, are refused', async () => {
    for (const body of [{ fullname: 'x' }, { mobile: '1' }, { active: false, fullname: 'x' }, { password: 'p1.x' }, {}])
      expect(formatError(await on('capo', updateUser, 'agente', body))).toBe('no_perms');
    for (const body of [{ admin: true }, { email: 'a@gdf.it' }, { email_verified: true }, { enable_2fa: false }])
      expect(formatError(await on('capo', updateUser, 'agente', body))).toBe('bad_request/unknown_field');
    for (const body of [{ active: false }, { must_change: false }, { notes: 'x' }])
      expect(formatError(await on('capo', updateUser, 'capo', body))).toBe('bad_request/unknown_field');
    for (const endpoint of [api.endUserSessions, api.resetUserTwoFactor, api.rejectAdmin, api.repeatInvitation])
      expect(formatError(await on('capo', endpoint, 'capo'))).toBe('conflict/own_account');
  });

  it('two administrators who disable each other: one of them stays', async () => {
    const answers = await Promise.all([
      on('capo', updateUser, 'vice', { active: false }),
      on('vice', updateUser, 'capo', { active: false }),
    ]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('sessions are ended and a second factor is reset, each with its entry and a mail', async () => {
    expect((await on('vice', api.endUserSessions, 'capo')).body).toEqual({ ended: 1 });
    expect((await call('capo', api.listUsers)).status).toBe(401);
    expect(lastEntry()).toMatchObject({ action: 'user.end-sessions', detail: { ended_sessions: 1 } });
    const answer = await on('vice', api.resetUserTwoFactor, 'agente');
    expect(api.PortalAccount.parse(answer.body).enable_2fa).toBe(false);
    expect(lastEntry()).toMatchObject({ action: 'user.2fa-reset', actor: { name: 'vice' } });
    expect(formatError(await on('vice', api.resetUserTwoFactor, 'agente'))).toBe('conflict/tfa_not_enabled');
    expect(await deliveredTo('agente@posta.example')).toEqual([expect.stringContaining('azzerato')]);
    expect((await tryLogin(portal, 'agente')).status).toBe(200);
  });

  it('nothing changes when the entry cannot be written', async () => {
    portal.audit.refuseWrites();
    expect((await on('capo', updateUser, 'agente', { active: false })).status).toBe(503);
    expect((await call('capo', api.inviteUser, { body: INVITED })).status).toBe(503);
    portal.audit.acceptWrites();
    expect(await account('agente')).toMatchObject({ active: true });
    expect((await search({})).total).toBe(4);
  });
});

describe('admin flag', () => {
  const flags = async (name: string) => {
    const found = await account(name);
    return { admin: found?.admin, request: found?.admin_request ?? null };
  };

  it('KIND-05 ADM-04 one administrator requests it, another confirms it, and the person is told', async () => {
    const answer = await on('capo', api.requestAdmin, 'agente', { grants: true });
    expect(api.PortalAccount.parse(answer.body)).toMatchObject({
      admin: false,
      admin_request: { grants: true, requested_by: 'capo', own: true },
    });
    expect(names(await search({ state: 'requested' }))).toEqual(['agente']);
    expect(formatError(await on('capo', api.confirmAdmin, 'agente', { grants: true }))).toBe('conflict/own_request');
    expect(formatError(await on('vice', api.requestAdmin, 'agente', { grants: true }))).toBe(
      'conflict/request_pending',
    );
    // What the second person saw is what is done.
    expect((await on('vice', api.confirmAdmin, 'agente', { grants: false })).status).toBe(404);
    expect((await on('vice', api.confirmAdmin, 'agente', { grants: true })).status).toBe(200);
    expect(lastEntry()).toMatchObject({
      action: 'user.admin-confirm',
      actor: { name: 'vice' },
      detail: { grants: true },
    });
    expect(await flags('agente')).toEqual({ admin: true, request: null });
    expect(await deliveredTo('agente@posta.example')).toEqual([expect.stringContaining('amministratore')]);
  });

  it('KIND-05 it is taken by two as well, and works from the next call on', async () => {
    await portal.deps.db
      .updateTable('portal_user')
      .set({ is_admin: true, enable_2fa: false })
      .where('username', '=', 'agente')
      .execute();
    tokens.set('agente', (await signInAs(portal, 'agente')).token);
    await on('capo', api.requestAdmin, 'agente', { grants: false });
    // Nobody confirms or rejects what concerns them.
    expect(formatError(await on('agente', api.confirmAdmin, 'agente', { grants: false }))).toBe('conflict/own_account');
    expect(formatError(await on('agente', api.rejectAdmin, 'agente'))).toBe('conflict/own_account');
    await on('vice', api.confirmAdmin, 'agente', { grants: false });
    expect((await call('agente', api.listUsers)).status).toBe(403);
  });

  it('ADM-04 a request ends when withdrawn, after a week, and with the role of who made it', async () => {
    await on('capo', api.requestAdmin, 'agente', { grants: true });
    expect((await on('vice', api.rejectAdmin, 'agente')).status).toBe(200);
    expect((await on('vice', api.rejectAdmin, 'agente')).status).toBe(404);
    await on('capo', api.requestAdmin, 'agente', { grants: true });
    portal.clock.advance(8 * DAY_MS);
    for (const name of ['capo', 'vice']) tokens.set(name, (await signInAs(portal, name)).token);
    expect(await flags('agente')).toEqual({ admin: false, request: null });
    expect((await on('vice', api.confirmAdmin, 'agente', { grants: true })).status).toBe(404);
    await on('capo', api.requestAdmin, 'agente', { grants: true });
    await on('vice', updateUser, 'capo', { active: false });
    expect((await on('vice', api.confirmAdmin, 'agente', { grants: true })).status).toBe(404);
  });

  it('ADM-04 not for somebody disabled, nor for who has the role already', async () => {
    expect(formatError(await on('capo', api.requestAdmin, 'verdi', { grants: true }))).toBe(
      'conflict/account_not_ready',
    );
    expect(formatError(await on('capo', api.requestAdmin, 'vice', { grants: true }))).toBe(
      'conflict/request_not_needed',
    );
    for (const grants of ['true', 1, null])
      expect((await on('capo', api.requestAdmin, 'agente', { grants })).status).toBe(400);
  });
});

describe('invitation', () => {
  const invite = async (change: object = {}): Promise<api.PortalAccount> => {
    const answer = await call('capo', api.inviteUser, { body: { ...INVITED, ...change } });
    expect(answer.status).toBe(200);
    return api.PortalAccount.parse(answer.body);
  };
  const mailedToken = async (): Promise<string> =>
    /reset-password\?invited=1#(\S+)/.exec((await deliveredTo(INVITED.email)).at(-1) ?? '')?.[1] ?? '';
  const accept = (token: string) =>
    injectRaw(
      portal.app,
      accountApi.resetPassword,
      { body: { email: INVITED.email, password: buildProof('scelta da me'), kdf: TEST_KDF } },
      { token },
    );

  it('ADM-04 the mailed link chooses the password and verifies the e-mail, once', async () => {
    const made = await invite();
    expect(made).toMatchObject({
      username: INVITED.email,
      verified: false,
      admin: false,
      authority: 'Comune di Forlì',
    });
    expect(made.invited).not.toBeNull();
    expect(lastEntry()).toMatchObject({ action: 'user.invite', actor: { name: 'capo' } });
    expect((await tryLogin(portal, INVITED.email)).status).toBe(401);
    const token = await mailedToken();
    expect((await accept(token)).status).toBe(204);
    expect((await accept(token)).status).toBe(401);
    expect((await search({ text: 'galli' })).users[0]).toMatchObject({ verified: true, invited: null });
    const signedIn = await tryLogin(portal, INVITED.email, { password: 'scelta da me' });
    expect(signedIn.status).toBe(200);
    // A new person is shown the first steps.
    expect(signedIn.body).toMatchObject({ user: { first_steps: true } });
    expect(await deliveredTo(INVITED.email)).toHaveLength(1);
  });

  it('ADM-04 a taken name or address is refused in any case; the mail can be sent again until it is accepted', async () => {
    expect(formatError(await call('capo', api.inviteUser, { body: { ...INVITED, username: 'AGENTE' } }))).toBe(
      'duplicate',
    );
    const { id } = await invite();
    expect(
      formatError(await call('capo', api.inviteUser, { body: { ...INVITED, email: INVITED.email.toUpperCase() } })),
    ).toBe('duplicate');
    const again = () => call('vice', api.repeatInvitation, { params: { id } });
    const first = await mailedToken();
    expect((await again()).status).toBe(204);
    const second = await mailedToken();
    expect((await accept(second)).status).toBe(204);
    expect((await accept(first)).status).toBe(401);
    expect(formatError(await again())).toBe('conflict/no_invitation');
    expect(formatError(await on('capo', api.repeatInvitation, 'agente'))).toBe('conflict/no_invitation');
  });

  it('ADM-04 the link ends after a week, and with the account disabled', async () => {
    const { id } = await invite();
    const token = await mailedToken();
    await call('capo', updateUser, { params: { id }, body: { active: false } });
    expect((await accept(token)).status).toBe(401);
    await call('capo', updateUser, { params: { id }, body: { active: true } });
    portal.clock.advance(7 * DAY_MS + 1);
    expect((await accept(token)).status).toBe(401);
  });
});
