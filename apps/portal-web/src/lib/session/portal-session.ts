import { type SessionAnswer, authParams, login, logout } from '@varco/contract/portal/auth.ts';
import { type Bytes, fromBase64Url, toBase64Url, wipe } from '@varco/vault/bytes.ts';
import { createVaultFromMaster } from '@varco/vault/vault-from-master.ts';
import { checkKdf } from '@varco/vault/kdf.ts';
import { unlockWithPassword } from '@varco/vault/open-vault.ts';
import { parseVaultFile } from '@varco/vault/vault-file.ts';
import { ApiError, isConnectionFault } from '../api/api-error.ts';
import { call } from '../api/call.ts';
import { nowMs, nowSeconds } from '../clock.ts';
import { dropDatabase } from '../storage/idb.ts';
import { type DerivedKeys, deriveKeys } from './derive-keys.ts';
import { upgradeLoginAnswer } from './login-answer.ts';
import { type LoginFailure, loginFailureOf } from './login-message.ts';
import { PORTAL_ORIGIN, callRefresh, portalHost, tellOtherTabs } from './refresh-session.ts';
import { openRestoreRecord, writeRestoreRecord } from './restore-record.ts';
import { acceptSession, currentSession, forgetSession } from './session-store.ts';
import { clearRestoreRecord, restorableSession } from './stored-session.ts';
import {
  closeVault,
  offerRecoveryKey,
  openUserVault,
  rememberRev,
  sendVault,
  setLocked,
  setNoVault,
  setOpenVault,
} from './vault-store.ts';

export interface Credentials {
  readonly username: string;
  readonly password: string;
  readonly passcode?: string;
  readonly isRemembered: boolean;
}

export type SignInOutcome = { readonly kind: 'signed-in' } | LoginFailure;

const portal = () => ({ origin: PORTAL_ORIGIN, host: portalHost(), token: () => null });

/**
 * Signs in (security 4): KDF block, key derivation in a worker, proof instead of the password, then the vault.
 * Expected refusals are outcomes; afterwards session and vault stores are filled.
 */
export async function signIn(credentials: Credentials, signal?: AbortSignal): Promise<SignInOutcome> {
  try {
    const options = signal === undefined ? {} : { signal };
    const { username, password, passcode, isRemembered } = credentials;
    const { kdf } = await call(portal(), authParams, { body: { username } }, options);
    const derived = await deriveKeys({ password, kdf });
    // A portal that asks for a weak derivation wants the password, not a sign-in.
    if (!derived.ok) return { kind: 'message', message: 'unknown_error' };
    const { proof, master } = derived.value;
    const body = { username, password: proof, remember: isRemembered, ...(passcode === undefined ? {} : { passcode }) };
    const upgrade = (raw: unknown): unknown => upgradeLoginAnswer(raw, nowSeconds());
    const answer = await call(portal(), login, { body }, { ...options, upgrade });
    acceptSession(answer, nowMs());
    await openAfterSignIn(answer, { password, kdf, master, proof }, isRemembered);
    wipe(master);
    return { kind: 'signed-in' };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return loginFailureOf(error.facts);
  }
}

async function openAfterSignIn(
  answer: SessionAnswer,
  keys: DerivedKeys & { readonly password: string; readonly kdf: unknown },
  isRemembered: boolean,
): Promise<void> {
  const dek = answer.user.peer_creds === null ? await makeFirstVault(answer, keys) : await unlockStored(answer, keys);
  const session = {
    id: answer.user.id,
    token: answer.token,
    expires: answer.expires,
    hash: dek === null ? '' : toBase64Url(dek),
    frontend_url: answer.user.frontend_url,
  };
  await writeRestoreRecord({ session, sid: answer.session_id, share: answer.share, isRemembered });
  if (dek === null) return;
  if (answer.user.peer_creds === null) {
    wipe(dek);
    return;
  }
  await openWith(answer, dek);
  if (!isSameBlock(keys.kdf, answer.user.peer_creds.kdf)) await sealUnderAccount(keys.password);
}

const isSameBlock = (a: unknown, b: unknown): boolean => JSON.stringify(checkKdf(a)) === JSON.stringify(checkKdf(b));

/** The account was reset to the very password the vault is under: seal it anew, or the portal would refuse every later save. */
async function sealUnderAccount(password: string): Promise<void> {
  try {
    // Seldom: not part of every sign-in.
    const { changePassword } = await import('./change-password.ts');
    await changePassword(password, password);
  } catch (error) {
    // The vault is open all the same; the next sign-in tries again.
    if (!(error instanceof ApiError)) throw error;
  }
}

