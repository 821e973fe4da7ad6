import { canReadTransits } from '@varco/domain/policy/permissions.ts';
import { toRomeDay } from '@varco/domain/time/rome.ts';
import { parseBearerToken, verifyToken, type TokenRules } from '@varco/server-kit/auth/token.ts';
import { AppError } from '@varco/server-kit/errors/app-error.ts';
import type { Authenticator } from '@varco/server-kit/http/server-app.ts';
import type { Runner } from '../database/sql-statement.ts';
import { isAccountUsable } from './plant-authenticator.ts';
import { findUserByUuid } from './plant-user.repository.ts';
import type { PlantViewer } from './plant-viewer.ts';

/** The caller with an export delegation: the user who issued it, limited to one export. */
export interface DelegationViewer extends PlantViewer {
  /** Guid of the export that it covers. */
  readonly guid: string;
}

interface DelegationAuthenticatorDeps {
  readonly runner: Runner;
  readonly tokens: TokenRules;
  readonly now: () => Date;
}

/**
 * Authenticates an export token (`export+jwt`) and reads the user's current row: a user who lost the right also loses the
 * export.
 */
export function createDelegationAuthenticator({
  runner,
  tokens,
  now,
}: DelegationAuthenticatorDeps): Authenticator<DelegationViewer, 'export-delegation'> {
  return {
    async authenticate(request) {
      const claims = await verifyToken(tokens, parseBearerToken(request.headers.authorization), now());
      const user = await findUserByUuid(runner, claims.sub);
      const isValid = user !== null && user.ver === claims.ver && isAccountUsable(user, toRomeDay(now().getTime()));
      if (!isValid) throw new AppError('invalid_token', { sub: 'session_revoked' });
      const actor = {
        kind: 'user',
        id: user.uuid,
        name: user.username,
        group: user.group_name,
        level: user.level,
        session: claims.sid,
      } as const;
      return { actor, user, session: claims.sid, guid: claims.sid };
    },
    authorize: ({ user }) =>
      canReadTransits({ level: user.level, group: user.group_name }) === null
        ? null
        : new AppError('no_perms', { sub: 'not_force' }),
  };
}
