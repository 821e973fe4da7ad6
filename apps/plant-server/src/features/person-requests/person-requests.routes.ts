import { randomUUID } from 'node:crypto';
import * as api from '@varco/contract/plant/person-requests.ts';
import { addDays } from '@varco/domain/time/rome.ts';
import { AppError } from '@varco/server-kit/errors/app-error.ts';
import { implement } from '@varco/server-kit/http/implement.ts';
import type { PlantApp } from '../../context/plant-app.ts';
import { inTransaction } from '../../database/pg-runner.ts';
import { readPlantSettings } from '../../settings/plant-settings.repository.ts';
import { erasePersonData } from './erase-person-data.ts';
import { findPersonData } from './find-person-data.ts';
import { composeLetter } from './letter.ts';
import type { PersonRequestsDeps } from './person-requests.deps.ts';
import * as queries from './person-requests.repository.ts';
import { addStep, buildReason, checkIdentity, checkOpen, getToday, readRequest, toActor } from './request-steps.ts';
import { eraseRestrictedOf } from './restriction/erase-restricted-of.ts';
import { restrictionRoutes } from './restriction/restriction.routes.ts';
import {
  computeDueDay,
  computeExtendedDay,
  hashEndedRequest,
  readStoredFindings,
  toPersonRequestView,
} from './person-requests.view.ts';

const MAX_LISTED = 500;

/** Requests of people about their data (ADR 0064). The log entry of each step is durable before the step. */
export function personRequestRoutes(app: PlantApp, deps: PersonRequestsDeps): void {
  registerListRoutes(app, deps);
  registerAddRoute(app, deps);
  registerStepRoutes(app, deps);
  registerSearchRoute(app, deps);
  registerEraseRoute(app, deps);
  restrictionRoutes(app, deps);
  registerEndRoute(app, deps);
  registerLetterRoute(app, deps);
}

function registerListRoutes(app: PlantApp, { store }: PersonRequestsDeps): void {
  implement(app, api.listPersonRequests, async (_input, ctx) => {
    const rows = await queries.listRequests(store.runner, MAX_LISTED);
    await ctx.audit({
      reason: buildReason(null),
      count: rows.length,
      detail: { requests: rows.map(({ id }) => id) },
    });
    return { objects: rows.map(toPersonRequestView) };
  });
  implement(app, api.countDuePersonRequests, async (_input, ctx) => {
    const until = addDays(getToday(ctx), api.URGENT_DAYS);
    return { lotti: await queries.listDueBatches(store.runner, until, MAX_LISTED) };
  });
}

const invalidField = (field: string): AppError => new AppError('bad_request', { sub: 'invalid_field', field });

function registerAddRoute(app: PlantApp, { pool }: PersonRequestsDeps): void {
  implement(app, api.addPersonRequest, async ({ body }, ctx) => {
    const today = getToday(ctx);
    if (body.dal > body.al) throw invalidField('body/al');
    if (body.ricevuta_il > today) throw invalidField('body/ricevuta_il');
    if (body.al > today) throw invalidField('body/al');
    const actor = toActor(ctx);
    const row = await inTransaction(pool, async (runner) => {
      await queries.lockRequest(runner, body.lotto);
      const known = await queries.findRequestOfBatch(runner, body.lotto);
      if (known !== null) {
        if (known.made_by !== actor.person) throw new AppError('conflict');
        await ctx.audit({
          reason: buildReason(known.reference),
          count: 0,
          detail: { request: known.id, repeated: true },
        });
        return known;
      }
      const made = {
        ...{ id: randomUUID(), batch: body.lotto, reference: body.riferimento, kind: body.tipo, regime: body.regime },
        ...{ person_name: body.nome, contact: body.recapito, plate: body.targa, nation: body.nazione },
        ...{ from_day: body.dal, to_day: body.al, period_proof: body.prova_periodo },
        ...{ received_on: body.ricevuta_il, due_on: computeDueDay(body.ricevuta_il) },
        ...{ made_by: actor.person, made_name: actor.name, made_at: actor.at },
      };
      const detail = { request: made.id, kind: made.kind, regime: made.regime, plate: made.plate };
      await ctx.audit({ reason: buildReason(made.reference), count: 1, detail });
      await queries.insertRequest(runner, made);
      return readRequest(runner, made.id);
    });
    return toPersonRequestView(row);
  });
}

function registerStepRoutes(app: PlantApp, deps: PersonRequestsDeps): void {
  implement(app, api.provePersonIdentity, async ({ params, body }, ctx) => {
    const row = await addStep(deps, ctx, params.id, (before) => {
      checkOpen(before);
      if (before.identity_at !== null) throw new AppError('conflict');
      return { kind: 'identity', note: body.prova };
    });
    return toPersonRequestView(row);
  });
  implement(app, api.extendPersonRequest, async ({ params, body }, ctx) => {
    const row = await addStep(deps, ctx, params.id, (before) => {
      checkOpen(before);
      // The person is told of an extension within the first month (GDPR art. 12(3)).
      if (before.extended_to !== null || getToday(ctx) > before.due_on)
        throw new AppError('conflict', { sub: 'request_not_extendable' });
      return { kind: 'extension', note: body.motivo, due_on: computeExtendedDay(before.received_on) };
    });
    return toPersonRequestView(row);
  });
}

