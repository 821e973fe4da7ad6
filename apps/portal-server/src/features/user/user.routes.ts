import * as api from '@varco/contract/portal/user.ts';
import { AppError } from '@varco/server-kit/errors/app-error.ts';
import { implement } from '@varco/server-kit/http/implement.ts';
import type { PortalViewer } from '../../auth/portal-viewer.ts';
import type { PortalApp, PortalDeps } from '../../deps.ts';
import { withCountedProof } from '../sign-in/slow-down.service.ts';
import { changeAccountState, type StateChange } from '../users/users.service.ts';
import { isNameTaken } from './user.repository.ts';
import { changeUser, readUser } from './user.service.ts';

const ADMINISTRATED_FIELDS: readonly string[] = ['active', 'must_change', 'audit_read', 'notes'];

/** What an administrator may change on another person's account, and nothing else. Throws `no_perms`. */
function checkAdministratedFields(viewer: PortalViewer, body: StateChange): StateChange {
  const isReady = viewer.isAdmin && !viewer.mustChange && !viewer.isFirstAccess && !viewer.mustEnable2fa;
  const names = Object.keys(body);
  if (!isReady || names.length === 0 || names.some((name) => !ADMINISTRATED_FIELDS.includes(name)))
    throw new AppError('no_perms');
  return body;
}

/** Nobody changes these fields of their own account. */
function refuseAdministratedFields(body: StateChange): void {
  const name = Object.keys(body).find((one) => ADMINISTRATED_FIELDS.includes(one));
  if (name !== undefined) throw new AppError('bad_request', { sub: 'unknown_field', field: `body/${name}` });
}

/** The caller's own record; administrators may read those of others and change their state. */
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
    if (params.id !== viewer.userId) {
      const change = checkAdministratedFields(viewer, body);
      const record = (detail: Readonly<Record<string, unknown>>): Promise<void> => ctx.audit({ count: 1, detail });
      await changeAccountState(deps, params.id, change, { viewer, now: ctx.now(), record });
      return readUser(deps, params.id, false, ctx.now());
    }
    refuseAdministratedFields(body);
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
