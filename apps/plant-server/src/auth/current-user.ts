import { canReadTransits } from '@varco/domain/policy/permissions.ts';
import { toRomeDay } from '@varco/domain/time/rome.ts';
import { parseBearerToken, verifyToken, type TokenClaims, type TokenRules } from '@varco/server-kit/auth/token.ts';
import { AppError } from '@varco/server-kit/errors/app-error.ts';
import type { Runner } from '../database/sql-statement.ts';
import { findUserOfSession, type PlantUser } from './plant-user.repository.ts';
import type { PlantViewer } from './plant-viewer.ts';

/** What it takes to verify a token and to read its user. */
export interface TokenAuthenticatorDeps {
  readonly runner: Runner;
  readonly tokens: TokenRules;
  readonly now: () => Date;
}

/** True when the account can be used: enabled, not expired, with a password neither expired nor to be changed. */
export const isAccountUsable = (user: PlantUser, today: string): boolean =>
  user.active === 1 &&
  (user.expires_on === null || user.expires_on >= today) &&
  (user.password_expires_on === null || user.password_expires_on >= today);

/** The user as the caller of a request. `session`: id of the token or of the page the ticket was issued to. */
export function buildViewer(user: PlantUser, session: string): PlantViewer {
  const { uuid: id, username: name, group_name: group, level } = user;
  return { actor: { kind: 'user', id, name, group, level, session }, user, session };
}

/** The caller with a bearer token, and what the token says. */
export interface TokenUser {
  readonly viewer: PlantViewer;
  readonly claims: TokenClaims;
}

/**
 * The caller with a bearer token of any kind. User and session are read with every call, so disabling a user, changing the
 * password or signing out invalidates tokens at once, in every process. Throws `invalid_token`.
 */
export async function authenticateTokenUser(
  { runner, tokens, now }: TokenAuthenticatorDeps,
  authorization: string | undefined,
): Promise<TokenUser> {
  const claims = await verifyToken(tokens, parseBearerToken(authorization), now());
  const user = await findUserOfSession(runner, claims.sub, claims.sid);
  const isValid = user !== null && user.ver === claims.ver && isAccountUsable(user, toRomeDay(now().getTime()));
  if (!isValid) throw new AppError('invalid_token', { sub: 'session_revoked' });
  return { viewer: buildViewer(user, claims.sid), claims };
}

/** The error for a user who may not read transits (T 6, readings TA52); null when allowed. */
export const checkTransitRights = (user: PlantUser): AppError | null =>
  canReadTransits({ level: user.level, group: user.group_name }) === null
    ? null
    : new AppError('no_perms', { sub: 'not_force' });
