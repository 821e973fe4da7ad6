import { randomUUID } from 'node:crypto';
import type { SessionResponse } from '@varco/contract/portal/auth.ts';
import type { KdfBlock } from '@varco/contract/vault.ts';
import type { AuditActor } from '@varco/domain/audit/audit-entry.ts';
import { AppError } from '@varco/server-kit/errors/app-error.ts';
import { signToken } from '@varco/server-kit/auth/token.ts';
import type { PortalDeps } from '../../deps.ts';
import { remindToVerify } from '../account/first-access.service.ts';
import { type OpenedSession, openSession } from '../session/session.service.ts';
import { readUser } from '../user/user.service.ts';
import { getMissingFactor, verifySecondFactor } from './second-factor.service.ts';
import * as queries from './sign-in.repository.ts';
import { type CountedAttempt, countSignIn } from './slow-down.service.ts';

/**
 * Key derivation returned for unknown names: the same as for new accounts, with a salt that only this server can
 * compute.
 */
const NEW_KDF = { alg: 'argon2id', v: 19, m: 65_536, t: 3, p: 1 } as const;
const SALT_BYTES = 16;

/** How the browser derives the proof of this account; an unknown name gets a response of the same shape. */
export async function getLoginKdf(deps: Pick<PortalDeps, 'db' | 'key'>, username: string): Promise<KdfBlock> {
  const salt = deps.key.mac('params-salt', username.toLowerCase()).subarray(0, SALT_BYTES).toString('base64url');
  return queries.findLoginKdf(deps.db, username, { ...NEW_KDF, salt });
}

export interface SignInRequest {
  readonly username: string;
  readonly proof: string;
  readonly passcode: string | null;
  readonly remember: boolean;
  readonly ip: string;
  readonly client: string;
  readonly agent: string;
  /** Device id from a valid device cookie. */
  readonly deviceId: string | null;
}

export type SignInResult =
  | {
      readonly kind: 'ok';
      readonly actor: AuditActor;
      readonly opened: OpenedSession;
      readonly deviceId: string;
      readonly user: TokenSubject;
    }
  | { readonly kind: 'refused'; readonly actor: AuditActor | null; readonly error: AppError };

/** The user an access token is issued to. */
export interface TokenSubject {
  readonly userId: number;
  readonly uuid: string;
  readonly version: number;
  readonly amr: readonly string[];
}

/** The user as named in the consultation log. */
export const toAuditActor = (user: { uuid: string; username: string }, sessionId: string | null): AuditActor => ({
  kind: 'user',
  id: user.uuid,
  name: user.username,
  group: null,
  level: null,
  session: sessionId,
});

const ACCESS_LIFE_S = 15 * 60;
const PROOF_PREFIX = 'p1.';

/**
 * Checks a sign-in. Unknown user, wrong password and disabled user give the same response at the same cost (one slow
 * hash); every other refusal is returned only after a correct proof. Throws `rate_limit_exceeded` while slowed down.
 */
export async function signIn(deps: PortalDeps, request: SignInRequest, now: string): Promise<SignInResult> {
  const account = await queries.findAccount(deps.db, request.username);
  const attempt = await countSignIn(deps, await describeAttempt(deps, request, account), now);
  const isRight = await deps.hasher.verify(account?.proof_hash ?? null, request.proof);
  if (account === undefined || !isRight || !account.is_active || !request.proof.startsWith(PROOF_PREFIX))
    return {
      kind: 'refused',
      actor: account === undefined ? null : toAuditActor(account, null),
      error: new AppError('bad_credentials'),
    };
  const actor = toAuditActor(account, null);
  const barred = findAccountBarrier(account, now);
  if (barred !== null) {
    await attempt.notAFailure();
    if (barred.code === 'email_not_verified') await remindToVerify(deps, account.id, now);
    return { kind: 'refused', actor, error: barred };
  }
  const factor = await checkSecondFactor(deps, { account, attempt, passcode: request.passcode, now });
  if (factor instanceof AppError) return { kind: 'refused', actor, error: factor };
  const amr = factor === null ? ['pwd'] : ['pwd', factor];
  return completeSignIn(deps, { request, account, attempt, amr, now });
}

async function describeAttempt(deps: PortalDeps, request: SignInRequest, account: queries.Account | undefined) {
  const { deviceId, ip } = request;
  const isKnown =
    account !== undefined && deviceId !== null && (await queries.isKnownDevice(deps.db, account.id, deviceId));
  return {
    account: account === undefined ? request.username.toLowerCase() : String(account.id),
    ip,
    knownDevice: isKnown ? deviceId : null,
  };
}

/**
 * Reason that excludes an account with the right password (P 8); provisioned accounts verify their e-mail later
 * (readings B-03).
 */
function findAccountBarrier(account: queries.Account, now: string): AppError | null {
  if (!account.email_verified && !account.is_first_access) return new AppError('email_not_verified');
  if (account.expires_at !== null && account.expires_at <= now) return new AppError('user_expired');
  if (account.password_expires_at !== null && account.password_expires_at <= now)
    return new AppError('expired_password');
  return null;
}

interface FactorInput {
  readonly account: queries.Account;
  readonly attempt: CountedAttempt;
  readonly passcode: string | null;
  readonly now: string;
}

/** The method used, null when none is required, or the refusal (readings B-19). A wrong code counts as a failure. */
async function checkSecondFactor(
  deps: PortalDeps,
  { account, attempt, passcode, now }: FactorInput,
): Promise<'otp' | 'rcv' | null | AppError> {
  const missing = getMissingFactor(account);
  if (missing === null) return null;
  if (passcode === null || passcode.trim() === '') {
    await attempt.notAFailure();
    return new AppError('no_auth', { sub: missing });
  }
  return (
    (await verifySecondFactor(deps, account, passcode, now)) ?? new AppError('bad_credentials', { sub: 'bad_otp' })
  );
}

interface VerifiedSignIn {
  readonly request: SignInRequest;
  readonly account: queries.Account;
  readonly attempt: CountedAttempt;
  readonly amr: readonly string[];
  readonly now: string;
}

async function completeSignIn(
  deps: PortalDeps,
  { request, account, attempt, amr, now }: VerifiedSignIn,
): Promise<SignInResult> {
  const deviceId = request.deviceId ?? randomUUID();
  const opened = await deps.db.transaction().execute(async (tx) => {
    await queries.rememberDevice(tx, account.id, deviceId, now);
    await queries.recordLogin(tx, account.id, now);
    const { ip, client, agent, remember: isRemembered } = request;
    return openSession(tx, { userId: account.id, deviceId, isRemembered, amr, ip, client, agent }, now);
  });
  await attempt.succeeded();
  const user = { userId: account.id, uuid: account.uuid, version: account.token_version, amr };
  return { kind: 'ok', actor: toAuditActor(account, opened.sessionId), opened, deviceId, user };
}

/** Response of login and refresh: access token, share and the current record of the person. */
export async function buildSessionResponse(
  deps: PortalDeps,
  opened: OpenedSession,
  user: TokenSubject,
  now: string,
): Promise<SessionResponse> {
  const at = new Date(now);
  const token = signToken(deps.tokens, {
    sub: user.uuid,
    sid: opened.sessionId,
    ver: user.version,
    amr: user.amr,
    lifeS: ACCESS_LIFE_S,
    now: at,
  });
  const expires = Math.floor(at.getTime() / 1000) + ACCESS_LIFE_S;
  return {
    token,
    expires,
    share: opened.share,
    session_id: opened.sessionId,
    user: await readUser(deps, user.userId, true, now),
  };
}
