import { type GateToGateResponse, gateToGate, MAX_JOURNEYS } from '@varco/contract/plant/gate-to-gate.ts';
import { MAX_REVEALED_PLATES, revealPassages } from '@varco/contract/plant/passages.ts';
import type { ClockOffset } from '@varco/domain/analysis/clock-offsets.ts';
import { type GateTrack, findJourneys, findLegs } from '@varco/domain/analysis/gate-to-gate.ts';
import {
  type TravelBar,
  buildTravelBars,
  type TravelTimes,
  summariseTravelTimes,
} from '@varco/domain/analysis/travel-times.ts';
import type { Position } from '@varco/domain/maps/geo.ts';
import { toMilliseconds } from '../../lib/clock.ts';
import { callPeer } from '../../lib/plants/plant-sessions.ts';
import { type GateRef, gateRefKey, createSalt, type PlantReport } from './analysis-plants.ts';
import { measureClocks, type TokenPassage, fetchTracks, type Window } from './plant-tracks.ts';

export interface JourneyQuery extends Window {
  /** In the order of the journey. */
  readonly gates: readonly GateRef[];
  readonly withinMinutes: number;
  /** Positions of gates by key, needed to measure the clocks. */
  readonly positions: ReadonlyMap<string, Position>;
}

export interface JourneyResult {
  readonly window: Window;
  readonly gates: readonly GateRef[];
  readonly reports: readonly PlantReport[];
  readonly passages: number;
  readonly total: number;
  readonly vehicles: number;
  /** Newest first. */
  readonly journeys: readonly {
    readonly plate: string;
    readonly timesMs: readonly number[];
    readonly seconds: number;
  }[];
  readonly times: TravelTimes;
  readonly bars: readonly TravelBar[];
  /** `from` and `to` are gate keys. */
  readonly matrix: readonly ({ readonly from: string; readonly to: string } & TravelTimes)[];
  /** Clock corrections applied; empty for a single plant. */
  readonly clocks: readonly (ClockOffset & { readonly peerId: number })[];
}

/** Queries one plant for the whole result, or several for their passages, which are combined in the browser. */
export function searchJourneys(question: JourneyQuery, signal: AbortSignal): Promise<JourneyResult> {
  const peerIds = [...new Set(question.gates.map(({ peerId }) => peerId))];
  const [only, other] = peerIds;
  return only !== undefined && other === undefined
    ? searchOnOnePlant(only, question, signal)
    : searchOnSeveralPlants(peerIds, question, signal);
}

async function searchOnOnePlant(peerId: number, question: JourneyQuery, signal: AbortSignal): Promise<JourneyResult> {
  const { gates, start, end, withinMinutes } = question;
  const body = { varchi: gates.map(({ gateId }) => gateId), dal: start, al: end, entro_minuti: withinMinutes };
  const answer = await callPeer(peerId, gateToGate, { body }, { signal });
  const key = (gateId: number): string => gateRefKey({ peerId, gateId });
  return {
    window: { start, end },
    gates,
    reports: [
      { peerId, failure: null, limitations: answer.limitazioni, completeFrom: answer.troncato ? answer.dal : null },
    ],
    passages: answer.passaggi,
    total: answer.viaggi_totale,
    vehicles: answer.veicoli,
    journeys: answer.viaggi.map(toJourney),
    times: answer.durate,
    bars: answer.istogramma.map(({ da_s, a_s, n }) => ({ fromS: da_s, toS: a_s, n })),
    matrix: answer.matrice.map(({ da, a, ...times }) => ({ from: key(da), to: key(a), ...times })),
    clocks: [],
  };
}

const toJourney = ({ targa, passaggi, durata_s }: GateToGateResponse['viaggi'][number]) => ({
  plate: targa,
  timesMs: passaggi.map(toMilliseconds),
  seconds: durata_s,
});

