import { randomUUID } from 'node:crypto';
import * as api from '@varco/contract/plant/approvals.ts';
import {
  type ApprovalQuestion,
  coversQuestion,
  toApprovalQuestion,
} from '@varco/domain/approvals/approval-question.ts';
import { parseInstantMs, toIsoInstant } from '@varco/domain/time/rome.ts';
import { AppError } from '@varco/server-kit/errors/app-error.ts';
import type { CallContext } from '@varco/server-kit/http/call-context.ts';
import { implement } from '@varco/server-kit/http/implement.ts';
import type { PlantViewer } from '../../auth/plant-viewer.ts';
import { checkReason } from '../../context/consultation-reason.ts';
import type { PlantApp } from '../../context/plant-app.ts';
import { inTransaction } from '../../database/pg-runner.ts';
import type { Runner } from '../../database/sql-statement.ts';
import { readPlantSettings } from '../../settings/plant-settings.repository.ts';
import { ApprovalStreams } from './approval-streams.ts';
import { type ApprovalTerms, computeApprovalTerms } from './approval-terms.ts';
import type { ApprovalsDeps } from './approvals.deps.ts';
import * as queries from './approvals.repository.ts';
import { findApprovalState, findObstacle, toApprovalView, toStoredQuestion } from './approvals.view.ts';

type Context = CallContext<PlantViewer>;

const getTerms = (ctx: Context): ApprovalTerms => computeApprovalTerms(parseInstantMs(ctx.now()));

/** Requests beyond the limits of a role (ADR 0027). The log entry of each step is durable before the step. */
export function approvalRoutes(app: PlantApp, deps: ApprovalsDeps): void {
  const { store, pool } = deps;

  implement(app, api.requestApproval, async ({ body }, ctx) => {
    checkReason(ctx.reason, await readPlantSettings(store.runner));
    const terms = getTerms(ctx);
    const question = toApprovalQuestion(body.filtro);
    const row = await inTransaction(pool, async (runner) => {
      const known = await findRepeatedRequest(runner, ctx, question, terms);
      if (known !== null) {
        await ctx.audit({ count: 0, detail: { request: known.id, repeated: true } });
        return known;
      }
      return addRequest(runner, ctx, { batch: body.lotto, note: body.nota, question });
    });
    return toApprovalView({ ...row, is_same_case: false }, ctx.viewer.user, terms);
  });

  implement(app, api.listApprovals, async (_input, ctx) => {
    const { user } = ctx.viewer;
    const terms = getTerms(ctx);
    const reader = { uuid: user.uuid, seesAll: user.approves && user.sees_plates };
    const rows = await queries.listApprovals(store.runner, reader, terms.listedSinceIso, api.MAX_APPROVALS);
    await ctx.audit({ count: rows.length, detail: { others: reader.seesAll } });
    return { objects: rows.map((row) => toApprovalView(row, user, terms)) };
  });

  implement(app, api.withdrawApproval, async ({ params }, ctx) => {
    await inTransaction(pool, async (runner) => {
      const row = await queries.lockApproval(runner, params.id);
      if (row === null || row.requester !== ctx.viewer.user.uuid) throw new AppError('not_found');
      if (row.state !== 'open') throw new AppError('conflict');
      await ctx.audit({ count: 1, detail: { request: row.id } });
      await queries.withdrawApproval(runner, row.id);
    });
  });

  registerDecisionRoute(app, deps);
  registerStreamRoute(app, deps);
}

/** The request for this question that waits or is granted already; null: none. Throws `conflict` with too many open ones. */
async function findRepeatedRequest(
  runner: Runner,
  { viewer: { user } }: Context,
  question: ApprovalQuestion,
  terms: ApprovalTerms,
): Promise<queries.ApprovalRow | null> {
  await queries.lockRequester(runner, user.uuid);
  const live = await queries.readLiveApprovals(runner, user.uuid, terms);
  const known = live.find((row) => coversQuestion(toStoredQuestion(row), question));
  if (known !== undefined) return known;
  if (live.filter(({ state }) => state === 'open').length >= api.MAX_OPEN_APPROVALS)
    throw new AppError('conflict', { sub: 'too_many_requests', data: { max: api.MAX_OPEN_APPROVALS } });
  return null;
}

async function addRequest(
  runner: Runner,
  ctx: Context,
  { batch, note, question }: { batch: string; note: string; question: ApprovalQuestion },
): Promise<queries.ApprovalRow> {
  const { user } = ctx.viewer;
  const { filter, text, startMs, endMs } = question;
  const added = {
    id: randomUUID(),
    batch,
    requester: user.uuid,
    requester_name: user.username,
    requested_at: ctx.now(),
    reason: ctx.reason?.text ?? '',
    case_number: ctx.reason?.case ?? '',
    note,
    filter,
    filter_text: text,
    from_at: startMs === null ? null : toIsoInstant(startMs),
    to_at: endMs === null ? null : toIsoInstant(endMs),
  };
  await ctx.audit({
    count: 1,
    detail: { request: added.id, filter, window: { from: added.from_at, to: added.to_at }, note },
  });
  await queries.insertApproval(runner, added);
  const decision = { decided_name: null, decided_at: null, decision_note: null, usable_until: null };
  return { ...added, ...decision, state: 'open' };
}

/** A decision of somebody else, who did not work on the case. */
function registerDecisionRoute(app: PlantApp, { pool }: ApprovalsDeps): void {
  implement(app, api.decideApproval, async ({ params, body }, ctx) => {
    const { user } = ctx.viewer;
    const terms = getTerms(ctx);
    return inTransaction(pool, async (runner) => {
      const row = await queries.lockApproval(runner, params.id);
      if (row === null) throw new AppError('not_found');
      const listed = { ...row, is_same_case: await queries.hasWorkedOnCase(runner, user.uuid, row.id) };
      const obstacle = findObstacle(listed, user);
      if (obstacle === 'own') throw new AppError('no_perms', { sub: 'own_approval' });
      if (obstacle !== null) throw new AppError('no_perms', { sub: obstacle === 'same_case' ? obstacle : 'level' });
      if (findApprovalState(row, terms) !== 'open') throw new AppError('conflict');
      const isGranted = body.esito === 'granted';
      const { id, requester, requester_name: name } = row;
      // The count is that of grants, which the public page sums up.
      await ctx.audit({
        count: isGranted ? 1 : 0,
        detail: { request: id, requester, name, decision: body.esito, note: body.nota },
      });
      const usableUntil = isGranted ? terms.usableUntilIso : null;
      const decision = { id, by: user.uuid, byName: user.username, at: ctx.now(), note: body.nota, usableUntil };
      await queries.storeDecision(runner, decision);
      const decided = (await queries.findApproval(runner, id)) ?? row;
      return toApprovalView({ ...decided, is_same_case: false }, user, terms);
    });
  });
}

function registerStreamRoute(app: PlantApp, deps: ApprovalsDeps): void {
  const streams = new ApprovalStreams(deps);
  app.addHook('preClose', () => streams.endAll());
  implement(app, api.watchApprovals, (_input, ctx) => {
    const { user, session } = ctx.viewer;
    // `ctx.signal` aborts when the response begins; the stream must live as long as its connection.
    const closed = new AbortController();
    ctx.reply.raw.once('close', () => closed.abort());
    return { stream: streams.open({ user, session }, closed.signal) };
  });
}
