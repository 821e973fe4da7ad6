import * as api from '@varco/contract/plant/accomplices.ts';
import {
  MAX_CANDIDATES,
  type AccompliceResponse,
  type AccompliceCandidate,
} from '@varco/contract/plant/accomplices.ts';
import { ACCOMPLICE_VERSION } from '@varco/domain/analysis/accomplice-score.ts';
import { toIsoInstant, parseInstantMs } from '@varco/domain/time/rome.ts';
import { computeStoredWindow, computeVisibleWindow } from '../../policy/visible-window.ts';
import { AppError } from '@varco/server-kit/errors/app-error.ts';
import type { CallContext } from '@varco/server-kit/http/call-context.ts';
import { implement } from '@varco/server-kit/http/implement.ts';
import { checkReason } from '../../context/consultation-reason.ts';
import type { PlantApp } from '../../context/plant-app.ts';
import type { AccomplicesDeps } from './accomplices.deps.ts';
import { readPlantSettings, type PlantSettings } from '../../settings/plant-settings.repository.ts';
import { buildTransitScope, type PlantViewer, type TransitScope } from '../../auth/plant-viewer.ts';
import {
  findCotravellingPlates,
  type Meeting,
  readNewestPassages,
  type TimedRead,
} from './cotravelling-plates.repository.ts';
import { fetchTransits, readTransit, type TransitRow } from '../transits/transits.public.ts';
import { createDatabaseSource } from './accomplice-source.ts';
import { computeAccompliceWindow, type AccompliceWindow } from './accomplice-window.ts';
import { toCandidate, toSingle, type CandidateContext } from './accomplices.view.ts';
import { findAccomplices, type FoundAccomplices } from './find-accomplices.ts';
import { findPlantHome, isRegisteredNearby } from './plant-home.repository.ts';
import { PlantTraffic } from './plant-traffic.ts';

type Context = CallContext<PlantViewer>;

/** The checked parameters of both calls. */
interface AccompliceParams {
  readonly id?: string | undefined;
  readonly targa?: string | undefined;
  readonly delta_minutes: number;
  readonly min_num_partners_passages: number;
  readonly gate_id?: number | undefined;
  readonly time_start?: string | undefined;
  readonly time_end?: string | undefined;
  readonly ignore_comune_impianto: boolean;
  readonly ignore_limitrofi: boolean;
  readonly dal?: string | undefined;
  readonly al?: string | undefined;
}

interface Reference {
  readonly id: string;
  readonly plate: string;
  readonly gate: number;
  readonly ms: number;
}

const MINUTE_MS = 60_000;
const FEW_PASSAGES = 3;

/** Accomplice vehicles (T 2.11, T 7.4): plates that travelled with a plate more often than chance and habit explain. */
export function accompliceRoutes(app: PlantApp, deps: AccomplicesDeps): void {
  const traffic = new PlantTraffic(deps.store.runner);
  implement(app, api.listAccomplices, ({ params, query }, ctx) =>
    searchAccomplices(deps, traffic, { ...query, id: params.id }, ctx),
  );
  implement(app, api.searchAccomplices, ({ body }, ctx) => searchAccomplices(deps, traffic, body, ctx));
}

const invalid = (field: string): AppError => new AppError('bad_request', { sub: 'invalid_field', field });

async function searchAccomplices(
  deps: AccomplicesDeps,
  traffic: PlantTraffic,
  params: AccompliceParams,
  ctx: Context,
): Promise<AccompliceResponse> {
  const started = performance.now();
  const { store } = deps;
  const settings = await readPlantSettings(store.runner);
  checkReason(ctx.reason, settings);
  const scope = buildTransitScope(ctx.viewer);
  const nowMs = parseInstantMs(ctx.now());
  const reference = await findReference(deps, params, scope, settings, nowMs, ctx.signal);
  const at = (instant: string | undefined): number | null => (instant === undefined ? null : parseInstantMs(instant));
  const range = { startMs: at(params.dal), endMs: at(params.al) };
  const window = computeAccompliceWindow(range, reference.ms, scope, settings.retention_days, nowMs);
  const deltaMs = params.delta_minutes * MINUTE_MS;
  const found = await findAccomplices(
    createDatabaseSource(store.runner, traffic, ctx.signal),
    {
      plate: reference.plate,
      deltaMs,
      least: params.min_num_partners_passages,
      evidence: window.evidence,
      baseline: window.baseline,
      nowMs,
    },
    ctx.signal,
  );
  const listed = await selectListed(deps, found, reference, params, window, settings, ctx.signal);
  const answer = buildAccompliceResponse(
    found,
    listed,
    reference,
    params,
    window,
    scope,
    Math.round(performance.now() - started),
  );
  await ctx.audit({
    outcome: answer.limitazioni.length === 0 ? 'ok' : 'partial',
    count: answer.candidates.length,
    detail: {
      plate: reference.plate,
      id: reference.id,
      minutes: params.delta_minutes,
      passages: params.min_num_partners_passages,
      window: { from: answer.periodo.dal, to: answer.periodo.al },
      ignore_comune_impianto: params.ignore_comune_impianto,
      ignore_limitrofi: params.ignore_limitrofi,
      formula: ACCOMPLICE_VERSION,
      plates: answer.candidates.map(({ plate2 }) => plate2),
    },
  });
  return answer;
}

