import * as api from '@varco/contract/portal/sessions.ts';
import { AppError } from '@varco/server-kit/errors/app-error.ts';
import { implement } from '@varco/server-kit/http/implement.ts';
import type { PortalApp, PortalDeps } from '../../deps.ts';
import { withCountedProof } from '../sign-in/slow-down.service.ts';
import { findUser } from '../user/user.repository.ts';
import { parseDeviceName } from './device-name.ts';
import { findOpenSessions, revokeOwnedSession } from './session.repository.ts';

/**
 * Lists the caller's own open sessions, and with the password ends one of them. An administrator cannot see another
 * person's, only end all of them.
 */
export function ownSessionsRoutes(app: PortalApp, deps: PortalDeps): void {
  implement(app, api.listSessions, async ({ params }, ctx) => {
    const { viewer } = ctx;
    if (params.id !== viewer.userId) throw new AppError('no_perms');
    const rows = await findOpenSessions(deps.db, viewer.userId, ctx.now());
    const sessions = rows.map(({ agent, is_remembered: remembered, ...row }) => ({
      ...row,
      ...parseDeviceName(agent),
      remembered,
      current: row.id === viewer.sessionId,
    }));
    return { sessions };
  });

  implement(app, api.revokeOwnSession, async ({ params, body }, ctx) => {
    const { viewer } = ctx;
    if (params.id !== viewer.userId) throw new AppError('no_perms');
    const attempt = { account: String(viewer.userId), ip: ctx.ip, knownDevice: viewer.deviceId };
    await withCountedProof(deps, attempt, ctx.now(), async () => {
      const user = await findUser(deps.db, viewer.userId);
      if (!(await deps.hasher.verify(user?.proof_hash ?? null, body.password))) throw new AppError('bad_credentials');
      const isEnded = await revokeOwnedSession(deps.db, { id: params.session, userId: viewer.userId }, ctx.now());
      if (!isEnded) throw new AppError('not_found');
      await ctx.audit({ detail: { session: params.session } });
    });
  });
}
