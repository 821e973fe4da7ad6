import { getUser, PortalUser, updateUser, usernameTaken } from '@varco/contract/portal/user.ts';
import type { VaultBlob } from '@varco/contract/vault.ts';
import { injectRaw } from '@varco/server-kit/testing/inject-json.ts';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type BrowserSession,
  formatError,
  PASSWORD,
  createPerson,
  createPlant,
  seedPeople,
  signInAs,
  tryLogin,
} from '../../testing/test-people.ts';
import { createTestPortal, buildProof, TEST_KDF, type TestPortal, buildVault } from '../../testing/test-portal.ts';

const portals: TestPortal[] = [];
let portal: TestPortal;
let bruni: BrowserSession;
const cesena = createPlant('Cesena', { isVerified: true, licenseExpiration: '2027-12-31' });
const ravenna = createPlant('Ravenna');

// Each test changes accounts, so each has a portal of its own: a database is cloned in a moment.
beforeEach(async () => {
  portal = await createTestPortal();
  portals.push(portal);
  await seedPeople(
    portal,
    [
      createPerson('bruni', { peers: [cesena.uuid], notes: 'nota' }),
      createPerson('verdi'),
      createPerson('capo', { isAdmin: true }),
    ],
    [cesena, ravenna],
  );
  bruni = await signInAs(portal, 'bruni');
});
afterAll(() => Promise.all(portals.map((one) => one.close())));

const read = (token: string | null, id: number | string) =>
  injectRaw(portal.app, getUser, { params: { id } }, token === null ? {} : { token });
const change = (browser: BrowserSession, body: unknown, id = browser.userId) =>
  injectRaw(portal.app, updateUser, { params: { id }, body }, { token: browser.token });
const newKdf = { ...TEST_KDF, salt: 'BBBBBBBBBBBBBBBBBBBBBB' };
const passwordChange = (more: object = {}) => ({
  password: buildProof('nuova frase lunga'),
  old_password: buildProof(PASSWORD),
  peer_creds: buildVault(2, newKdf),
  ...more,
});
const storedVault = async (browser: BrowserSession): Promise<VaultBlob | null> =>
  PortalUser.parse((await read(browser.token, browser.userId)).body).peer_creds;

describe('GET user', () => {
  it('API-07 ACCT-01 ACCT-03 own record with its fields', async () => {
    const answer = await read(bruni.token, bruni.userId);
    expect(answer.status).toBe(200);
    const user = PortalUser.parse(answer.body);
    expect(user).toMatchObject({
      username: 'bruni',
      fullname: 'Persona bruni',
      active: true,
      admin: false,
      must_change: false,
      notes: 'nota',
      mobile: '',
    });
    expect(JSON.stringify(answer.body)).not.toMatch(/proof|hash|totp|argon2id\$/);
  });

  it('ACCT-04 ACCT-05 the own record has plants without secrets and the sealed vault', async () => {
    const user = PortalUser.parse((await read(bruni.token, bruni.userId)).body);
    expect(user.peer_list).toEqual([
      expect.objectContaining({
        uuid: cesena.uuid,
        url: cesena.url,
        label: 'Cesena',
        verified: true,
        reachable: false,
        last_seen: null,
        server_working: false,
        license_expiration: '2027-12-31',
      }),
    ]);
    expect(JSON.stringify(user.peer_list)).not.toMatch(/password|token|key/);
    expect(user.peer_creds?.index).toMatch(/^full:v1:/);
  });

  it('API-07 signed out, another person, nobody, nonsense', async () => {
    const { userId: verdi } = await signInAs(portal, 'verdi');
    expect(formatError(await read(null, bruni.userId))).toBe('invalid_token/jwt_missing');
    expect([(await read(bruni.token, verdi)).status, formatError(await read(bruni.token, verdi))]).toEqual([
      403,
      'no_perms',
    ]);
    // The same for an id nobody has: an ordinary person cannot count accounts.
    expect(formatError(await read(bruni.token, 999_999))).toBe('no_perms');
    for (const id of ['0', '-1', 'x', '1.5']) expect((await read(bruni.token, id)).status).toBe(400);
  });

  it('KIND-05 an administrator reads others, without their vault, and leaves an entry', async () => {
    const admin = await signInAs(portal, 'capo');
    const answer = await read(admin.token, bruni.userId);
    expect(PortalUser.parse(answer.body)).toMatchObject({ username: 'bruni', peer_creds: null });
    expect(portal.audit.records.at(-1)).toMatchObject({ action: 'user.read', actor: { name: 'capo' }, count: 1 });
    expect(formatError(await read(admin.token, 999_999))).toBe('not_found');
    const { db } = portal.deps;
    await db.updateTable('portal_user').set({ is_admin: false }).where('username', '=', 'capo').execute();
    expect(formatError(await read(admin.token, bruni.userId))).toBe('no_perms');
  });
});

