import { getUser } from '@varco/contract/portal/user.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { callPortal } from '../api/portal.ts';
import { idbGet } from '../storage/idb.ts';
import { deriveKeys } from './derive-keys.ts';
import { restoreSession, signIn, signOut } from './portal-session.ts';
import { followOtherTabs, renewAheadOfExpiry } from './refresh-session.ts';
import { openRestoreRecord } from './restore-record.ts';
import { saveCredentials } from './save-credentials.ts';
import { currentSession, clearSession, useSession } from './session-store.ts';
import { closeVault, useVault } from './vault-store.ts';

const ACCOUNT = { username: 'rossi@pl.example', password: 'Corretto cavallo 9 pilà', isRemembered: false };

async function callTestPortal(lever: string, body: unknown = {}): Promise<void> {
  await fetch(`/test-portal/${lever}`, { method: 'POST', body: JSON.stringify(body) });
}

interface PortalState {
  readonly log: string[];
  readonly bodies: string[];
  readonly vault: { readonly rev: number };
  readonly sessions: { readonly share: string; readonly sid: string }[];
}
const readPortalState = async (): Promise<PortalState> => (await fetch('/test-portal/state')).json();
const countCalls = async (route: string): Promise<number> =>
  (await readPortalState()).log.filter((one) => one === route).length;

/** Simulates a reload: memory is cleared, storage stays. */
function simulateReload(): void {
  clearSession('signed-out');
  useSession.setState({ status: 'unknown' });
  closeVault();
}

const readUser = () => callPortal(getUser, { params: { id: 1 } });
const CREDENTIAL = {
  url: 'https://forli.example',
  label: 'Forlì',
  username: 'rossi',
  password: 'P-1',
  enabled: true,
  uuid: null,
  pin: null,
};

beforeEach(async () => {
  await callTestPortal('reset');
  localStorage.clear();
});
afterEach(async () => {
  await signOut();
});

describe('sign-in', () => {
  test('LOGIN-01 NET-06 CRED-18 the proof goes on the wire, never the password; session and vault are open', async () => {
    expect(await signIn(ACCOUNT)).toEqual({ kind: 'signed-in' });
    expect(currentSession()).toMatchObject({ status: 'signed-in', user: { username: ACCOUNT.username } });
    expect(useVault.getState().vault?.items.get('c1')).toMatchObject({
      url: 'https://cesena.example',
      password: 'Segreto-09',
    });
    expect(await readUser()).toMatchObject({ id: 1 });
    const { bodies } = await readPortalState();
    expect(bodies.find((body) => body.includes('"password":"p1.'))).toBeDefined();
    expect(bodies.join(' ')).not.toMatch(/cavallo|Segreto/);
  });

  test('LOGIN-09 a wrong password is the login-failed message and leaves nothing behind', async () => {
    expect(await signIn({ ...ACCOUNT, password: 'sbagliata' })).toEqual({ kind: 'message', message: 'login_failed' });
    expect(useVault.getState().status).toBe('closed');
    expect(await idbGet('session', 'current')).toBeUndefined();
  });

  test('LOGIN-08 TFA-01 the passcode step, a wrong code, the right one', async () => {
    await callTestPortal('passcode', { passcode: '123456' });
    expect(await signIn(ACCOUNT)).toEqual({ kind: 'passcode_required' });
    expect(await signIn({ ...ACCOUNT, passcode: '000000' })).toEqual({ kind: 'message', message: 'wrong_otp' });
    expect(await signIn({ ...ACCOUNT, passcode: '123456' })).toEqual({ kind: 'signed-in' });
  });

  test('security 15: a weak KDF block from the portal ends the sign-in before anything is derived or sent', async () => {
    await callTestPortal('weak');
    expect(await signIn(ACCOUNT)).toEqual({ kind: 'message', message: 'unknown_error' });
    expect(await countCalls('POST /api/v1/login')).toBe(0);
  });

  test('an account without a vault gets one at once, and its recovery key to print', async () => {
    await callTestPortal('no-vault');
    await signIn(ACCOUNT);
    expect((await readPortalState()).vault.rev).toBe(1);
    expect(useVault.getState()).toMatchObject({
      status: 'open',
      recoveryKey: expect.stringMatching(/^(\w{4}-){7}\w{4}$/),
    });
    expect((await saveCredentials([['forli', CREDENTIAL]])).ok).toBe(true);
    expect((await readPortalState()).vault.rev).toBe(2);
  });

  test('the page stays alive while the key is derived', async () => {
    let ticks = 0;
    const timer = setInterval(() => {
      ticks += 1;
    }, 5);
    const derived = await deriveKeys({
      password: 'x',
      kdf: { alg: 'argon2id', v: 19, m: 65536, t: 3, p: 1, salt: 'AAECAwQFBgcICQoLDA0ODw' },
    });
    clearInterval(timer);
    expect(derived.ok).toBe(true);
    expect(ticks).toBeGreaterThan(5);
  });
});

