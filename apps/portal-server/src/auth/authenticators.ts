import { AppError } from '@varco/server-kit/errors/app-error.ts';
import type { AuditActor } from '@varco/domain/audit/audit-entry.ts';
import { PLANT_HEADERS } from '@varco/domain/portal/plant-signature.ts';
import { parseBearerToken, verifyToken } from '@varco/server-kit/auth/token.ts';
import type { Authenticator } from '@varco/server-kit/http/server-app.ts';
import type { PortalDeps, PortalViewers } from '../deps.ts';
import { hashCookieKey } from '../features/exports/export-key.ts';
import { findLink } from '../features/account/account-link.repository.ts';
import { linkInvalidError } from '../features/account/first-access.service.ts';
import { toAuditActor } from '../features/sign-in/sign-in.service.ts';
import { readCookie, readDeviceCookie, REFRESH_COOKIE } from '../features/session/session.cookies.ts';
import { findLiveSession } from '../features/session/session.repository.ts';
import { isSecondFactorRequired } from '../features/two-factor/required.ts';

type PortalAuthenticator<Who extends keyof PortalViewers> = Authenticator<PortalViewers[Who], Who>;

const ANONYMOUS_ACTOR: AuditActor = {
  kind: 'anonymous',
  id: null,
  name: null,
  group: null,
  level: null,
  session: null,
};
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const sessionRevokedError = (): AppError => new AppError('invalid_token', { sub: 'session_revoked' });

/**
 * Checks the bearer token, then the session and user rows, so that changes since the token was issued take effect at
 * once.
 */
export const createPortalUserAuthenticator = (deps: PortalDeps): PortalAuthenticator<'portal-user'> => ({
  async authenticate(request) {
    const at = deps.now();
    const now = at.toISOString();
    const claims = await verifyToken(deps.tokens, parseBearerToken(request.headers.authorization), at);
    const row = UUID.test(claims.sid) ? await findLiveSession(deps.db, claims.sid, now) : undefined;
    const isValid =
      row !== undefined &&
      row.uuid === claims.sub &&
      row.token_version === claims.ver &&
      row.is_active &&
      (row.expires_at === null || row.expires_at > now);
    if (!isValid) throw sessionRevokedError();
    return {
      actor: { kind: 'user', id: row.uuid, name: row.username, group: null, level: null, session: claims.sid },
      userId: row.id,
      uuid: row.uuid,
      sessionId: claims.sid,
      deviceId: row.device_id,
      isAdmin: row.is_admin,
      readsAudit: row.audit_read,
      mustChange: row.must_change,
      isFirstAccess: row.is_first_access,
      mustEnable2fa: !row.enable_2fa && isSecondFactorRequired(deps.settings.current(), row),
    };
  },
  authorize(viewer, { rule }) {
    if (rule === 'any') return null;
    // P 4: until the password is changed, or the first access completed, nothing else is allowed.
    if (viewer.mustChange || viewer.isFirstAccess) return new AppError('pass_change_required');
    if (rule === 'enrol') return null;
    if (viewer.mustEnable2fa) return new AppError('no_perms', { sub: 'tfa_required' });
    const isAllowed = rule === 'ready' || (rule === 'admin' ? viewer.isAdmin : viewer.readsAudit);
    return isAllowed ? null : new AppError('no_perms');
  },
});

/**
 * The refresh cookie is accepted from the portal's own page only: exact `Origin`, and a header that no form or image
 * can set (security rules, part 3).
 */
export const createRefreshCookieAuthenticator = (deps: PortalDeps): PortalAuthenticator<'refresh-cookie'> => ({
  async authenticate(request) {
    const version = request.headers['x-client-version'];
    const isOurPage =
      request.headers.origin === deps.publicOrigin && typeof version === 'string' && /^\d+(\.\d+){0,3}$/.test(version);
    if (!isOurPage) throw new AppError('no_perms', { sub: 'origin_not_allowed' });
    return {
      actor: ANONYMOUS_ACTOR,
      refreshToken: readCookie(request.headers.cookie, REFRESH_COOKIE),
      deviceId: readDeviceCookie(deps.key, request.headers.cookie),
    };
  },
  authorize: () => null,
});

/** The bearer token of a mailed link. Checking it does not use it up. */
export const createRecoveryAuthenticator = (deps: PortalDeps): PortalAuthenticator<'recovery-token'> => ({
  async authenticate(request) {
    const token = parseBearerToken(request.headers.authorization);
    const link = await findLink(deps.db, token, ['reset', 'invite'], deps.now().toISOString());
    if (link === undefined) throw linkInvalidError();
    const { id: userId, email, hash: linkHash, purpose: linkPurpose } = link;
    return { actor: toAuditActor(link, null), userId, email, linkHash, linkPurpose };
  },
  authorize: () => null,
});

/** A plant is authenticated by the signature over the body, which has not arrived yet; the handler verifies it. */
export const plantAuthenticator: PortalAuthenticator<'plant-signature'> = {
  async authenticate(request) {
    if (request.headers[PLANT_HEADERS.signature] === undefined) throw new AppError('missing_api_key');
    return { actor: ANONYMOUS_ACTOR };
  },
  authorize: () => null,
};

/** The handler compares the key in the cookie with the requested export. A call without the cookie is refused here. */
export const exportCookieAuthenticator: PortalAuthenticator<'export-cookie'> = {
  async authenticate(request) {
    if (hashCookieKey(request.headers.cookie) === null) throw new AppError('invalid_token', { sub: 'jwt_missing' });
    return { actor: ANONYMOUS_ACTOR };
  },
  authorize: () => null,
};
