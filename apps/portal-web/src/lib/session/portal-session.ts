import { type SessionResponse, authParams, login, logout } from '@varco/contract/portal/auth.ts';
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
import { upgradeLoginResponse } from './login-response.ts';
import { type LoginFailure, toLoginFailure } from './login-message.ts';
import { PORTAL_ORIGIN, callRefresh, portalHost, notifyOtherTabs } from './refresh-session.ts';
import { openRestoreRecord, writeRestoreRecord } from './restore-record.ts';
import { acceptSession, currentSession, clearSession } from './session-store.ts';
import { clearRestoreRecord, findRestorableSession } from './stored-session.ts';
import {
  closeVault,
  offerRecoveryKey,
  openUserVault,
  storeRevision,
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
 * Signs in (security 4): fetches the KDF block, derives the keys in a worker, sends the proof instead of the password,
 * then opens the vault. Expected refusals are outcomes; on success session and vault stores are filled.
 */
export async function signIn(credentials: Credentials, signal?: AbortSignal): Promise<SignInOutcome> {
  try {
    const options = signal === undefined ? {} : { signal };
    const { username, password, passcode, isRemembered } = credentials;
    const { kdf } = await call(portal(), authParams, { body: { username } }, options);
    const derived = await deriveKeys({ password, kdf });
    // A portal that requests a weak derivation may be trying to obtain the password, so the sign-in stops.
    if (!derived.ok) return { kind: 'message', message: 'unknown_error' };
    const { proof, master } = derived.value;
    const body = { username, password: proof, remember: isRemembered, ...(passcode === undefined ? {} : { passcode }) };
    const upgrade = (raw: unknown): unknown => upgradeLoginResponse(raw, nowSeconds());
    const answer = await call(portal(), login, { body }, { ...options, upgrade });
    acceptSession(answer, nowMs());
    await openAfterSignIn(answer, { password, kdf, master, proof }, isRemembered);
    wipe(master);
    return { kind: 'signed-in' };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return toLoginFailure(error.facts);
  }
}

async function openAfterSignIn(
  answer: SessionResponse,
  keys: DerivedKeys & { readonly password: string; readonly kdf: unknown },
  isRemembered: boolean,
): Promise<void> {
  const dek =
    answer.user.peer_creds === null ? await createFirstVault(answer, keys) : await unlockStoredVault(answer, keys);
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
  await openVaultWith(answer, dek);
  if (!isSameKdfBlock(keys.kdf, answer.user.peer_creds.kdf)) await resealWithAccountPassword(keys.password);
}

const isSameKdfBlock = (a: unknown, b: unknown): boolean => JSON.stringify(checkKdf(a)) === JSON.stringify(checkKdf(b));

/**
 * Seals the vault again when the account was reset to the password that already opens the vault. Otherwise the portal
 * would reject every later save.
 */
async function resealWithAccountPassword(password: string): Promise<void> {
  try {
    // Imported on demand, because this is rare.
    const { changePassword } = await import('./change-password.ts');
    await changePassword(password, password);
  } catch (error) {
    // The vault is open anyway; the next sign-in tries again.
    if (!(error instanceof ApiError)) throw error;
  }
}

/** Data key of the stored vault. Null, with the vault locked, when this password does not open it. */
async function unlockStoredVault(
  answer: SessionResponse,
  keys: DerivedKeys & { readonly password: string; readonly kdf: unknown },
): Promise<Bytes | null> {
  const file = parseVaultFile(answer.user.peer_creds);
  if (!file.ok) return lockVault(file.reason);
  // After a reset by e-mail the vault still has the KDF block of the old password, which this password does not match.
  if (isSameKdfBlock(keys.kdf, file.value.kdf)) {
    const dek = await unlockWithPassword(file.value, answer.user.uuid, keys.master, { isPasswordProven: true });
    return dek.ok ? dek.value : lockVault(dek.reason);
  }
  const own = await deriveKeys({ password: keys.password, kdf: file.value.kdf });
  const dek = own.ok ? await unlockWithPassword(file.value, answer.user.uuid, own.value.master) : own;
  return dek.ok ? dek.value : lockVault(dek.reason);
}

function lockVault(reason: Parameters<typeof setLocked>[0]): null {
  setLocked(reason);
  return null;
}

/** First sign-in of an account: creates an empty vault with this password, saves it, and offers its recovery key for printing. */
async function createFirstVault(
  answer: SessionResponse,
  keys: DerivedKeys & { readonly kdf: unknown },
): Promise<Bytes | null> {
  setNoVault();
  const kdf = checkKdf(keys.kdf);
  // A user who must change the password first may do nothing else; that change creates the vault.
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
    // The user is signed in anyway; the vault is created at the next sign-in.
    if (!(error instanceof ApiError)) throw error;
    setNoVault();
    return null;
  }
}

async function openVaultWith(answer: SessionResponse, dek: Bytes): Promise<void> {
  const opened = await openUserVault(answer.user, dek);
  if (!opened.ok) {
    setLocked(opened.reason);
    return;
  }
  setOpenVault(opened.value);
  if (!opened.value.isReadOnly) storeRevision(opened.value);
}

/** `none`: no stored session, go to /login. `rejected`: stored but refused, go through /logout (readings A-01). */
export type RestoreOutcome = 'restored' | 'none' | 'rejected' | 'unreachable';

/**
 * Restores the stored session with one validating call (SESS-11), whose share opens the record. `unreachable` keeps the
 * record for another attempt.
 */
export async function restoreSession(): Promise<RestoreOutcome> {
  const sid = await findRestorableSession();
  if (sid === null) {
    clearSession('signed-out');
    return 'none';
  }
  try {
    const answer = await callRefresh();
    const stored = answer.session_id === sid ? await openRestoreRecord(sid, answer.share) : null;
    if (stored === null || stored.id !== answer.user.id) return await rejectRestore();
    acceptSession(answer, nowMs());
    const dek = fromBase64Url(stored.hash);
    if (dek?.length === 32 && answer.user.peer_creds !== null) await openVaultWith(answer, dek);
    else if (answer.user.peer_creds === null) setNoVault();
    else setLocked('missing_keys');
    return 'restored';
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (isConnectionFault(error) || error.facts.status >= 500 || error.code === 'rate_limit_exceeded')
      return 'unreachable';
    return rejectRestore();
  }
}

async function rejectRestore(): Promise<'rejected'> {
  closeVault();
  await clearRestoreRecord();
  clearSession('ended');
  return 'rejected';
}

/** Cleanup after the server ended the session: deletes the keys from memory and everything stored on disk (SESS-08). */
export async function clearEndedSession(): Promise<void> {
  closeVault();
  await clearRestoreRecord();
}

/** Signs out here, on the server and in every tab. The local cleanup also happens when the server is unreachable. */
export async function signOut(): Promise<void> {
  const wasSignedIn = currentSession().status === 'signed-in';
  closeVault();
  clearSession('signed-out');
  notifyOtherTabs({ kind: 'ended' });
  await clearRestoreRecord();
  await dropDatabase();
  if (!wasSignedIn) return;
  try {
    await call(portal(), logout, {});
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
  }
}
