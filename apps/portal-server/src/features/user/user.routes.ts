import * as api from '@varco/contract/portal/user.ts';
import { AppError } from '@varco/server-kit/errors/app-error.ts';
import { implement } from '@varco/server-kit/http/implement.ts';
import type { PortalApp, PortalDeps } from '../../deps.ts';
import { withCountedProof } from '../sign-in/slow-down.service.ts';
import { isNameTaken } from './user.repository.ts';
import { changeUser, readUser } from './user.service.ts';

/** The caller's own record; administrators may read those of others. */
export function userRoutes(app: PortalApp, deps: PortalDeps): void {
  implement(app, api.getUser, async ({ params }, ctx) => {
    const isOwner = params.id === ctx.viewer.userId;
    if (!isOwner && !ctx.viewer.isAdmin) throw new AppError('no_perms');
    // Everybody signed in may read their own record; others' only after password change and first access.
    if (!isOwner && (ctx.viewer.mustChange || ctx.viewer.isFirstAccess)) throw new AppError('pass_change_required');
    if (!isOwner && ctx.viewer.mustEnable2fa) throw new AppError('no_perms', { sub: 'tfa_required' });
    const user = await readUser(deps, params.id, isOwner, ctx.now());
    if (!isOwner) await ctx.audit({ action: 'user.read', count: 1, detail: { user: user.uuid } });
    return user;
  });

  implement(app, api.updateUser, async ({ params, body }, ctx) => {
    const { viewer } = ctx;
    if (params.id !== viewer.userId) throw new AppError('no_perms');
    const record = ({ endedSessions }: { readonly endedSessions: number }): Promise<void> =>
      ctx.audit({ detail: { changed: Object.keys(body), ended_sessions: endedSessions } });
    const change = (): Promise<void> => changeUser(deps, body, { viewer, now: ctx.now(), record });
    if (body.password === undefined) await change();
    else {
      const attempt = { account: String(viewer.userId), ip: ctx.ip, knownDevice: viewer.deviceId };
      await withCountedProof(deps, attempt, ctx.now(), change);
    }
    return readUser(deps, params.id, true, ctx.now());
  });

  implement(app, api.usernameTaken, async ({ query }, ctx) => {
    if (await isNameTaken(deps.db, query.username, ctx.viewer.userId)) throw new AppError('duplicate');
  });
}