describe('PUT user', () => {
  it('API-08 only the given fields change', async () => {
    const answer = await change(bruni, { mobile: '+39 333 000 0000' });
    expect(PortalUser.parse(answer.body)).toMatchObject({
      mobile: '+39 333 000 0000',
      fullname: 'Persona bruni',
      telephone: '',
    });
    expect(portal.audit.records.at(-1)).toMatchObject({
      action: 'user.update',
      outcome: 'ok',
      detail: { changed: ['mobile'] },
    });
  });

  it('the first steps are shown to their owner until they end, and only the owner ends them', async () => {
    const setSteps = (shown: boolean) =>
      portal.deps.db
        .updateTable('portal_user')
        .set({ shows_first_steps: shown })
        .where('id', '=', bruni.userId)
        .execute();
    const readSteps = async () => PortalUser.parse((await read(bruni.token, bruni.userId)).body).first_steps;
    await setSteps(true);
    const admin = await signInAs(portal, 'capo');
    expect(PortalUser.parse((await read(admin.token, bruni.userId)).body).first_steps).toBe(false);
    expect(formatError(await change(admin, { first_steps: false }, bruni.userId))).toBe('no_perms');
    expect((await change(bruni, { first_steps: true })).status).toBe(400);
    expect(await readSteps()).toBe(true);
    expect(PortalUser.parse((await change(bruni, { first_steps: false })).body).first_steps).toBe(false);
    expect(await readSteps()).toBe(false);
  });

  it('API-08 others’ records are closed, to administrators too', async () => {
    const admin = await signInAs(portal, 'capo');
    for (const browser of [admin, await signInAs(portal, 'verdi')])
      expect(formatError(await change(browser, { mobile: '1' }, bruni.userId))).toBe('no_perms');
    expect((await injectRaw(portal.app, updateUser, { params: { id: bruni.userId }, body: {} })).status).toBe(401);
    expect(PortalUser.parse((await read(bruni.token, bruni.userId)).body).mobile).toBe('');
  });

  it.each([
    ['admin', true],
    ['active', true],
    ['email_verified', true],
    ['must_change', false],
    ['first_access', false],
    ['enable_2fa', false],
    ['email', 'a@gdf.it'],
    ['username', 'altro'],
    ['peer_list', []],
    ['notes', 'x'],
    ['id', 1],
    ['level', 9],
  ])('API-08 mass assignment of %s is refused, nothing changes', async (field, value) => {
    const before = (await read(bruni.token, bruni.userId)).body;
    expect(formatError(await change(bruni, { mobile: '1', [field]: value }))).toBe('bad_request/unknown_field');
    expect((await read(bruni.token, bruni.userId)).body).toEqual(before);
  });

  it('ERR-14 hostile values: control characters, lengths, wrong types', async () => {
    for (const body of [
      { fullname: 'a\u0007b' },
      { fullname: '\u202Eevil' },
      { fullname: 'x'.repeat(121) },
      { mobile: 5 },
      { peer_creds: 'x' },
      { peer_creds: { ...buildVault(2), extra: 1 } },
    ])
      expect((await change(bruni, body)).status).toBe(400);
  });

  it('nothing changes when the entry cannot be written', async () => {
    portal.audit.refuseWrites();
    expect(formatError(await change(bruni, { mobile: '1' }))).toBe('unavailable/audit_unavailable');
    const row = await portal.deps.db
      .selectFrom('portal_user')
      .where('id', '=', bruni.userId)
      .select('mobile')
      .executeTakeFirstOrThrow();
    expect(row.mobile).toBe('');
  });
});

