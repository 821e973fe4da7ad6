import { randomBytes, randomUUID } from 'node:crypto';
import { createRandomToken, hashSecretText } from '@varco/server-kit/auth/secrets.ts';
import { AppError } from '@varco/server-kit/errors/app-error.ts';
import type { ServerKey } from '../../auth/server-key.ts';
import type { Db, Tx } from '../../db.ts';
import type { PortalDeps } from '../../deps.ts';
import { queueMail } from '../../mail/outbox.repository.ts';
import * as queries from './session.repository.ts';
import { rotateCurrentToken, type RotatedSession } from './rotate-token.repository.ts';

const SECOND_MS = 1_000;
const HOUR_MS = 3_600_000;
/** decisions: 12 h idle, 24 h in total; 7 days in total with "remember me". */
const IDLE_MS = 12 * HOUR_MS;
const LIFE_MS = { remembered: 7 * 24 * HOUR_MS, plain: 24 * HOUR_MS } as const;
/** A previous token repeated within this time is a lost response, not a theft. */
const REPEAT_MS = 10 * SECOND_MS;

/**
 * The only successor of a token, derived from it: a repeated refresh gets the same one, and it need not be stored in
 * clear.
 */
const deriveSuccessor = (key: ServerKey, token: string): string =>
  key.mac('refresh-successor', token).toString('base64url');

export interface SignedIn {
  readonly userId: number;
  readonly deviceId: string;
  readonly isRemembered: boolean;
  readonly amr: readonly string[];
  readonly ip: string;
  readonly client: string;
  /** The browser's user agent. */
  readonly agent: string;
}

export interface OpenedSession {
  readonly sessionId: string;
  readonly refreshToken: string;
  /** Life of the cookie; null: until the browser closes. */
  readonly cookieLifeS: number | null;
  readonly share: string;
}

/** Starts a session with newly generated tokens: a token sent by the browser is never adopted (session fixation). */
export async function openSession(tx: Tx, who: SignedIn, now: string): Promise<OpenedSession> {
  const refreshToken = createRandomToken();
  const share = randomBytes(32);
  const id = randomUUID();
  const lifeMs = who.isRemembered ? LIFE_MS.remembered : LIFE_MS.plain;
  await queries.insertSession(tx, {
    ...who,
    id,
    share,
    now,
    expiresAt: new Date(Date.parse(now) + lifeMs).toISOString(),
    tokenHash: hashSecretText(refreshToken),
  });
  return {
    sessionId: id,
    refreshToken,
    cookieLifeS: who.isRemembered ? lifeMs / SECOND_MS : null,
    share: share.toString('base64url'),
  };
}

type PresentedToken = NonNullable<Awaited<ReturnType<typeof queries.lockPresentedToken>>>;
export type RefreshedSession = OpenedSession & {
  readonly user: Pick<RotatedSession, 'user_id' | 'uuid' | 'username' | 'token_version' | 'amr'>;
};

/** Result of a refresh. `reuse`: an old token or a foreign device; the whole family is revoked. */
export type RefreshResult =
  | { readonly kind: 'ok'; readonly session: RefreshedSession }
  | { readonly kind: 'refused' }
  | {
      readonly kind: 'reuse';
      readonly userId: number;
      readonly username: string;
      readonly userUuid: string;
      readonly sessionId: string;
    };

interface RefreshAttempt {
  readonly token: string;
  /** From the device cookie, null when absent. */
  readonly deviceId: string | null;
  readonly ip: string;
}

/** Rotates a refresh token (security rules, part 3). */
export async function refreshSession(
  deps: Pick<PortalDeps, 'db' | 'pool' | 'key'>,
  input: RefreshAttempt,
  now: string,
): Promise<RefreshResult> {
  const next = deriveSuccessor(deps.key, input.token);
  const turned = await rotateCurrentToken(deps.pool, {
    from: hashSecretText(input.token),
    to: hashSecretText(next),
    deviceId: input.deviceId,
    ip: input.ip,
    now,
    usedSince: new Date(Date.parse(now) - IDLE_MS).toISOString(),
  });
  if (turned !== null) return { kind: 'ok', session: { ...toOpenedSession(turned, next, now), user: turned } };
  return handleUnusualRefresh(deps, input, now);
}

/**
 * Handles a token that could not simply be rotated: a repeated call after a lost response, a theft, or an ended
 * session.
 */
function handleUnusualRefresh(
  deps: Pick<PortalDeps, 'db' | 'key'>,
  input: RefreshAttempt,
  now: string,
): Promise<RefreshResult> {
  const hash = hashSecretText(input.token);
  return deps.db.transaction().execute(async (tx) => {
    const found = await queries.lockPresentedToken(tx, hash);
    if (found === undefined || !isUsable(found, now)) return { kind: 'refused' };
    const next = deriveSuccessor(deps.key, input.token);
    const nextHash = hashSecretText(next);
    const { session, token } = found;
    const isTheft =
      session.device_id !== input.deviceId || (token.rotated_at !== null && !(await isRepeat(tx, found, now)));
    if (isTheft) {
      await queries.revokeSession(tx, session.id, 'reuse', now);
      const facts = { ip: input.ip, at: now.slice(0, 16).replace('T', ' ') };
      await queueMail(tx, { kind: 'session_reuse', to: { userId: session.user_id }, facts }, now);
      return {
        kind: 'reuse',
        userId: session.user_id,
        username: session.username,
        userUuid: session.uuid,
        sessionId: session.id,
      };
    }
    if (token.rotated_at === null)
      await queries.rotateToken(tx, { sessionId: session.id, from: hash, to: nextHash, now });
    await queries.touchSession(tx, { sessionId: session.id, userId: session.user_id, ip: input.ip, now });
    return { kind: 'ok', session: { ...toOpenedSession(session, next, now), user: session } };
  });
}

const isUsable = ({ session }: PresentedToken, now: string): boolean =>
  session.revoked_at === null &&
  session.is_active &&
  session.expires_at > now &&
  (session.user_expires_at === null || session.user_expires_at > now) &&
  (session.is_remembered || Date.parse(now) - Date.parse(session.last_used_at) <= IDLE_MS);

/** Only the token just before the current one may be repeated, and only for a moment. */
async function isRepeat(tx: Tx, { token }: PresentedToken, now: string): Promise<boolean> {
  if (token.rotated_at === null || token.successor_hash === null) return false;
  if (Date.parse(now) - Date.parse(token.rotated_at) > REPEAT_MS) return false;
  return queries.isCurrentToken(tx, token.successor_hash);
}

function toOpenedSession(
  session: Omit<RotatedSession, 'uuid' | 'username'>,
  refreshToken: string,
  now: string,
): OpenedSession {
  const leftS = Math.floor((Date.parse(session.expires_at) - Date.parse(now)) / SECOND_MS);
  return {
    sessionId: session.id,
    refreshToken,
    cookieLifeS: session.is_remembered ? leftS : null,
    share: session.share.toString('base64url'),
  };
}

/**
 * Ends the session of a refresh token and returns its user; an unknown token is not an error, because the cookie is
 * deleted anyway.
 */
export async function closeSession(db: Db, token: string, now: string) {
  return db.transaction().execute(async (tx) => {
    const found = await queries.lockPresentedToken(tx, hashSecretText(token));
    if (found === undefined) return null;
    await queries.revokeSession(tx, found.session.id, 'logout', now);
    return found.session;
  });
}

/** Error for every failed refresh: the reason is not revealed to the caller. */
export const sessionRefusedError = (): AppError => new AppError('invalid_token', { sub: 'session_revoked' });