/** Readings TA56: the given transit, or the newest passage of the plate in the range. Throws `not_found`. */
async function findReference(
  { store }: AccomplicesDeps,
  params: AccompliceParams,
  scope: TransitScope,
  settings: PlantSettings,
  nowMs: number,
  signal: AbortSignal,
): Promise<Reference> {
  const from = params.time_start === undefined ? null : parseInstantMs(params.time_start);
  const to = params.time_end === undefined ? null : parseInstantMs(params.time_end);
  if (from !== null && to !== null && from > to) throw invalid('time_end');
  const limits = { retentionDays: settings.retention_days, nowMs };
  if (params.id !== undefined) {
    const all = computeStoredWindow(scope, limits);
    const row = await readTransit(
      store.runner,
      { gates: scope.gates, fromMs: all.fromMs, toMs: all.toMs },
      params.id,
      signal,
    );
    if (row === null) throw new AppError('not_found');
    const ms = parseInstantMs(row.ts);
    if ((from !== null && ms < from) || (to !== null && ms > to)) throw invalid('time_start');
    if (params.gate_id !== undefined && params.gate_id !== row.gate) throw invalid('gate_id');
    return { id: row.id, plate: row.plate, gate: row.gate, ms };
  }
  const window = computeVisibleWindow(scope, { startMs: from, endMs: to, ...limits });
  const gates =
    params.gate_id === undefined
      ? scope.gates
      : scope.gates?.includes(params.gate_id) === false
        ? []
        : [params.gate_id];
  const plate = params.targa ?? '';
  const [newest] = await readNewestPassages(
    store.runner,
    { gates, fromMs: window.fromMs, toMs: window.toMs },
    plate,
    1,
    signal,
  );
  if (newest === undefined) throw new AppError('not_found');
  return { id: newest.id, plate, gate: newest.gate, ms: newest.ms };
}

interface ListedCandidates {
  readonly candidates: readonly AccompliceCandidate[];
  readonly excluded: number;
  readonly isCut: boolean;
}

/**
 * The best candidates that the two checkboxes leave. With a minimum of one passage, also plates that met only the
 * reference passage.
 */
async function selectListed(
  deps: AccomplicesDeps,
  found: FoundAccomplices,
  reference: Reference,
  params: AccompliceParams,
  { evidence, baseline }: AccompliceWindow,
  settings: PlantSettings,
  signal: AbortSignal,
): Promise<ListedCandidates> {
  const { store } = deps;
  const singles =
    params.min_num_partners_passages > 1
      ? []
      : await findSingleMeetings(deps, found, reference, params, evidence, signal);
  const newest = [
    ...found.candidates.map(({ plate, meetings }) => ({ plate, id: meetings.at(-1)?.id ?? '' })),
    ...singles.map(({ plate, meeting }) => ({ plate, id: meeting.id })),
  ];
  const seen = { ...baseline, gates: evidence.gates };
  const rows = await fetchTransits(store.runner, seen, newest, signal);
  const byPlate = new Map<string, TransitRow>(rows.map((row) => [row.plate, row]));
  const home =
    params.ignore_comune_impianto || params.ignore_limitrofi
      ? await findPlantHome(store, settings.municipality, signal)
      : null;
  const isListed = (plate: string): boolean => {
    const row = byPlate.get(plate);
    return row === undefined || home === null || !isRegisteredNearby(row, home, params);
  };
  const [scored, once] = [
    found.candidates.filter(({ plate }) => isListed(plate)),
    singles.filter(({ plate }) => isListed(plate)),
  ];
  const passages = addReference(found.passages, reference);
  const context: CandidateContext = {
    plate: reference.plate,
    passages: found.passages,
    codes: store.codes,
    rows: byPlate,
  };
  return {
    candidates: [
      ...scored.slice(0, MAX_CANDIDATES).map((candidate) => toCandidate(candidate, context)),
      ...once.slice(0, MAX_CANDIDATES).map(({ plate, meeting }) => toSingle(plate, meeting, { ...context, passages })),
    ],
    excluded: newest.length - scored.length - once.length,
    isCut: scored.length > MAX_CANDIDATES || once.length > MAX_CANDIDATES,
  };
}

