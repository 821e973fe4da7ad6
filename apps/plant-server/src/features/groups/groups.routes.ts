import * as api from '@varco/contract/plant/groups.ts';
import { PLANT_ADMIN_LEVEL } from '@varco/domain/policy/permissions.ts';
import { canManageDistricts, canManageUsers } from '@varco/domain/policy/plant-permissions.ts';
import { AppError } from '@varco/server-kit/errors/app-error.ts';
import { implement } from '@varco/server-kit/http/implement.ts';
import type { PlantApp } from '../../context/plant-app.ts';
import type { GroupsDeps } from './groups.deps.ts';
import type { PlantViewer } from '../../auth/plant-viewer.ts';
import { buildSinglePagePagination } from '../../http/single-page-pagination.ts';
import { inTransaction } from '../../database/pg-runner.ts';
import type { Runner } from '../../database/sql-statement.ts';
import * as queries from './groups.repository.ts';

const toGroupView = (row: queries.GroupRow): api.Group => ({
  id: row.id,
  name: row.name,
  level: row.level,
  fdo: row.name.startsWith('fdo'),
  defaults: api.GroupDefaults.parse(row.defaults),
  look_back_days: row.look_back_days,
  rows_per_day: row.rows_per_day,
  approves: row.approves,
  handles_requests: row.handles_requests,
  members: row.members,
  ver: row.ver,
});

/** Content of a group for the audit log. */
const toGroupAuditDetail = (group: queries.GroupFields) => ({
  name: group.name,
  level: group.level,
  defaults: group.defaults,
  look_back_days: group.look_back_days,
  rows_per_day: group.rows_per_day,
  approves: group.approves,
  handles_requests: group.handles_requests,
});

/** Groups of the plant (readings TA30, ADR 0027). The audit entry is durable before a change is. */
export function groupRoutes(app: PlantApp, deps: GroupsDeps): void {
  const { pool } = deps;
  listRoutes(app, deps);

  implement(app, api.createGroup, async ({ body }, ctx) => {
    return inTransaction(pool, async (runner) => {
      const level = await lockAndReadLevel(runner, ctx.viewer);
      if (body.level > level) throw levelTooHighError();
      if ((await queries.readGroups(runner)).length >= api.MAX_GROUPS) throw new AppError('conflict');
      if (await queries.isGroupNameTaken(runner, body.name, null)) throw new AppError('duplicate');
      const id = await queries.insertGroup(runner, body);
      await ctx.audit({
        count: 1,
        detail: { group: id, before: null, after: toGroupAuditDetail(body) },
      });
      return toGroupView(await requireGroup(runner, id));
    });
  });

  implement(app, api.updateGroup, async ({ params, body }, ctx) => {
    return inTransaction(pool, async (runner) => {
      const level = await lockAndReadLevel(runner, ctx.viewer);
      const before = await requireGroup(runner, params.id);
      if (before.level > level || body.level > level) throw levelTooHighError();
      if (before.ver !== body.ver) throw new AppError('conflict');
      // An administrator cannot lower the level of the own group, so a plant always keeps an administrator.
      if (before.id === ctx.viewer.user.group_id && body.level < PLANT_ADMIN_LEVEL)
        throw new AppError('bad_request', { sub: 'invalid_field', field: 'body/level' });
      if (await queries.isGroupNameTaken(runner, body.name, before.id)) throw new AppError('duplicate');
      await queries.updateGroup(runner, before.id, body);
      const detail = {
        group: before.id,
        members: before.members,
        before: toGroupAuditDetail(before),
        after: toGroupAuditDetail(body),
      };
      await ctx.audit({ count: 1, detail });
      return toGroupView(await requireGroup(runner, before.id));
    });
  });

  implement(app, api.deleteGroup, async ({ params }, ctx) => {
    await inTransaction(pool, async (runner) => {
      const level = await lockAndReadLevel(runner, ctx.viewer);
      const before = await requireGroup(runner, params.id);
      if (before.level > level) throw levelTooHighError();
      if (before.members > 0) throw new AppError('conflict', { sub: 'group_has_members' });
      if (await queries.isGroupReferenced(runner, before.id)) throw new AppError('conflict', { sub: 'group_in_use' });
      await ctx.audit({ count: 1, detail: { group: before.id, before: toGroupAuditDetail(before), after: null } });
      await queries.removeGroup(runner, before.id);
    });
  });
}

/** The routes that only read: groups, members of a group, and people. */
function listRoutes(app: PlantApp, { store }: GroupsDeps): void {
  implement(app, api.listGroups, async () => {
    const objects = (await queries.readGroups(store.runner)).map(toGroupView);
    return { objects, pagination: buildSinglePagePagination(objects.length) };
  });

  implement(app, api.listGroupMembers, async ({ params }, ctx) => {
    if ((await queries.readGroup(store.runner, params.id)) === null) throw new AppError('not_found');
    const objects = [...(await queries.readUserReferences(store.runner, { group: params.id }))];
    await ctx.audit({ count: objects.length, detail: { group: params.id } });
    return { objects };
  });

  implement(app, api.listPeople, async ({ query }, ctx) => {
    const { user } = ctx.viewer;
    const isAllowed = query.managed ? canManageUsers(user) : canManageDistricts(user);
    if (!isAllowed) throw levelTooHighError();
    const isWhole = !query.managed || user.level >= PLANT_ADMIN_LEVEL;
    const objects = [...(await queries.readUserReferences(store.runner, isWhole ? {} : { owner: user }))];
    await ctx.audit({ count: objects.length, detail: { ...query } });
    return { objects };
  });
}

const levelTooHighError = (): AppError => new AppError('no_perms', { sub: 'level' });

/** Locks the groups and returns the user's current level, which may have changed while the call waited. Throws `no_perms`. */
async function lockAndReadLevel(runner: Runner, { user }: PlantViewer): Promise<number> {
  await queries.lockGroups(runner);
  const level = await queries.readEffectiveLevel(runner, user.id);
  if (level === null || level < PLANT_ADMIN_LEVEL) throw levelTooHighError();
  return level;
}

async function requireGroup(runner: Runner, id: number): Promise<queries.GroupRow> {
  const row = await queries.readGroup(runner, id);
  if (row === null) throw new AppError('not_found');
  return row;
}