/** Converts tracks to corrected times and indexes into the list of gates. */
export function toGateTracks(
  tracks: ReadonlyMap<string, readonly TokenPassage[]>,
  peerIds: readonly number[],
  keys: readonly string[],
  clocks: readonly ClockOffset[],
): readonly GateTrack[] {
  const aheadMs = peerIds.map((_, plant) => (clocks[plant]?.offsetS ?? 0) * 1000);
  return [...tracks].map(([plate, passages]) => {
    const corrected = passages
      .map(({ plantIndex: plant, gateId, timeMs }) => ({
        gate: keys.indexOf(gateRefKey({ peerId: peerIds[plant] ?? 0, gateId })),
        timeMs: timeMs - (aheadMs[plant] ?? 0),
      }))
      .toSorted((a, b) => a.timeMs - b.timeMs);
    return { plate, gates: corrected.map(({ gate }) => gate), timesMs: corrected.map(({ timeMs }) => timeMs) };
  });
}

async function searchOnSeveralPlants(
  peerIds: readonly number[],
  question: JourneyQuery,
  signal: AbortSignal,
): Promise<JourneyResult> {
  const { gates, withinMinutes } = question;
  const salt = createSalt();
  const gatesOf = (peerId: number): readonly number[] => [
    ...new Set(gates.filter((gate) => gate.peerId === peerId).map(({ gateId }) => gateId)),
  ];
  const { responses: requested, tracks } = await fetchTracks(peerIds, question, salt, signal, gatesOf);
  const clocks = measureClocks(tracks, peerIds, question.positions);
  const keys = [...new Set(gates.map(gateRefKey))];
  const order = gates.map((gate) => keys.indexOf(gateRefKey(gate)));
  const maxMs = withinMinutes * 60_000;
  const placed = toGateTracks(tracks, peerIds, keys, clocks);
  const found = placed
    .flatMap((track) => findJourneys(track, order, maxMs))
    .toSorted((a, b) => (b.timesMs[0] ?? 0) - (a.timesMs[0] ?? 0));
  const seconds = found.map(({ timesMs }) => ((timesMs.at(-1) ?? 0) - (timesMs[0] ?? 0)) / 1000);
  const listed = found.slice(0, MAX_JOURNEYS);
  const plates = await revealPlates(
    peerIds,
    question,
    salt,
    [...new Set(listed.map(({ plate }) => plate))],
    gatesOf,
    signal,
  );
  return {
    window: { start: question.start, end: question.end },
    gates,
    reports: requested.reports,
    passages: placed.reduce((sum, { gates: at }) => sum + at.length, 0),
    total: found.length,
    vehicles: new Set(found.map(({ plate }) => plate)).size,
    journeys: listed.flatMap(({ plate: token, timesMs }, at) => {
      const plate = plates.get(token);
      return plate === undefined ? [] : [{ plate, timesMs, seconds: seconds[at] ?? 0 }];
    }),
    times: summariseTravelTimes(seconds),
    bars: buildTravelBars(seconds),
    matrix: buildMatrix(placed, keys, maxMs),
    clocks: clocks.map((clock) => ({ ...clock, peerId: peerIds[clock.plant] ?? 0 })),
  };
}

/** Plates of the tokens that are shown; each plant knows those that passed it. */
async function revealPlates(
  peerIds: readonly number[],
  window: Window,
  salt: string,
  tokens: readonly string[],
  gatesOf: (peerId: number) => readonly number[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, string>> {
  const wanted = tokens.slice(0, MAX_REVEALED_PLATES);
  const plates = new Map<string, string>();
  for (const peerId of peerIds) {
    const missing = wanted.filter((token) => !plates.has(token));
    if (missing.length === 0) break;
    const body = { sale: salt, dal: window.start, al: window.end, varchi: [...gatesOf(peerId)], token: missing };
    const { objects } = await callPeer(peerId, revealPassages, { body }, { signal });
    for (const { token, targa } of objects) plates.set(token, targa);
  }
  return plates;
}

function buildMatrix(tracks: readonly GateTrack[], keys: readonly string[], maxMs: number): JourneyResult['matrix'] {
  const byPair = Map.groupBy(
    tracks.flatMap((track) => findLegs(track, maxMs)),
    ({ from, to }) => `${from} ${to}`,
  );
  return keys.flatMap((from, i) =>
    keys.flatMap((to, k) =>
      i === k
        ? []
        : [{ from, to, ...summariseTravelTimes((byPair.get(`${i} ${k}`) ?? []).map(({ seconds }) => seconds)) }],
    ),
  );
}
