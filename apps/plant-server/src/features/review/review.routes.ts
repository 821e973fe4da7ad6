import { countOwnQuestions } from '@varco/contract/plant/own-questions.ts';
import * as api from '@varco/contract/plant/review.ts';
import { readEntriesAt } from '@varco/server-kit/audit/audit-read.repository.ts';
import type { AuditTables } from '@varco/server-kit/audit/audit-read.repository.ts';
import { toAuditLogEntry } from '@varco/server-kit/audit/audit.view.ts';
import { createDatabase } from '@varco/server-kit/database/kysely.ts';
import { AppError } from '@varco/server-kit/errors/app-error.ts';
import type { CallContext } from '@varco/server-kit/http/call-context.ts';
import { implement } from '@varco/server-kit/http/implement.ts';
import { enqueue } from '@varco/server-kit/jobs/enqueue.ts';
import type { PlantViewer } from '../../auth/plant-viewer.ts';
import { checkReason } from '../../context/consultation-reason.ts';
import type { PlantApp } from '../../context/plant-app.ts';
import { inTransaction, runnerSql } from '../../database/pg-runner.ts';
import type { Runner } from '../../database/sql-statement.ts';
import { readPlantSettings } from '../../settings/plant-settings.repository.ts';
import { COMPUTE_REVIEW } from './review-job.ts';
import { findMonth, toMonthSpan } from './review-months.ts';
import type { ReviewDeps } from './review.deps.ts';
import * as queries from './review.repository.ts';
import { toOwnQuestions, toReviewCase, toReviewQueue, toReviewStep } from './review.view.ts';

type Context = CallContext<PlantViewer>;

const MAX_CASES = 400;
/** A run of the month so far is not repeated within this time. */
const FRESH_MS = 5 * 60_000;

/** The review of the consultation log (ADR 0008). Every call is an entry; a decision is added and never changed. */
export function reviewRoutes(app: PlantApp, deps: ReviewDeps): void {
  const { store } = deps;
  registerDecisionRoute(app, deps);
  registerOwnRoutes(app, deps);

  implement(app, api.listReviews, async ({ body: { month } }, ctx) => {
    await requireReason(deps, ctx);
    const run = await queries.findRun(store.runner, toMonthSpan(month).firstDay);
    const rows = run === null ? [] : await queries.listCases(store.runner, run.id, MAX_CASES);
    await ctx.audit({ count: rows.length, detail: { month } });
    return toReviewQueue({ month, run, rows, reader: ctx.viewer.user.uuid, now: deps.now() });
  });

  implement(app, api.openReview, async ({ body }, ctx) => {
    await requireReason(deps, ctx);
    const detail = await readDetail(deps, store.runner, body, ctx);
    await ctx.audit({
      count: detail.entries.length,
      detail: { month: body.month, person: body.person, name: detail.case.name },
    });
    return detail;
  });

  implement(app, api.computeReview, async ({ body: { month } }, ctx) => {
    await requireReason(deps, ctx);
    const run = await queries.findRun(store.runner, toMonthSpan(month).firstDay);
    if (run?.final === true || month > findMonth(deps.now())) throw new AppError('conflict');
    const isFresh = run !== null && deps.now().getTime() - Date.parse(run.at) < FRESH_MS;
    const queued = !isFresh || toMonthSpan(month).toMs <= deps.now().getTime();
    if (queued) await enqueue(runnerSql(store.runner), COMPUTE_REVIEW, { month });
    await ctx.audit({ detail: { month, queued } });
    return { queued };
  });
}

/** A decision about somebody else, by whoever read the last step. */
function registerDecisionRoute(app: PlantApp, deps: ReviewDeps): void {
  implement(app, api.decideReview, async ({ body }, ctx) => {
    await requireReason(deps, ctx);
    const { month, person, decision } = body;
    const { firstDay } = toMonthSpan(month);
    const { uuid: byId, username: byName } = ctx.viewer.user;
    if (person === byId) throw new AppError('no_perms', { sub: 'own_review' });
    return inTransaction(deps.pool, async (runner) => {
      await queries.lockCase(runner, firstDay, person);
      const before = await readDetail(deps, runner, body, ctx);
      const last = before.steps.at(-1)?.id ?? 0;
      if (last !== body.after || before.steps.length >= api.MAX_REVIEW_STEPS) throw new AppError('conflict');
      // The log entry is durable before the decision.
      const note = body.note.trim();
      await ctx.audit({ count: 1, detail: { month, person, name: before.case.name, decision, note } });
      await queries.insertStep(runner, { firstDay, person, kind: decision, note, byId, byName, at: ctx.now() });
      return readDetail(deps, runner, body, ctx);
    });
  });
}

