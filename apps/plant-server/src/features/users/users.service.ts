import { randomUUID } from 'node:crypto';
import type { PlantUserBody, UserListCounts } from '@varco/contract/plant/users.ts';
import { canReserveEntries, canWriteLists } from '@varco/domain/policy/list-rights.ts';
import { parseInstantMs, toRomeDay } from '@varco/domain/time/rome.ts';
import { hashPassword } from '@varco/server-kit/auth/password.ts';
import { AppError } from '@varco/server-kit/errors/app-error.ts';
import type { CallContext } from '@varco/server-kit/http/call-context.ts';
import type { UsersDeps } from './users.deps.ts';
import { findUserByUuid, type PlantUser } from '../../auth/plant-user.repository.ts';
import { toListRights, type PlantViewer } from '../../auth/plant-viewer.ts';
import { inTransaction } from '../../database/pg-runner.ts';
import type { Runner } from '../../database/sql-statement.ts';
import { deleteListEntries, moveListEntries, countRestrictedEntries } from './user-lists.repository.ts';
import * as writes from './user-writes.repository.ts';
import { findManagedUser, type ManagedUserRow } from './users.repository.ts';
import { buildUserFields } from './user-fields.ts';

type PlantContext = CallContext<PlantViewer>;

const toLocalDay = (ctx: PlantContext): string => toRomeDay(parseInstantMs(ctx.now()));

/**
 * Fields with personal data. The audit log names them when they change but does not contain their values; rights are logged
 * with old and new value, and a password only as changed.
 */
const PERSONAL_FIELDS: ReadonlySet<string> = new Set(['username', 'fullname', 'email', 'description', 'extra']);

function buildAuditChanges(before: ManagedUserRow | null, fields: writes.UserFields): Record<string, unknown> {
  const changed: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields)) {
    const old: unknown = before === null ? null : Reflect.get(before, name);
    if (JSON.stringify(old) === JSON.stringify(value)) continue;
    changed[name] = PERSONAL_FIELDS.has(name) ? true : [old, value];
  }
  return changed;
}

const describeSource = ({ from_multi_portal: portal }: PlantUserBody): string =>
  portal === true ? 'multi-plant' : 'plant';

/**
 * Creates an account. Throws what `buildUserFields` throws. The password is hashed before the lock is taken, so that nobody
 * waits for it.
 * @returns the account as stored
 */
export async function createUserAccount(
  deps: UsersDeps,
  body: PlantUserBody,
  ctx: PlantContext,
): Promise<ManagedUserRow> {
  const { user: manager } = ctx.viewer;
  const hash = await hashPassword(body.password);
  return inTransaction(deps.pool, async (runner) => {
    await writes.lockUsers(runner);
    const fields = await buildUserFields({ runner, manager, before: null, body, today: toLocalDay(ctx) });
    const own = { uuid: randomUUID(), password_hash: hash, password_set_on: toLocalDay(ctx), created_by: manager.id };
    const id = await writes.insertUser(runner, fields, own);
    await ctx.audit({
      count: 1,
      detail: { user: id, changed: buildAuditChanges(null, fields), from: describeSource(body) },
    });
    return requireManagedUser(runner, manager, id);
  });
}

/** Changes an account. Throws `not_found` for a user the manager does not manage, and what `buildUserFields` throws. */
export async function updateUserAccount(
  deps: UsersDeps,
  id: number,
  body: PlantUserBody,
  ctx: PlantContext,
): Promise<ManagedUserRow> {
  const { user: manager } = ctx.viewer;
  const hash = body.password === '' ? null : await hashPassword(body.password);
  return inTransaction(deps.pool, async (runner) => {
    await writes.lockUsers(runner);
    const before = await requireChangeableUser(runner, manager, id);
    const fields = await buildUserFields({ runner, manager, before, body, today: toLocalDay(ctx) });
    const isClosed = fields.active === 0 && before.active !== 0;
    await writes.updateUser(runner, id, fields, hash !== null || isClosed);
    if (hash !== null) await writes.updatePasswordHash(runner, id, hash, toLocalDay(ctx));
    await requireRemainingAdmin(runner, toLocalDay(ctx));
    const detail = {
      user: id,
      changed: buildAuditChanges(before, fields),
      password: hash !== null,
      from: describeSource(body),
    };
    await ctx.audit({ count: 1, detail });
    return requireManagedUser(runner, manager, id);
  });
}