/** Data key of the stored vault; null and a locked vault when it does not open with this password. */
async function unlockStored(
  answer: SessionAnswer,
  keys: DerivedKeys & { readonly password: string; readonly kdf: unknown },
): Promise<Bytes | null> {
  const file = parseVaultFile(answer.user.peer_creds);
  if (!file.ok) return lock(file.reason);
  // After a reset by e-mail the vault is still under the old password's block: then this password is not proven for it.
  if (isSameBlock(keys.kdf, file.value.kdf)) {
    const dek = await unlockWithPassword(file.value, answer.user.uuid, keys.master, { isPasswordProven: true });
    return dek.ok ? dek.value : lock(dek.reason);
  }
  const own = await deriveKeys({ password: keys.password, kdf: file.value.kdf });
  const dek = own.ok ? await unlockWithPassword(file.value, answer.user.uuid, own.value.master) : own;
  return dek.ok ? dek.value : lock(dek.reason);
}

function lock(reason: Parameters<typeof setLocked>[0]): null {
  setLocked(reason);
  return null;
}

/** First sign-in of an account: an empty vault under this password, saved at once, and its recovery key to be printed. */
async function makeFirstVault(
  answer: SessionAnswer,
  keys: DerivedKeys & { readonly kdf: unknown },
): Promise<Bytes | null> {
  setNoVault();
  const kdf = checkKdf(keys.kdf);
  // Who must change the password first may do nothing else; the change makes the vault.
  if (!kdf.ok || answer.user.must_change || answer.user.first_access) return null;
  const made = await createVaultFromMaster({
    userUuid: answer.user.uuid,
    kdf: kdf.value,
    master: keys.master,
    credentials: [],
  });
  if (!made.ok) return null;
  try {
    await sendVault(answer.user.id, made.value.vault);
    offerRecoveryKey(made.value.recoveryKey);
    return made.value.dekBytes;
  } catch (error) {
    // Signed in all the same; the vault is made at the next sign-in.
    if (!(error instanceof ApiError)) throw error;
    setNoVault();
    return null;
  }
}

async function openWith(answer: SessionAnswer, dek: Bytes): Promise<void> {
  const opened = await openUserVault(answer.user, dek);
  if (!opened.ok) {
    setLocked(opened.reason);
    return;
  }
  setOpenVault(opened.value);
  if (!opened.value.isReadOnly) rememberRev(opened.value);
}

/** `none`: nothing stored, straight to /login. `rejected`: stored but refused, through /logout (readings A-01). */
export type RestoreOutcome = 'restored' | 'none' | 'rejected' | 'unreachable';

/** Restores the stored session: one validating call (SESS-11), whose share opens the record. `unreachable` leaves it for another try. */
export async function restoreSession(): Promise<RestoreOutcome> {
  const sid = await restorableSession();
  if (sid === null) {
    forgetSession('signed-out');
    return 'none';
  }
  try {
    const answer = await callRefresh();
    const stored = answer.session_id === sid ? await openRestoreRecord(sid, answer.share) : null;
    if (stored === null || stored.id !== answer.user.id) return await reject();
    acceptSession(answer, nowMs());
    const dek = fromBase64Url(stored.hash);
    if (dek?.length === 32 && answer.user.peer_creds !== null) await openWith(answer, dek);
    else if (answer.user.peer_creds === null) setNoVault();
    else setLocked('missing_keys');
    return 'restored';
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (isConnectionFault(error) || error.facts.status >= 500 || error.code === 'rate_limit_exceeded')
      return 'unreachable';
    return reject();
  }
}

async function reject(): Promise<'rejected'> {
  closeVault();
  await clearRestoreRecord();
  forgetSession('ended');
  return 'rejected';
}

/** What is left to do when the server has ended the session: keys out of memory, nothing kept on disk (SESS-08). */
export async function clearEndedSession(): Promise<void> {
  closeVault();
  await clearRestoreRecord();
}

/** Signs out here, on the server and in every tab. The local part happens even when the server cannot be reached. */
export async function signOut(): Promise<void> {
  const wasSignedIn = currentSession().status === 'signed-in';
  closeVault();
  forgetSession('signed-out');
  tellOtherTabs({ kind: 'ended' });
  await clearRestoreRecord();
  await dropDatabase();
  if (!wasSignedIn) return;
  try {
    await call(portal(), logout, {});
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
  }
}
