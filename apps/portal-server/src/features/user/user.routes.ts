import * as api from '@varco/contract/portal/user.ts';
import { AppError } from '@varco/server-kit/errors/app-error.ts';
import { implement } from '@varco/server-kit/http/implement.ts';
import type { PortalApp, PortalDeps } from '../../deps.ts';
import { countSignIn } from '../sign-in/slow-down.service.ts';
import { isNameTaken } from './user.queries.ts';
import { changeUser, readUser } from './user.service.ts';

/** Own record; administrators may read others'. */
export function userRoutes(app: PortalApp, deps: PortalDeps): void {
  implement(app, api.getUser, async ({ params }, ctx) => {
    const isOwner = params.id === ctx.viewer.userId;
    if (!isOwner && !ctx.viewer.isAdmin) throw new AppError('no_perms');
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
      // A stolen token must not become a place to guess the password.
      const attempt = { account: String(viewer.userId), ip: ctx.ip, knownDevice: viewer.deviceId };
      const counted = await countSignIn(deps, attempt, ctx.now());
      await change().catch(async (error: unknown) => {
        if (!(error instanceof AppError && error.code === 'bad_credentials')) await counted.notAFailure();
        throw error;
      });
      await counted.succeeded();
    }
    return readUser(deps, params.id, true, ctx.now());
  });

  implement(app, api.usernameTaken, async ({ query }, ctx) => {
    if (await isNameTaken(deps.db, query.username, ctx.viewer.userId)) throw new AppError('duplicate');
  });
}