/** What concerns the caller: questions to them, and the plates of their household. */
function registerOwnRoutes(app: PlantApp, { pool, store, key }: ReviewDeps): void {
  implement(app, api.listOwnQuestions, async (_input, ctx) => {
    const questions = toOwnQuestions(
      await queries.listOwnSteps(store.runner, ctx.viewer.user.uuid, api.MAX_REVIEW_STEPS),
    );
    await ctx.audit({ count: questions.length, detail: { own: true } });
    return { questions: [...questions] };
  });

  implement(app, countOwnQuestions, async (_input, ctx) => ({
    open: await queries.countOpenQuestions(store.runner, ctx.viewer.user.uuid),
  }));

  implement(app, api.answerReview, async ({ body: { month, note } }, ctx) => {
    const { firstDay } = toMonthSpan(month);
    const { uuid: person, username: byName } = ctx.viewer.user;
    return inTransaction(pool, async (runner) => {
      await queries.lockCase(runner, firstDay, person);
      const steps = await queries.listSteps(runner, firstDay, person, api.MAX_REVIEW_STEPS);
      if (steps.at(-1)?.kind !== 'ask') throw new AppError('conflict');
      await ctx.audit({ count: 1, detail: { month, note: note.trim() } });
      const step = {
        firstDay,
        person,
        kind: 'answer',
        note: note.trim(),
        byId: person,
        byName,
        at: ctx.now(),
      } as const;
      await queries.insertStep(runner, step);
      const own = toOwnQuestions(await queries.listOwnSteps(runner, person, api.MAX_REVIEW_STEPS));
      const answered = own.find((question) => question.month === month);
      if (answered === undefined) throw new AppError('internal');
      return answered;
    });
  });

  implement(app, api.declareHousehold, async ({ body }, ctx) => {
    const plates = [...new Set(body.plates)];
    return inTransaction(pool, async (runner) => {
      // Plates stay out of the entry: the log is read by people who are not to know them.
      await ctx.audit({ count: plates.length, detail: {} });
      const hashes = plates.map((plate) => key.mac('household', plate));
      await queries.replaceHousehold(runner, ctx.viewer.user.uuid, hashes);
      return { declared: plates.length };
    });
  });
}

/** Who reviews states a reason where the plant asks everybody for one. */
async function requireReason({ store }: ReviewDeps, ctx: Context): Promise<void> {
  checkReason(ctx.reason, await readPlantSettings(store.runner));
}

/** One case with its entries and steps. Throws `no_perms`/`own_review` for the reader's own. */
async function readDetail(
  deps: ReviewDeps,
  runner: Runner,
  { month, person }: { readonly month: string; readonly person: string },
  ctx: Context,
): Promise<api.ReviewDetail> {
  const reader = ctx.viewer.user.uuid;
  if (person === reader) throw new AppError('no_perms', { sub: 'own_review' });
  const { firstDay } = toMonthSpan(month);
  const run = await queries.findRun(runner, firstDay);
  const row = run === null ? null : await queries.findCase(runner, run.id, person);
  if (row === null) throw new AppError('not_found');
  const steps = await queries.listSteps(runner, firstDay, person, api.MAX_REVIEW_STEPS);
  const positions = row.findings.flatMap(({ entries }) => entries).slice(0, api.MAX_REVIEW_ENTRIES);
  const entries = await readEntriesAt(createDatabase<AuditTables>(deps.pool), positions);
  return {
    case: toReviewCase(month, row, reader),
    findings: row.findings.map((finding) => ({
      ...finding,
      entries: [...finding.entries],
      numbers: { ...finding.numbers },
    })),
    entries: entries.map(toAuditLogEntry),
    steps: steps.map(toReviewStep),
  };
}
