import * as api from '@varco/contract/plant/suspects.ts';
import { MAX_SUSPECT_DAYS, type Suspect, type SuspectPage, type SuspectQuery } from '@varco/contract/plant/suspects.ts';
import {
  countHighInterest,
  SUSPECT_FEATURES,
  SUSPECT_VERSION,
  type SuspectScore,
} from '@varco/domain/analysis/suspect-score.ts';
import { PLANT_ADMIN_LEVEL } from '@varco/domain/policy/permissions.ts';
import { addDays, parseInstantMs, toRomeDay, romeDayStart } from '@varco/domain/time/rome.ts';
import { parsePlatePattern } from '@varco/domain/plates/plate-pattern.ts';
import type { PlateQuery } from '@varco/domain/plates/plate-query.ts';
import { computeVisibleWindow } from '../../policy/visible-window.ts';
import { CHECK_VALUES } from '@varco/domain/transits/transit-values.ts';
import { AppError } from '@varco/server-kit/errors/app-error.ts';
import type { CallContext } from '@varco/server-kit/http/call-context.ts';
import { implement } from '@varco/server-kit/http/implement.ts';
import { checkReason } from '../../context/consultation-reason.ts';
import type { PlantApp } from '../../context/plant-app.ts';
import type { SuspectsDeps } from './suspects.deps.ts';
import { readPlantSettings, type PlantSettings } from '../../settings/plant-settings.repository.ts';
import { buildTransitScope, type PlantViewer, type TransitScope } from '../../auth/plant-viewer.ts';
import { readDisplayRows, toTransit, type TransitRow, type ViewContext } from '../transits/transits.public.ts';
import { catchUpMovementDays } from '../../plate-index/movements/movement-days.repository.ts';
import { readFirstHourMs } from '../../plate-index/movements/movements.repository.ts';
import { inTransaction } from '../../database/pg-runner.ts';
import type { Visibility } from '../../policy/visible-transits.sql.ts';
import { findPlantHome } from '../accomplices/accomplices.public.ts';
import { findSuspects, type FoundSuspects } from './find-suspects.ts';
import { insertWeights, readWeights, readWeightsResponse } from './suspect-weights.repository.ts';

type Context = CallContext<PlantViewer>;

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const [YES, NO] = [CHECK_VALUES.indexOf('si'), CHECK_VALUES.indexOf('no')];

const invalid = (field: string): AppError => new AppError('bad_request', { sub: 'invalid_field', field });

/** Suspect vehicles (T 2.13, T 7.1): movements that stand out, by a documented score; and the weights of the plant. */
export function suspectRoutes(app: PlantApp, deps: SuspectsDeps): void {
  const { store, pool } = deps;
  implement(app, api.listSuspects, ({ query }, ctx) => searchSuspects(deps, query, ctx));
  implement(app, api.searchSuspects, ({ body }, ctx) => searchSuspects(deps, body, ctx));

  const canChange = ({ viewer }: Context): boolean => viewer.user.level >= PLANT_ADMIN_LEVEL;
  implement(app, api.getSuspectWeights, (_, ctx) => readWeightsResponse(store.runner, canChange(ctx)));

  implement(app, api.setSuspectWeights, async ({ body }, ctx) => {
    const { uuid, username } = ctx.viewer.user;
    const before = await readWeights(store.runner);
    // The log entry is durable before the change.
    await inTransaction(pool, async (runner) => {
      await insertWeights(runner, body.weights, body.why.trim(), { uuid, username }, ctx.now());
      await ctx.audit({
        count: 1,
        detail: { before: { ...before }, after: { ...body.weights }, why: body.why.trim() },
      });
    });
    return readWeightsResponse(store.runner, canChange(ctx));
  });
}

/** Patterns as in the transit search; null: every plate. */
function parsePlateQuery(plate: string | undefined): PlateQuery | null {
  const parsed = parsePlatePattern(plate ?? '');
  if (!parsed.ok) throw invalid('plate');
  return parsed.terms.length === 0 ? null : { terms: parsed.terms, misreads: false, variations: 0 };
}

interface SuspectParams {
  readonly window: Visibility;
  readonly seeable: Visibility;
  readonly limitations: SuspectPage['limitations'];
}

/** T 5.5: at most 7 days, and no end after today. Throws `bad_request`, `no_perms/gate_not_allowed`. */
function parseSuspectWindow(
  query: SuspectQuery,
  scope: TransitScope,
  settings: PlantSettings,
  nowMs: number,
): SuspectParams {
  const [startMs, endMs] = [parseInstantMs(query.start_time), parseInstantMs(query.end_time)];
  if (endMs < startMs) throw invalid('end_time');
  // One hour of tolerance for the two days a year on which the clock changes.
  if (endMs - startMs > MAX_SUSPECT_DAYS * DAY_MS && !isWeekWithClockChange(startMs, endMs))
    throw invalid('start_time');
  const tomorrow = romeDayStart(addDays(toRomeDay(nowMs), 1));
  if (endMs > tomorrow) throw invalid('end_time');
  const gates = selectSuspectGates(query.gates, scope);
  const limits = { retentionDays: settings.retention_days, nowMs };
  const { fromMs, toMs, limitations } = computeVisibleWindow(scope, { startMs, endMs, ...limits });
  const all = computeVisibleWindow(scope, { startMs: null, endMs, ...limits });
  return {
    window: { gates, fromMs, toMs },
    seeable: { gates, fromMs: all.fromMs, toMs },
    limitations: [...limitations, ...(scope.gates === null ? [] : (['gates'] as const))],
  };
}