describe('vault', () => {
  it('CRED-18 the next revision is stored whole; another revision is a conflict that names the stored one', async () => {
    const next = buildVault(2, TEST_KDF, { c1: 'full:v1:AAAA:BBBB' });
    expect((await change(bruni, { peer_creds: next })).status).toBe(200);
    expect(await storedVault(bruni)).toEqual(next);
    for (const rev of [1, 2, 4]) {
      const answer = await change(bruni, { peer_creds: buildVault(rev) });
      expect([answer.status, formatError(answer)]).toEqual([409, 'conflict/vault_rev']);
      expect(answer.body).toMatchObject({ error: { data: { rev: 2 } } });
    }
    expect(await storedVault(bruni)).toEqual(next);
  });

  it('CRED-18 two browsers saving at once: one wins, the other merges and saves again', async () => {
    const other = await signInAs(portal, 'bruni');
    const mine = { a: 'full:v1:AAAA:AAAA' };
    const theirs = { b: 'full:v1:BBBB:BBBB' };
    const answers = await Promise.all([
      change(bruni, { peer_creds: buildVault(2, TEST_KDF, mine) }),
      change(other, { peer_creds: buildVault(2, TEST_KDF, theirs) }),
    ]);
    expect(answers.map((answer) => String(answer.status)).toSorted()).toEqual(['200', '409']);
    const stored = await storedVault(bruni);
    const merged = { ...stored?.items, ...mine, ...theirs };
    expect((await change(other, { peer_creds: buildVault((stored?.rev ?? 0) + 1, TEST_KDF, merged) })).status).toBe(
      200,
    );
    expect(Object.keys((await storedVault(bruni))?.items ?? {}).toSorted()).toEqual(['a', 'b']);
  });

  it('CRED-18 a first vault has revision 1', async () => {
    await seedPeople(portal, [(({ vault: _none, ...rest }) => rest)(createPerson('senza'))]);
    const senza = await signInAs(portal, 'senza');
    expect(await storedVault(senza)).toBeNull();
    expect(formatError(await change(senza, { peer_creds: buildVault(2) }))).toBe('conflict/vault_rev');
    expect((await change(senza, { peer_creds: buildVault(1) })).status).toBe(200);
  });

  it('the derivation changes only with the password, and 512 KiB or 500 items are the most', async () => {
    expect(formatError(await change(bruni, { peer_creds: buildVault(2, newKdf) }))).toBe('bad_request/invalid_field');
    const items = (count: number, size: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, i) => [`c${i}`, `full:v1:AAAA:${'A'.repeat(size)}`]));
    expect((await change(bruni, { peer_creds: buildVault(2, TEST_KDF, items(501, 10)) })).status).toBe(400);
    expect((await change(bruni, { peer_creds: buildVault(2, TEST_KDF, items(40, 16_000)) })).status).toBe(413);
    expect((await change(bruni, { peer_creds: buildVault(2, TEST_KDF, items(500, 500)) })).status).toBe(200);
  });
});

