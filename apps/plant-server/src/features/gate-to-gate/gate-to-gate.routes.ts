import * as api from '@varco/contract/plant/gate-to-gate.ts';
import { type GateJourney, type GateTrack, journeysOf, type Leg, legsOf } from '@varco/domain/analysis/gate-to-gate.ts';
import { travelBars, travelTimes } from '@varco/domain/analysis/travel-times.ts';
import { isoOf } from '@varco/domain/time/rome.ts';
import type { CallContext } from '@varco/server-kit/http/call-context.ts';
import { implement } from '@varco/server-kit/http/implement.ts';
import { analysisScope, newestPart, requireGateToGate, toldWindow } from '../analysis/analysis.public.ts';
import { askedGates } from '../gates/gates.public.ts';
import type { PlantApp } from '../../context/plant-app.ts';
import type { GateToGateDeps } from './gate-to-gate.deps.ts';
import type { PlantViewer } from '../../auth/plant-viewer.ts';
import { readTracks } from '../../plate-index/movements/gate-tracks.ts';

const MINUTE_MS = 60_000;
const USUAL_MINUTES = 60;

interface Question {
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
  async function respond(params: Question, ctx: CallContext<PlantViewer>): Promise<api.GateToGateAnswer> {
    const startedAt = performance.now();
    const analysis = await analysisScope(store.runner, ctx);
    requireGateToGate(analysis, ctx.now());
    const gates = await askedGates(store, params, analysis.scope);
    const window = analysis.window(params, api.MOST_ANALYSIS_DAYS);
    const minutes = params.entro_minuti ?? USUAL_MINUTES;
    const visible = { gates, fromMs: window.fromMs, toMs: window.toMs };
    const isEmpty = window.fromMs >= window.toMs;
    const part = isEmpty
      ? { fromMs: window.fromMs, isCut: false }
      : await newestPart(store.runner, visible, api.MOST_GATE_PASSAGES, ctx.signal);
    const only = { ...visible, fromMs: part.fromMs };
    const tracks = isEmpty
      ? []
      : await readTracks(store.runner, only, { atLeast: 2, atTwoGates: gates.length > 1 }, ctx.signal);
    const found = viewOf(tracks, params.varchi, minutes * MINUTE_MS);
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
      ...toldWindow(part.fromMs, window.toMs),
      limitazioni: [...new Set([...window.limitations, ...analysis.limitations])],
      took_ms: Math.round(performance.now() - startedAt),
    };
  }
  implement(app, api.gateToGate, ({ body }, ctx) => respond(body, ctx));
  implement(app, api.getGateToGate, ({ query }, ctx) => respond(query, ctx));
}

type Found = Omit<api.GateToGateAnswer, 'troncato' | 'dal' | 'al' | 'limitazioni' | 'took_ms'>;

const secondsOf = ({ timesMs }: GateJourney): number => ((timesMs.at(-1) ?? 0) - (timesMs[0] ?? 0)) / 1000;

function viewOf(tracks: readonly GateTrack[], order: readonly number[], maxMs: number): Found {
  const journeys = tracks
    .flatMap((track) => journeysOf(track, order, maxMs))
    .toSorted((a, b) => (b.timesMs[0] ?? 0) - (a.timesMs[0] ?? 0) || (a.plate < b.plate ? -1 : 1));
  const seconds = journeys.map(secondsOf);
  return {
    passaggi: tracks.reduce((sum, { gates }) => sum + gates.length, 0),
    viaggi_totale: journeys.length,
    veicoli: new Set(journeys.map(({ plate }) => plate)).size,
    viaggi: journeys.slice(0, api.MOST_JOURNEYS).map((journey) => ({
      targa: journey.plate,
      passaggi: journey.timesMs.map(isoOf),
      durata_s: secondsOf(journey),
    })),
    durate: travelTimes(seconds),
    istogramma: travelBars(seconds).map(({ fromS, toS, n }) => ({ da_s: fromS, a_s: toS, n })),
    matrice: matrixOf(
      tracks.flatMap((track) => legsOf(track, maxMs)),
      order,
    ),
  };
}

/** Every pair of different gates, including those without vehicles. */
function matrixOf(legs: readonly Leg[], order: readonly number[]): Found['matrice'] {
  const byPair = new Map<string, number[]>();
  for (const { from, to, seconds } of legs) {
    const known = byPair.get(`${from} ${to}`);
    if (known === undefined) byPair.set(`${from} ${to}`, [seconds]);
    else known.push(seconds);
  }
  const gates = [...new Set(order)];
  return gates.flatMap((da) =>
    gates.filter((a) => a !== da).map((a) => ({ da, a, ...travelTimes(byPair.get(`${da} ${a}`) ?? []) })),
  );
}