/** Adds the reference passage, which may lie outside the requested range. */
const addReference = (passages: readonly TimedRead[], reference: Reference): readonly TimedRead[] => [
  ...passages,
  { id: reference.id, gate: reference.gate, ms: reference.ms, localMs: reference.ms },
];

/** Plates near the target at the reference passage only, nearest first. */
async function findSingleMeetings(
  { store }: AccomplicesDeps,
  found: FoundAccomplices,
  reference: Reference,
  params: AccompliceParams,
  evidence: AccompliceWindow['evidence'],
  signal: AbortSignal,
): Promise<readonly { readonly plate: string; readonly meeting: Meeting }[]> {
  const deltaMs = params.delta_minutes * MINUTE_MS;
  const around = { gates: evidence.gates, fromMs: reference.ms - deltaMs, toMs: reference.ms + deltaMs + 1 };
  const known = new Set([...found.candidates.map(({ plate }) => plate), ...found.misreads]);
  const passageIndex = found.passages.length;
  const all = await findCotravellingPlates(store.runner, around, reference.plate, [reference], deltaMs, 1, signal);
  return all
    .filter(({ plate }) => !known.has(plate))
    .flatMap(({ plate, meetings }) => {
      const nearest = meetings.toSorted((a, b) => Math.abs(a.ms - reference.ms) - Math.abs(b.ms - reference.ms))[0];
      return nearest === undefined ? [] : [{ plate, meeting: { ...nearest, place: passageIndex } }];
    })
    .sort((a, b) => Math.abs(a.meeting.ms - reference.ms) - Math.abs(b.meeting.ms - reference.ms));
}

function buildAccompliceResponse(
  found: FoundAccomplices,
  listed: ListedCandidates,
  reference: Reference,
  params: AccompliceParams,
  { evidence, limitations }: AccompliceWindow,
  scope: TransitScope,
  tookMs: number,
): AccompliceResponse {
  const { passages, sessions, baseline } = found;
  const getSession = (passageIndex: number): number =>
    sessions.findIndex(({ from, to }) => passageIndex >= from && passageIndex <= to);
  return {
    candidates: [...listed.candidates],
    versione: ACCOMPLICE_VERSION,
    targa: reference.plate,
    riferimento: { id: reference.id, gate_id: reference.gate, data: toIsoInstant(reference.ms) },
    delta_minutes: params.delta_minutes,
    periodo: { dal: toIsoInstant(evidence.fromMs), al: toIsoInstant(evidence.toMs - 1) },
    confronto: { dal: toIsoInstant(baseline.fromMs), al: toIsoInstant(baseline.toMs - 1) },
    passaggi: passages.map(({ id, gate, ms }, passageIndex) => ({
      id,
      gate_id: gate,
      data: toIsoInstant(ms),
      sessione: getSession(passageIndex),
    })),
    sessioni: sessions.map(({ from, to }) => ({
      dal: toIsoInstant(passages[from]?.ms ?? 0),
      al: toIsoInstant(passages[to]?.ms ?? 0),
      passaggi: to - from + 1,
    })),
    confrontate: found.platesRead,
    count_disabled: found.disabled,
    letture_errate: found.misreads.slice(0, 20),
    esclusi: listed.excluded,
    troncato: listed.isCut,
    debole: passages.length < FEW_PASSAGES,
    limitazioni: [...limitations, ...(scope.gates === null ? [] : (['gates'] as const))],
    took_ms: tookMs,
  };
}