describe('password', () => {
  it('API-08 ACCT-17 old proof, new proof and re-sealed vault in one request; all other sessions end', async () => {
    const other = await signInAs(portal, 'bruni');
    expect((await change(bruni, passwordChange())).status).toBe(200);
    expect((await read(other.token, bruni.userId)).status).toBe(401);
    // The own token is of the old version too: the browser fetches a new one with its cookie.
    expect(formatError(await read(bruni.token, bruni.userId))).toBe('invalid_token/session_revoked');
    expect((await tryLogin(portal, 'bruni')).status).toBe(401);
    const again = await signInAs(portal, 'bruni', { password: 'nuova frase lunga' });
    expect(await storedVault(again)).toMatchObject({ rev: 2, kdf: newKdf });
    const sessions = await portal.deps.db
      .selectFrom('session')
      .where('user_id', '=', bruni.userId)
      .where('revoked_at', 'is', null)
      .select('id')
      .execute();
    expect(sessions.map((row) => row.id).toSorted()).toEqual([bruni.sessionId, again.sessionId].toSorted());
  });

  it('ACCT-18 a wrong old proof changes nothing; so does any missing part', async () => {
    const before = await storedVault(bruni);
    expect(formatError(await change(bruni, passwordChange({ old_password: buildProof('sbagliata') })))).toBe(
      'bad_credentials',
    );
    for (const body of [
      passwordChange({ old_password: undefined }),
      passwordChange({ peer_creds: undefined }),
      passwordChange({ password: 'in chiaro' }),
      passwordChange({ password: buildProof(PASSWORD) }),
      passwordChange({ peer_creds: buildVault(2, { ...newKdf, m: 1024 }) }),
      passwordChange({ peer_creds: buildVault(2, { ...newKdf, t: 1 }) }),
    ])
      expect(formatError(await change(bruni, body))).toBe('bad_request/invalid_field');
    expect(formatError(await change(bruni, passwordChange({ peer_creds: buildVault(3, newKdf) })))).toBe(
      'conflict/vault_rev',
    );
    expect(await storedVault(bruni)).toEqual(before);
    expect((await tryLogin(portal, 'bruni')).status).toBe(200);
  });

  it('ACCT-18 a stolen token cannot guess the password: slowed like a sign-in', async () => {
    const guess = () => change(bruni, passwordChange({ old_password: buildProof('sbagliata') }));
    for (let i = 0; i < 5; i += 1) expect((await guess()).status).toBe(401);
    expect(formatError(await guess())).toBe('rate_limit_exceeded');
  });

  it('ACCT-19 ACCT-20 must_change and first_access users may read themselves and change the password, nothing else', async () => {
    await seedPeople(portal, [
      createPerson('obbligato', { mustChange: true }),
      createPerson('nuovo', { isFirstAccess: true }),
    ]);
    const handOut = await signInAs(portal, 'nuovo');
    expect((await read(handOut.token, handOut.userId)).status).toBe(200);
    // Not even the password: a hand-out account is completed with a proven e-mail, or not at all.
    expect(formatError(await change(handOut, passwordChange()))).toBe('pass_change_required');
    for (const name of ['obbligato']) {
      const browser = await signInAs(portal, name);
      expect((await read(browser.token, browser.userId)).status).toBe(200);
      expect([
        (await change(browser, { mobile: '1' })).status,
        formatError(await change(browser, { mobile: '1' })),
      ]).toEqual([403, 'pass_change_required']);
      expect((await change(browser, { peer_creds: buildVault(2) })).status).toBe(403);
      expect((await change(browser, passwordChange({ fullname: 'Nome Nuovo' }))).status).toBe(200);
      const free = await signInAs(portal, name, { password: 'nuova frase lunga' });
      expect(PortalUser.parse((await read(free.token, free.userId)).body)).toMatchObject({
        must_change: false,
        first_access: false,
        fullname: 'Nome Nuovo',
      });
      expect((await change(free, { mobile: '1' })).status).toBe(200);
    }
  });
});

describe('HEAD user', () => {
  it('API-05 ACCT-15 409 for a taken username or e-mail in any case, 204 for a free one, nothing for strangers', async () => {
    const head = (username: string, token?: string) =>
      injectRaw(portal.app, usernameTaken, { query: { username } }, token === undefined ? {} : { token });
    for (const name of ['verdi', 'VERDI', 'Verdi@Posta.example'])
      expect((await head(name, bruni.token)).status).toBe(409);
    // One's own name is free for oneself.
    for (const name of ['libero', 'bruni']) expect((await head(name, bruni.token)).status).toBe(204);
    expect((await head('', bruni.token)).status).toBe(400);
    expect((await head('bruni')).status).toBe(401);
  });
});