describe('refresh', () => {
  test('SESS-05 SESS-06 SESS-07 twenty parallel 401s are one refresh, and every call succeeds', async () => {
    await signIn(ACCOUNT);
    await callTestPortal('expire');
    const users = await Promise.all(Array.from({ length: 20 }, readUser));
    expect(users.map((user) => user.id)).toEqual(Array.from({ length: 20 }, () => 1));
    expect(await countCalls('POST /api/v1/auth/refresh')).toBe(1);
    expect(Date.now() - currentSession().last_refresh_token_at).toBeLessThan(10_000);
  });

  test('SESS-05 ahead of time it refreshes near the end of the token, and at most once a minute', async () => {
    await signIn(ACCOUNT);
    await renewAheadOfExpiry();
    expect(await countCalls('POST /api/v1/auth/refresh')).toBe(0);
    useSession.setState({ expires: Math.floor(Date.now() / 1000) + 60, last_refresh_token_at: Date.now() - 61_000 });
    await renewAheadOfExpiry();
    useSession.setState({ expires: Math.floor(Date.now() / 1000) + 60 });
    await renewAheadOfExpiry();
    expect(await countCalls('POST /api/v1/auth/refresh')).toBe(1);
  });

  test('SESS-08 a refused refresh wipes the tokens and ends the session', async () => {
    await signIn(ACCOUNT);
    await callTestPortal('expire');
    await callTestPortal('revoke');
    await expect(readUser()).rejects.toMatchObject({ code: 'invalid_token' });
    expect(currentSession()).toMatchObject({ status: 'ended', token: null, user: null });
  });

  test('one tab refreshes and the other takes over its token; one signs out and the other follows', async () => {
    await signIn(ACCOUNT);
    let ended = 0;
    const stop = followOtherTabs(() => {
      ended += 1;
    });
    const { user, sessionId } = currentSession();
    const otherTab = new BroadcastChannel('varco-session');
    const answer = { token: 'from-other-tab', expires: 4_000_000_000, share: '', session_id: sessionId, user };
    otherTab.postMessage({ kind: 'session', answer: { ...answer, session_id: 'another session' }, at: 1 });
    otherTab.postMessage({ kind: 'session', answer, at: 2 });
    await expect.poll(() => currentSession().token).toBe('from-other-tab');
    otherTab.postMessage({ kind: 'ended' });
    await expect.poll(() => ended).toBe(1);
    otherTab.close();
    stop();
  });
});