/** Deletes an account. Throws `not_found`, `conflict` (`own_account`, `user_has_lists` with the counts, `last_admin`). */
export async function deleteUserAccount(deps: UsersDeps, id: number, ctx: PlantContext): Promise<void> {
  const { user: manager } = ctx.viewer;
  await inTransaction(deps.pool, async (runner) => {
    await writes.lockUsers(runner);
    const before = await requireChangeableUser(runner, manager, id);
    if (before.id === manager.id) throw new AppError('conflict', { sub: 'own_account' });
    const { n_black: blacklist, n_white: whitelist, n_heads: figurehead } = before;
    if (blacklist + whitelist + figurehead > 0)
      throw new AppError('conflict', { sub: 'user_has_lists', data: { blacklist, whitelist, figurehead } });
    await writes.deleteUserRow(runner, id);
    await requireRemainingAdmin(runner, toLocalDay(ctx));
    await ctx.audit({ count: 1, detail: { user: id, username: before.username, group: before.group_name } });
  });
}

/** Deletes all list entries of a user. */
export async function deleteUserLists(deps: UsersDeps, id: number, ctx: PlantContext): Promise<UserListCounts> {
  const { user: manager } = ctx.viewer;
  return inTransaction(deps.pool, async (runner) => {
    await writes.lockUsers(runner);
    await requireChangeableUser(runner, manager, id);
    const deleted = await deleteListEntries(runner, id);
    await ctx.audit({ count: countEntries(deleted), detail: { user: id, deleted } });
    return deleted;
  });
}

/**
 * Moves all list entries of a user to another managed user, who must be allowed to write lists and to see the entries:
 * reserved ones need the right to reserve, INTERFORCE ones an enabled account. Throws `no_perms/beyond_own` otherwise.
 */
export async function moveUserLists(
  deps: UsersDeps,
  id: number,
  to: number,
  ctx: PlantContext,
): Promise<{ readonly moved: UserListCounts; readonly left: number }> {
  const { user: manager } = ctx.viewer;
  return inTransaction(deps.pool, async (runner) => {
    await writes.lockUsers(runner);
    const from = await requireChangeableUser(runner, manager, id);
    if (to === id) throw new AppError('bad_request', { sub: 'invalid_field', field: 'body/dst_user_id' });
    await checkReceiver(runner, manager, id, to);
    const moved = await moveListEntries(runner, id, to, ctx.now());
    const left = from.n_black - moved.blacklist;
    await ctx.audit({ count: countEntries(moved), detail: { user: id, to, moved, left } });
    return { moved, left };
  });
}

async function checkReceiver(runner: Runner, manager: PlantUser, from: number, to: number): Promise<void> {
  const row = to === manager.id ? { uuid: manager.uuid } : await findManagedUser(runner, manager, to);
  const receiver = row === null ? null : await findUserByUuid(runner, row.uuid);
  if (receiver === null) throw new AppError('bad_request', { sub: 'invalid_field', field: 'body/dst_user_id' });
  const rights = toListRights(receiver);
  const { reserved, interforce } = await countRestrictedEntries(runner, from);
  const seesInterforce = receiver.responsabile_interforze || receiver.interforce === 'enabled';
  const isFit =
    canWriteLists(rights) === null &&
    (reserved === 0 || canReserveEntries(rights)) &&
    (interforce === 0 || seesInterforce);
  if (!isFit) throw new AppError('no_perms', { sub: 'beyond_own', field: 'body/dst_user_id' });
}

const countEntries = ({ blacklist, whitelist, figurehead }: UserListCounts): number =>
  blacklist + whitelist + figurehead;

async function requireManagedUser(runner: Runner, manager: PlantUser, id: number): Promise<ManagedUserRow> {
  const row = await findManagedUser(runner, manager, id);
  if (row === null) throw new AppError('not_found');
  return row;
}

/**
 * Reads a user whom the manager may change: managed by them and not of a higher level. Below level 8 the own account is not
 * included.
 */
async function requireChangeableUser(runner: Runner, manager: PlantUser, id: number): Promise<ManagedUserRow> {
  const row = await requireManagedUser(runner, manager, id);
  if (row.level > manager.level) throw new AppError('no_perms', { sub: 'level' });
  return row;
}

/** Throws `conflict/last_admin` when the plant would have no administrator left. */
async function requireRemainingAdmin(runner: Runner, today: string): Promise<void> {
  if ((await writes.countActiveAdmins(runner, today)) === 0) throw new AppError('conflict', { sub: 'last_admin' });
}
