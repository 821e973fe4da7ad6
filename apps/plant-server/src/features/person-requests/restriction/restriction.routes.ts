import * as api from '@varco/contract/plant/person-restrictions.ts';
import { AppError } from '@varco/server-kit/errors/app-error.ts';
import { implement } from '@varco/server-kit/http/implement.ts';
import type { PlantApp } from '../../../context/plant-app.ts';
import { inTransaction } from '../../../database/pg-runner.ts';
import { readPlantSettings } from '../../../settings/plant-settings.repository.ts';
import { findPersonData } from '../find-person-data.ts';
import type { PersonRequestsDeps } from '../person-requests.deps.ts';
import * as queries from '../person-requests.repository.ts';
import { toPersonRequestView } from '../person-requests.view.ts';
import { addStep, buildReason, checkIdentity, checkOpen, readRequest, toActor } from '../request-steps.ts';
import { checkNumber, checkRestricted } from './erase-restricted-of.ts';
import { liftRestriction } from './lift-restriction.ts';
import { composeNotice } from './notice.ts';
import { restrictPersonData } from './restrict-person-data.ts';

/** The restriction of what a request found, and its end (ADR 0064). The log entry of each step is durable before the step. */
export function restrictionRoutes(app: PlantApp, deps: PersonRequestsDeps): void {
  registerRestrictRoute(app, deps);
  registerAnnounceRoute(app, deps);
  registerLiftRoute(app, deps);
  registerNoticeRoute(app, deps);
}

/** Like an erasure: batches of their own, and a last step with all that was restricted, also by attempts that were interrupted. */
function registerRestrictRoute(app: PlantApp, deps: PersonRequestsDeps): void {
  implement(app, api.restrictPersonData, async ({ params, body }, ctx) => {
    const row = await readRequest(deps.store.runner, params.id);
    checkOpen(row);
    checkIdentity(row);
    if (row.kind !== 'restriction' || row.restriction_at !== null || row.notice_at !== null)
      throw new AppError('conflict');
    const data = await findPersonData(deps, row, ctx.signal);
    if (data.rows.length !== body.transiti) throw new AppError('conflict', { sub: 'request_changed' });
    const facts = { request: row.id, plate: row.plate, from: row.from_day, to: row.to_day };
    const reason = buildReason(row.reference);
    await ctx.audit({ reason, count: data.rows.length, detail: { ...facts, step: 'begun' } });
    const before = await queries.countBatches(deps.store.runner, row.id, 'restriction');
    await restrictPersonData(deps, row.id, data, ctx.signal);
    const after = await inTransaction(deps.pool, async (runner) => {
      await queries.lockRequest(runner, row.id);
      const current = await readRequest(runner, row.id);
      if (current.restriction_at !== null || current.notice_at !== null) throw new AppError('conflict');
      const n = await queries.countBatches(runner, row.id, 'restriction');
      const held = Math.max(0, data.rows.length - (n - before));
      await ctx.audit({ reason, count: n, detail: { ...facts, step: 'done', held } });
      await queries.insertStep(runner, row.id, { kind: 'restriction', note: '', n, n_held: held }, toActor(ctx));
      return readRequest(runner, row.id);
    });
    return toPersonRequestView(after);
  });
}

function registerAnnounceRoute(app: PlantApp, deps: PersonRequestsDeps): void {
  implement(app, api.announceLift, async ({ params, body }, ctx) => {
    const row = await addStep(deps, ctx, params.id, (before) => {
      checkRestricted(before);
      if (before.notice_at !== null) throw new AppError('conflict');
      return { kind: 'notice', note: body.motivo };
    });
    return toPersonRequestView(row);
  });
}

function registerLiftRoute(app: PlantApp, deps: PersonRequestsDeps): void {
  implement(app, api.liftRestriction, async ({ params, body }, ctx) => {
    const row = await readRequest(deps.store.runner, params.id);
    checkRestricted(row);
    // The person is informed before the restriction is lifted (GDPR art. 18(3), D.Lgs. 51/2018 art. 12).
    if (row.notice_at === null) throw new AppError('conflict', { sub: 'request_not_announced' });
    checkNumber(row, body.transiti);
    const reason = buildReason(row.reference);
    const facts = { request: row.id, plate: row.plate };
    await ctx.audit({ reason, count: row.n_now, detail: { ...facts, step: 'begun' } });
    await liftRestriction(deps, row.id, ctx.signal);
    const after = await inTransaction(deps.pool, async (runner) => {
      await queries.lockRequest(runner, row.id);
      const current = await readRequest(runner, row.id);
      checkRestricted(current);
      const n = await queries.countBatches(runner, row.id, 'lift');
      await ctx.audit({ reason, count: n, detail: { ...facts, step: 'done' } });
      await queries.insertStep(runner, row.id, { kind: 'lift', note: '', n, n_held: 0 }, toActor(ctx));
      return readRequest(runner, row.id);
    });
    return toPersonRequestView(after);
  });
}

function registerNoticeRoute(app: PlantApp, deps: PersonRequestsDeps): void {
  implement(app, api.writeRestrictionNotice, async ({ params }, ctx) => {
    const row = await readRequest(deps.store.runner, params.id);
    const isErased = row.kind === 'restriction' && row.erasure_at !== null;
    if (!isErased && row.notice_at === null) throw new AppError('conflict');
    await ctx.audit({ reason: buildReason(row.reference), count: 0, detail: { request: row.id, plate: row.plate } });
    return composeNotice({ request: row, settings: await readPlantSettings(deps.store.runner) });
  });
}
