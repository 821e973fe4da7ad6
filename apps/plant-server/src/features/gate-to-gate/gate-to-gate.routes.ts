import * as api from '@varco/contract/plant/gate-to-gate.ts';
import {
  type GateJourney,
  type GateTrack,
  findJourneys,
  type GateLeg,
  findLegs,
} from '@varco/domain/analysis/gate-to-gate.ts';
import { buildTravelBars, summariseTravelTimes } from '@varco/domain/analysis/travel-times.ts';
import { toIsoInstant } from '@varco/domain/time/rome.ts';
import type { CallContext } from '@varco/server-kit/http/call-context.ts';
import { implement } from '@varco/server-kit/http/implement.ts';
import {
  openAnalysisScope,
  limitToNewestReads,
  requireGateToGate,
  toInclusiveWindow,
} from '../analysis/analysis.public.ts';
import { resolveRequestedGates } from '../gates/gates.public.ts';
import type { PlantApp } from '../../context/plant-app.ts';
import type { GateToGateDeps } from './gate-to-gate.deps.ts';
import type { PlantViewer } from '../../auth/plant-viewer.ts';
import { readTracks } from '../../plate-index/movements/gate-tracks.repository.ts';

const MINUTE_MS = 60_000;
const DEFAULT_MINUTES = 60;

interface GateToGateQuery {
  readonly varchi: readonly number[];
  readonly dal: string;
  readonly al: string;
  readonly entro_minuti?: number | undefined;
}

/**
 * Gate to gate (decisions; analysis design, part 4, E): vehicles that passed gates in order, in a window and within a
 * maximum time.
 */
export function gateToGateRoutes(app: PlantApp, { store }: GateToGateDeps): void {
  async function respond(params: GateToGateQuery, ctx: CallContext<PlantViewer>): Promise<api.GateToGateResponse> {
    const startedAt = performance.now();
    const analysis = await openAnalysisScope(store.runner, ctx);
    requireGateToGate(analysis, ctx.now());
    const gates = await resolveRequestedGates(store, params, analysis.scope);
    const window = analysis.limitWindow(params, api.MAX_ANALYSIS_DAYS);
    const minutes = params.entro_minuti ?? DEFAULT_MINUTES;
    const visible = { gates, fromMs: window.fromMs, toMs: window.toMs };
    const isEmpty = window.fromMs >= window.toMs;
    const part = isEmpty
      ? { fromMs: window.fromMs, isCut: false }
      : await limitToNewestReads(store.runner, visible, api.MAX_GATE_PASSAGES, ctx.signal);
    const only = { ...visible, fromMs: part.fromMs };
    const tracks = isEmpty
      ? []
      : await readTracks(store.runner, only, { atLeast: 2, atTwoGates: gates.length > 1 }, ctx.signal);
    const found = buildGateToGateView(tracks, params.varchi, minutes * MINUTE_MS);
    await ctx.audit({
      count: found.viaggi_totale,
      detail: {
        gates: params.varchi,
        from: params.dal,
        to: params.al,
        minutes,
        plates: [...new Set(found.viaggi.map(({ targa }) => targa))],
      },
    });
    return {
      ...found,
      troncato: part.isCut,
      ...toInclusiveWindow(part.fromMs, window.toMs),
      limitazioni: [...new Set([...window.limitations, ...analysis.limitations])],
      took_ms: Math.round(performance.now() - startedAt),
    };
  }
  implement(app, api.gateToGate, ({ body }, ctx) => respond(body, ctx));
  implement(app, api.getGateToGate, ({ query }, ctx) => respond(query, ctx));
}

type GateToGateResult = Omit<api.GateToGateResponse, 'troncato' | 'dal' | 'al' | 'limitazioni' | 'took_ms'>;

const toSeconds = ({ timesMs }: GateJourney): number => ((timesMs.at(-1) ?? 0) - (timesMs[0] ?? 0)) / 1000;

function buildGateToGateView(tracks: readonly GateTrack[], order: readonly number[], maxMs: number): GateToGateResult {
  const journeys = tracks
    .flatMap((track) => findJourneys(track, order, maxMs))
    .toSorted((a, b) => (b.timesMs[0] ?? 0) - (a.timesMs[0] ?? 0) || (a.plate < b.plate ? -1 : 1));
  const seconds = journeys.map(toSeconds);
  return {
    passaggi: tracks.reduce((sum, { gates }) => sum + gates.length, 0),
    viaggi_totale: journeys.length,
    veicoli: new Set(journeys.map(({ plate }) => plate)).size,
    viaggi: journeys.slice(0, api.MAX_JOURNEYS).map((journey) => ({
      targa: journey.plate,
      passaggi: journey.timesMs.map(toIsoInstant),
      durata_s: toSeconds(journey),
    })),
    durate: summariseTravelTimes(seconds),
    istogramma: buildTravelBars(seconds).map(({ fromS, toS, n }) => ({ da_s: fromS, a_s: toS, n })),
    matrice: buildLegMatrix(
      tracks.flatMap((track) => findLegs(track, maxMs)),
      order,
    ),
  };
}

/** Every pair of different gates, including those without vehicles. */
function buildLegMatrix(legs: readonly GateLeg[], order: readonly number[]): GateToGateResult['matrice'] {
  const byPair = new Map<string, number[]>();
  for (const { from, to, seconds } of legs) {
    const known = byPair.get(`${from} ${to}`);
    if (known === undefined) byPair.set(`${from} ${to}`, [seconds]);
    else known.push(seconds);
  }
  const gates = [...new Set(order)];
  return gates.flatMap((da) =>
    gates.filter((a) => a !== da).map((a) => ({ da, a, ...summariseTravelTimes(byPair.get(`${da} ${a}`) ?? []) })),
  );
}
