import * as api from '@varco/contract/plant/districts.ts';
import { PLANT_ADMIN_LEVEL } from '@varco/domain/policy/permissions.ts';
import { canManageDistricts, canManageUsers } from '@varco/domain/policy/plant-permissions.ts';
import { AppError } from '@varco/server-kit/errors/app-error.ts';
import { implement } from '@varco/server-kit/http/implement.ts';
import { readGates } from '../gates/gates.public.ts';
import type { PlantApp } from '../../context/plant-app.ts';
import type { DistrictsDeps } from './districts.deps.ts';
import type { PlantUser } from '../../auth/plant-user.repository.ts';
import { buildSinglePagePagination } from '../../http/single-page-pagination.ts';
import { inTransaction } from '../../database/pg-runner.ts';
import type { Runner } from '../../database/sql-statement.ts';
import { changeWithinLimits } from './district-limits.ts';
import * as queries from './districts.repository.ts';

const toDistrictView = (row: queries.DistrictRow): api.District => ({
  id: row.id,
  name: row.name,
  gates: [...row.gates],
  users: [...row.users],
  ver: row.ver,
});

const invalidDistrictField = (field: string): AppError => new AppError('bad_request', { sub: 'invalid_field', field });
const toDistrictAuditDetail = ({ name, gates, users }: Omit<queries.DistrictRow, 'id' | 'ver'>) => ({
  name,
  gates,
  users,
});

/** Districts: named groups of gates and users (GEN-11, ADR 0027). The audit entry is durable before a change is. */
export function districtRoutes(app: PlantApp, deps: DistrictsDeps): void {
  const { store, pool } = deps;
  implement(app, api.listDistricts, async (_input, ctx) => {
    const rows = await queries.readDistricts(store.runner);
    const { user } = ctx.viewer;
    // A user who only manages own users sees only those.
    const known = canManageDistricts(user) ? null : await queries.readOwnedUserIds(store.runner, user.id);
    const objects = rows.map((row) => {
      const district = toDistrictView(row);
      return known === null ? district : { ...district, users: district.users.filter((id) => known.has(id)) };
    });
    return { objects, pagination: buildSinglePagePagination(objects.length) };
  });

  implement(app, api.createDistrict, async ({ body }, ctx) => {
    return inTransaction(pool, async (runner) => {
      await queries.lockDistricts(runner);
      const fields = await checkDistrict(runner, body);
      if ((await queries.readDistricts(runner)).length >= api.MAX_DISTRICTS) throw new AppError('conflict');
      const id = await queries.insertDistrict(runner, fields, toDistrictAuthor(ctx.viewer.user, ctx.now()));
      if (id === null) throw new AppError('duplicate');
      await changeWithinLimits(runner, ctx.viewer.user, fields.users, () =>
        queries.setDistrictUsers(runner, id, fields.users),
      );
      await ctx.audit({ count: 1, detail: { district: id, before: null, after: toDistrictAuditDetail(fields) } });
      return toDistrictView(await requireDistrict(runner, id));
    });
  });

  implement(app, api.updateDistrict, async ({ params, body }, ctx) => {
    return inTransaction(pool, async (runner) => {
      await queries.lockDistricts(runner);
      const before = await requireDistrict(runner, params.id);
      if (before.ver !== body.ver) throw new AppError('conflict');
      const fields = await checkDistrict(runner, body);
      await changeWithinLimits(runner, ctx.viewer.user, [...before.users, ...fields.users], async () => {
        if (!(await queries.updateDistrict(runner, before.id, fields, toDistrictAuthor(ctx.viewer.user, ctx.now()))))
          throw new AppError('duplicate');
        await queries.setDistrictUsers(runner, before.id, fields.users);
      });
      await ctx.audit({
        count: 1,
        detail: { district: before.id, before: toDistrictAuditDetail(before), after: toDistrictAuditDetail(fields) },
      });
      return toDistrictView(await requireDistrict(runner, before.id));
    });
  });

  implement(app, api.deleteDistrict, async ({ params }, ctx) => {
    await inTransaction(pool, async (runner) => {
      await queries.lockDistricts(runner);
      const before = await requireDistrict(runner, params.id);
      // A user without districts sees every gate, so a district with users cannot be deleted.
      if (before.users.length > 0) throw new AppError('conflict', { sub: 'district_has_users' });
      await ctx.audit({
        count: 1,
        detail: { district: before.id, before: toDistrictAuditDetail(before), after: null },
      });
      await queries.removeDistrict(runner, before.id);
    });
  });

  registerAssignRoute(app, deps);
}

function registerAssignRoute(app: PlantApp, { pool }: DistrictsDeps): void {
  implement(app, api.setUserDistricts, async ({ params, body }, ctx) => {
    const { user: actor } = ctx.viewer;
    return inTransaction(pool, async (runner) => {
      await queries.lockDistricts(runner);
      const [person] = await queries.readUserVisibility(runner, [params.id]);
      if (person === undefined || !mayAssign(actor, person)) throw new AppError('not_found');
      const requested = [...new Set(body.district_ids)].toSorted((a, b) => a - b);
      const known = new Set((await queries.readDistricts(runner)).map(({ id }) => id));
      if (!requested.every((id) => known.has(id))) throw invalidDistrictField('body/district_ids');
      const before = await queries.readDistrictsOfUser(runner, person.id);
      await changeWithinLimits(runner, actor, [person.id], () =>
        queries.setUserDistricts(runner, person.id, requested),
      );
      await ctx.audit({ count: 1, detail: { person: person.id, before, after: requested } });
      return { district_ids: requested };
    });
  });
}

/** readings A-08: administrators and district managers may assign any user, user managers only their own users. */
const mayAssign = (actor: PlantUser, person: queries.UserVisibility): boolean =>
  actor.level >= PLANT_ADMIN_LEVEL ||
  canManageDistricts(actor) ||
  (canManageUsers(actor) && person.owned_by === actor.id);

const toDistrictAuthor = ({ username }: PlantUser, at: string): queries.DistrictAuthor => ({ at, name: username });

/** Checks that all gates and users exist in the plant. Throws `bad_request` naming the field. */
async function checkDistrict(
  runner: Runner,
  { name, gates, users }: api.DistrictBody,
): Promise<queries.DistrictFields & { readonly users: readonly number[] }> {
  const known = new Set((await readGates(runner)).map(({ id }) => id));
  if (!gates.every((id) => known.has(id))) throw invalidDistrictField('body/gates');
  const requested = [...new Set(users)].toSorted((a, b) => a - b);
  if ((await queries.readUserVisibility(runner, requested)).length !== requested.length)
    throw invalidDistrictField('body/users');
  return { name, gates: [...new Set(gates)].toSorted((a, b) => a - b), users: requested };
}

async function requireDistrict(runner: Runner, id: number): Promise<queries.DistrictRow> {
  const row = await queries.readDistrict(runner, id);
  if (row === null) throw new AppError('not_found');
  return row;
}