const isWeekWithClockChange = (startMs: number, endMs: number): boolean =>
  endMs - startMs <= MAX_SUSPECT_DAYS * DAY_MS + HOUR_MS &&
  endMs <= romeDayStart(addDays(toRomeDay(startMs), MAX_SUSPECT_DAYS)) + (startMs - romeDayStart(toRomeDay(startMs)));

function selectSuspectGates(
  requested: readonly number[] | undefined,
  { gates }: TransitScope,
): readonly number[] | null {
  if (requested === undefined || requested.length === 0) return gates;
  if (gates !== null && requested.some((gate) => !gates.includes(gate)))
    throw new AppError('no_perms', { sub: 'gate_not_allowed' });
  return [...new Set(requested)];
}

async function searchSuspects(deps: SuspectsDeps, query: SuspectQuery, ctx: Context): Promise<SuspectPage> {
  const started = performance.now();
  const { store, pool } = deps;
  const settings = await readPlantSettings(store.runner);
  checkReason(ctx.reason, settings);
  const scope = buildTransitScope(ctx.viewer);
  const nowIso = ctx.now();
  const nowMs = parseInstantMs(nowIso);
  const { window, seeable: visible, limitations } = parseSuspectWindow(query, scope, settings, nowMs);
  const plateQuery = parsePlateQuery(query.plate);
  const isWhole = scope.isUnlimited && window.gates === null;
  const [first, weights, hasDays] = await Promise.all([
    readFirstHourMs(store.runner, ctx.signal),
    readWeights(store.runner, ctx.signal),
    isWhole && catchUpMovementDays(pool),
  ]);
  const found = await findSuspects(
    store,
    weights,
    {
      window,
      seeable: visible,
      earliestMs: Math.max(visible.fromMs, first ?? nowMs),
      nowMs,
      nowIso,
      hasDays,
      isWhole,
      question: plateQuery,
      kinds: query.vehicle_kinds,
      maxListed: query.page_size,
    },
    ctx.signal,
  );
  const objects = await readSuspectViews(deps, found, scope, window, settings, ctx);
  await ctx.audit({
    outcome: limitations.length === 0 ? 'ok' : 'partial',
    count: objects.length,
    detail: {
      plate: query.plate ?? null,
      kinds: query.vehicle_kinds ?? null,
      gates: query.gates ?? null,
      window: { from: query.start_time, to: query.end_time },
      formula: SUSPECT_VERSION,
      ids: objects.map(({ transit }) => transit.id),
    },
  });
  return {
    objects,
    versione: SUSPECT_VERSION,
    plates: found.plates,
    spans: found.spans,
    whitelisted: found.whitelisted,
    more: found.more,
    misreads: found.misreads,
    unjudged: found.areUnjudged,
    limitations,
    took_ms: Math.round(performance.now() - started),
  };
}

async function readSuspectViews(
  { store }: SuspectsDeps,
  found: FoundSuspects,
  scope: TransitScope,
  window: Visibility,
  settings: PlantSettings,
  ctx: Context,
): Promise<Suspect[]> {
  const display = { over: { ...window, gates: scope.gates }, withCounts: true, question: null };
  const [{ rows, view }, home] = await Promise.all([
    readDisplayRows(
      store,
      scope,
      window,
      found.suspects.map(({ newest }) => newest),
      display,
      ctx.signal,
    ),
    findPlantHome(store, settings.municipality, ctx.signal),
  ]);
  const rowById = new Map(rows.map((row) => [row.id, row]));
  // A transit that was deleted in the meantime is left out.
  const suspects = found.suspects.flatMap(({ newest, score }) => {
    const row = rowById.get(newest.id);
    return row === undefined ? [] : [{ row, score }];
  });
  const high = countHighInterest(suspects.map(({ score }) => score.score));
  return suspects.map(({ row, score }, index) => toSuspect(row, score, view, home.comune, index < high));
}

function toSuspect(
  row: TransitRow,
  score: SuspectScore,
  view: ViewContext,
  comune: number | null,
  isHigh: boolean,
): Suspect {
  const transit = toTransit(row, view);
  const isAnswered = (code: number): boolean => code === YES || code === NO;
  return {
    score: score.score,
    score_normalized: score.score / 1000,
    not_insured: row.insured === NO,
    not_inspected: row.inspected === NO,
    suspect_flags: SUSPECT_FEATURES.filter((_, bit) => (score.code & (1 << bit)) !== 0),
    plate_count: transit.g_transits,
    code: score.code,
    visura_ok: isAnswered(row.insured) && isAnswered(row.inspected),
    non_national: row.nation > 1,
    local_zone: comune !== null && row.comune === comune,
    transit,
    items: score.items.map(({ alikeOf, ...item }) => ({ ...item, alike_of: alikeOf })),
    high_interest: isHigh,
  };
}
