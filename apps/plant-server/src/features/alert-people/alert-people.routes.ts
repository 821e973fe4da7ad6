import * as api from '@varco/contract/plant/alert-people.ts';
import { AppError } from '@varco/server-kit/errors/app-error.ts';
import { createAddressMatcher } from '@varco/server-kit/health/install-health.ts';
import type { CallContext } from '@varco/server-kit/http/call-context.ts';
import { implement } from '@varco/server-kit/http/implement.ts';
import type { PlantApp } from '../../context/plant-app.ts';
import type { AlertPeopleDeps } from './alert-people.deps.ts';
import type { PlantViewer } from '../../auth/plant-viewer.ts';
import { inTransaction } from '../../database/pg-runner.ts';
import type { Runner } from '../../database/sql-statement.ts';
import * as queries from './alert-people.repository.ts';

type PlantContext = CallContext<PlantViewer>;

const toInterforceDecision = (row: queries.PersonRow) => ({
  interforze: row.interforce,
  chiesta_il: row.asked_at,
  decisa_il: row.decided_at,
  decisa_da: row.decided_by,
  verifica: row.note,
});

const toAlertPerson = (row: queries.PersonRow): api.AlertPerson => ({
  id: row.id,
  username: row.username,
  fullname: row.fullname,
  group: row.group,
  level: row.level,
  ...toInterforceDecision(row),
  notifica_blacklist: row.notifica_blacklist,
  notifica_rubati: row.notifica_rubati,
});

/** Reads a member of the plant's forces. Throws `not_found` for anybody else. */
async function requireForceMember(runner: Runner, id: number): Promise<queries.PersonRow> {
  const row = await queries.findForceMember(runner, id);
  if (row === null) throw new AppError('not_found');
  return row;
}

/** The same, with the account row locked until the transaction ends. */
async function lockForceMember(runner: Runner, id: number): Promise<queries.PersonRow> {
  await queries.lockAccount(runner, id);
  return requireForceMember(runner, id);
}

/**
 * Who receives which alerts: requests for the INTERFORCE list and decisions on them (P 6, ADR 0012), and blacklist
 * notifications outside the browser.
 */
export function alertPeopleRoutes(app: PlantApp, deps: AlertPeopleDeps): void {
  const { store, pool } = deps;
  registerOwnInterforceRoutes(app, deps);
  registerDecisionRoute(app, deps);

  implement(app, api.searchAlertPeople, async ({ body }, ctx) => {
    const question = {
      name: (body.q ?? '').trim(),
      standings: body.interforze ?? null,
      limit: api.PEOPLE_PAGE + 1,
      offset: (body.p - 1) * api.PEOPLE_PAGE,
    };
    const rows = await queries.findForceMembers(store.runner, question);
    const objects = rows.slice(0, api.PEOPLE_PAGE).map(toAlertPerson);
    await ctx.audit({ count: objects.length, detail: { ...body } });
    return { objects, has_next: rows.length > objects.length };
  });

  implement(app, api.setAlertNotices, async ({ params, body }, ctx) => {
    return inTransaction(pool, async (runner) => {
      const before = await lockForceMember(runner, params.id);
      const requested = body.notifica_blacklist;
      await ctx.audit({ count: 1, detail: { person: before.id, before: before.notifica_blacklist, after: requested } });
      await queries.updateBlacklistNotices(runner, before.id, requested);
      return toAlertPerson({ ...before, notifica_blacklist: requested });
    });
  });
}

/** A user's own INTERFORCE status and request. */
function registerOwnInterforceRoutes(app: PlantApp, { store, pool, internalAddresses }: AlertPeopleDeps): void {
  const isInside = createAddressMatcher(internalAddresses);
  const loadOwnStatus = async (runner: Runner, ctx: PlantContext): Promise<api.OwnInterforce> => {
    const { user } = ctx.viewer;
    const row = await requireForceMember(runner, user.id);
    return { ...toInterforceDecision(row), responsabile: user.responsabile_interforze, interno: isInside(ctx.ip) };
  };

  implement(app, api.readInterforce, (_input, ctx) => loadOwnStatus(store.runner, ctx));

  implement(app, api.askInterforce, async ({ body }, ctx) => {
    return inTransaction(pool, async (runner) => {
      const { id, interforce } = await lockForceMember(runner, ctx.viewer.user.id);
      // A user who is enabled or has a pending request keeps that status.
      const after = body.chiede ? (interforce === 'no' ? 'asked' : interforce) : 'no';
      await ctx.audit({ count: 1, detail: { before: interforce, after } });
      if (after !== interforce) await queries.updateInterforceRequest(runner, id, after, ctx.now());
      return loadOwnStatus(runner, ctx);
    });
  });
}

/**
 * A request is approved only by an INTERFORCE supervisor other than the requester, after verification, and only from an
 * internal address (P 6).
 */
function registerDecisionRoute(app: PlantApp, { pool, internalAddresses }: AlertPeopleDeps): void {
  const isInside = createAddressMatcher(internalAddresses);
  implement(app, api.decideInterforce, async ({ params, body }, ctx) => {
    const { user } = ctx.viewer;
    if (!user.responsabile_interforze || user.id === params.id) throw new AppError('no_perms', { sub: 'level' });
    if (!isInside(ctx.ip)) throw new AppError('no_perms', { sub: 'not_internal' });
    return inTransaction(pool, async (runner) => {
      const before = await lockForceMember(runner, params.id);
      // Only a pending request can be approved; only a pending or enabled status can be withdrawn.
      if (body.abilita ? before.interforce !== 'asked' : before.interforce === 'no') throw new AppError('conflict');
      const standing = body.abilita ? 'enabled' : 'no';
      const decision = { standing, by: user.username, note: body.verifica, nowIso: ctx.now() } as const;
      const detail = { person: before.id, before: before.interforce, after: standing, note: body.verifica };
      await ctx.audit({ count: 1, detail });
      await queries.updateInterforceDecision(runner, before.id, decision);
      return toAlertPerson(await requireForceMember(runner, before.id));
    });
  });
}