function registerSearchRoute(app: PlantApp, deps: PersonRequestsDeps): void {
  implement(app, api.searchPersonRequest, async ({ params }, ctx) => {
    const row = await readRequest(deps.store.runner, params.id);
    checkOpen(row);
    checkIdentity(row);
    const { findings, transits } = await findPersonData(deps, row, ctx.signal);
    await ctx.audit({
      reason: buildReason(row.reference),
      count: transits.length,
      detail: { request: row.id, plate: row.plate, from: row.from_day, to: row.to_day },
    });
    return { trovato: findings, transiti: transits };
  });
}

/**
 * Deletes in batches of their own, so that ingest goes on; the step that ends it is stored last, with all that was deleted, also
 * by attempts that were interrupted.
 */
function registerEraseRoute(app: PlantApp, deps: PersonRequestsDeps): void {
  implement(app, api.erasePersonData, async ({ params, body }, ctx) => {
    const row = await readRequest(deps.store.runner, params.id);
    if (row.kind === 'restriction') return toPersonRequestView(await eraseRestrictedOf(deps, ctx, row, body.transiti));
    checkOpen(row);
    checkIdentity(row);
    if (row.kind !== 'erasure' || row.erasure_at !== null) throw new AppError('conflict');
    const data = await findPersonData(deps, row, ctx.signal);
    if (data.rows.length !== body.transiti) throw new AppError('conflict', { sub: 'request_changed' });
    const facts = { request: row.id, plate: row.plate, from: row.from_day, to: row.to_day };
    const reason = buildReason(row.reference);
    await ctx.audit({ reason, count: data.rows.length, detail: { ...facts, step: 'begun' } });
    const before = await queries.countBatches(deps.store.runner, row.id, 'erasure');
    await erasePersonData(deps.pool, row.id, data, ctx.signal);
    const after = await inTransaction(deps.pool, async (runner) => {
      await queries.lockRequest(runner, row.id);
      const current = await readRequest(runner, row.id);
      if (current.erasure_at !== null) throw new AppError('conflict');
      const n = await queries.countBatches(runner, row.id, 'erasure');
      const held = Math.max(0, data.rows.length - (n - before));
      await ctx.audit({ reason, count: n, detail: { ...facts, step: 'done', held } });
      await queries.insertStep(runner, row.id, { kind: 'erasure', note: '', n, n_held: held }, toActor(ctx));
      return readRequest(runner, row.id);
    });
    return toPersonRequestView(after);
  });
}

function registerEndRoute(app: PlantApp, deps: PersonRequestsDeps): void {
  implement(app, api.endPersonRequest, async ({ params, body }, ctx) => {
    const row = await inTransaction(deps.pool, async (runner) => {
      await queries.lockRequest(runner, params.id);
      const before = await readRequest(runner, params.id);
      checkOpen(before);
      const { stato: state, motivo_rifiuto: ground, decisione: decision } = body;
      if (ground !== null && !api.listRefusalGrounds(before.regime).includes(ground))
        throw invalidField('body/motivo_rifiuto');
      if (state === 'answered') checkIdentity(before);
      if (state === 'answered' && before.kind === 'erasure' && before.erasure_at === null)
        throw new AppError('conflict', { sub: 'request_not_erased' });
      if (state === 'answered' && before.kind === 'restriction' && before.restriction_at === null)
        throw new AppError('conflict', { sub: 'request_not_restricted' });
      const discloses = state === 'answered' && (before.kind === 'access' || before.kind === 'rectification');
      const findings = discloses ? (await findPersonData(deps, before, ctx.signal)).findings : null;
      const actor = toActor(ctx);
      const end = { state, ground: ground ?? '', decision, findings } as const;
      const digest = state === 'withdrawn' ? '' : hashEndedRequest(before, end, actor);
      const detail = { request: before.id, plate: before.plate, state, ground, digest };
      await ctx.audit({ reason: buildReason(before.reference), count: findings?.transiti.n ?? 0, detail });
      await queries.insertEnd(runner, before.id, { ...end, digest }, actor);
      return readRequest(runner, before.id);
    });
    return toPersonRequestView(row);
  });
}

function registerLetterRoute(app: PlantApp, deps: PersonRequestsDeps): void {
  implement(app, api.writePersonLetter, async ({ params }, ctx) => {
    const row = await readRequest(deps.store.runner, params.id);
    const { state, end_at: endAt } = row;
    if (state === null || state === 'withdrawn' || endAt === null) throw new AppError('conflict');
    const hasTable = state === 'answered' && row.kind === 'access';
    const transits = hasTable ? (await findPersonData(deps, row, ctx.signal)).transits : null;
    await ctx.audit({
      reason: buildReason(row.reference),
      count: transits?.length ?? 0,
      detail: { request: row.id, plate: row.plate },
    });
    return composeLetter({
      request: { ...row, state, end_at: endAt },
      settings: await readPlantSettings(deps.store.runner),
      findings: readStoredFindings(row),
      transits,
    });
  });
}