describe('restore', () => {
  test('GUARD-02 SESS-11 CRED-19 after a reload one validating call brings session and open vault back, without the password', async () => {
    await signIn(ACCOUNT);
    simulateReload();
    expect(await restoreSession()).toBe('restored');
    expect(useVault.getState().vault?.items.get('c1')?.password).toBe('Segreto-09');
    expect(await countCalls('POST /api/v1/auth/refresh')).toBe(1);
    expect(await readUser()).toMatchObject({ id: 1 });
  });

  test('SESS-01 SESS-03 the stored record is sealed, its key cannot be read, and it holds exactly the five facts', async () => {
    await signIn(ACCOUNT);
    const record = await idbGet('session', 'current');
    const { key, ct } = record as { key: CryptoKey; ct: Uint8Array };
    expect(key.extractable).toBe(false);
    await expect(crypto.subtle.exportKey('raw', key)).rejects.toMatchObject({
      name: expect.stringMatching(/InvalidAccess|NotSupported/),
    });
    expect(new TextDecoder().decode(ct)).not.toContain('token');
    const [session] = (await readPortalState()).sessions;
    const opened = await openRestoreRecord(session?.sid ?? '', session?.share ?? '');
    expect(Object.keys(opened ?? {}).toSorted()).toEqual(['expires', 'frontend_url', 'hash', 'id', 'token']);
    expect(JSON.stringify(opened)).not.toContain('cavallo');
    const wrongShare = session?.share.replace(/^./, (first) => (first === 'A' ? 'B' : 'A')) ?? '';
    expect(await openRestoreRecord(session?.sid ?? '', wrongShare)).toBeNull();
    expect(await openRestoreRecord('another session', session?.share ?? '')).toBeNull();
  });

  test('SESS-02 without remember me another tab does not restore, and the record is deleted; with it, it does', async () => {
    await signIn(ACCOUNT);
    simulateReload();
    sessionStorage.clear();
    expect(await restoreSession()).toBe('none');
    expect(await idbGet('session', 'current')).toBeUndefined();
    await signIn({ ...ACCOUNT, isRemembered: true });
    simulateReload();
    sessionStorage.clear();
    expect(await restoreSession()).toBe('restored');
  });

  test('SESS-09 security 15: a profile copied after the session was revoked restores nothing', async () => {
    await signIn({ ...ACCOUNT, isRemembered: true });
    simulateReload();
    await callTestPortal('revoke');
    expect(await restoreSession()).toBe('rejected');
    expect(currentSession().status).toBe('ended');
    expect(await idbGet('session', 'current')).toBeUndefined();
    expect(useVault.getState().status).toBe('closed');
  });

  test('GUARD-03 with nothing stored there is no call and no session', async () => {
    expect(await restoreSession()).toBe('none');
    expect(currentSession().status).toBe('signed-out');
    expect(await countCalls('POST /api/v1/auth/refresh')).toBe(0);
  });

  test('SESS-12 signing out ends the session on the server and deletes what the browser stored', async () => {
    await signIn({ ...ACCOUNT, isRemembered: true });
    await signOut();
    expect(await countCalls('POST /api/v1/auth/logout')).toBe(1);
    expect((await indexedDB.databases()).map((one) => one.name)).not.toContain('varco');
    expect(await restoreSession()).toBe('none');
  });
});

describe('vault', () => {
  test('CRED-07 two browsers save: the second is refused, joins both changes and saves again', async () => {
    await signIn(ACCOUNT);
    const other = useVault.getState().vault;
    expect((await saveCredentials([['forli', CREDENTIAL]])).ok).toBe(true);
    // This browser still has the older revision.
    useVault.setState({ vault: other });
    expect(await saveCredentials([['rimini', { ...CREDENTIAL, label: 'Rimini' }]])).toEqual({ ok: true, value: [] });
    expect((await readPortalState()).vault.rev).toBe(3);
    expect([...(useVault.getState().vault?.items.keys() ?? [])].toSorted()).toEqual(['c1', 'forli', 'rimini']);
  });

  test('security 15: an older vault handed out by the portal is noticed and opened read-only', async () => {
    await signIn(ACCOUNT);
    const old = useVault.getState().vault?.file;
    await saveCredentials([['forli', CREDENTIAL]]);
    await callTestPortal('vault', { vault: old });
    await signIn(ACCOUNT);
    expect(useVault.getState().vault).toMatchObject({ isReadOnly: true, problems: [{ kind: 'rolled_back' }] });
    expect(await saveCredentials([['rimini', CREDENTIAL]])).toEqual({ ok: false, reason: 'read_only' });
  });

  test('CRED-10 a closed vault saves nothing: missing keys', async () => {
    expect(await saveCredentials([['c1', null]])).toEqual({ ok: false, reason: 'missing_keys' });
  });
});
