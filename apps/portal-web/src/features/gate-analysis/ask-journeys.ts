import { type GateToGateAnswer, gateToGate, MOST_JOURNEYS } from '@varco/contract/plant/gate-to-gate.ts';
import { MOST_REVEALED, revealPassages } from '@varco/contract/plant/passages.ts';
import type { ClockOffset } from '@varco/domain/analysis/clocks.ts';
import { type GateTrack, journeysOf, legsOf } from '@varco/domain/analysis/gate-to-gate.ts';
import { type TravelBar, travelBars, type TravelTimes, travelTimes } from '@varco/domain/analysis/travel-times.ts';
import type { Position } from '@varco/domain/maps/geo.ts';
import { instantMs } from '../../lib/clock.ts';
import { callPeer } from '../../lib/plants/plant-sessions.ts';
import { type GateRef, keyOfRef, newSalt, type PlantPart } from './analysis-plants.ts';
import { clocksOf, type TokenPassage, tracksOfPlants, type Window } from './tracks-of-plants.ts';

export interface JourneyQuestion extends Window {
  /** In the order of the journey. */
  readonly gates: readonly GateRef[];
  readonly withinMinutes: number;
  /** Positions of gates by key, needed to measure the clocks. */
  readonly positions: ReadonlyMap<string, Position>;
}

export interface JourneyAnswer {
  readonly window: Window;
  readonly gates: readonly GateRef[];
  readonly parts: readonly PlantPart[];
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
export function askJourneys(question: JourneyQuestion, signal: AbortSignal): Promise<JourneyAnswer> {
  const peerIds = [...new Set(question.gates.map(({ peerId }) => peerId))];
  const [only, other] = peerIds;
  return only !== undefined && other === undefined
    ? askOne(only, question, signal)
    : askSeveral(peerIds, question, signal);
}

async function askOne(peerId: number, question: JourneyQuestion, signal: AbortSignal): Promise<JourneyAnswer> {
  const { gates, start, end, withinMinutes } = question;
  const body = { varchi: gates.map(({ gateId }) => gateId), dal: start, al: end, entro_minuti: withinMinutes };
  const answer = await callPeer(peerId, gateToGate, { body }, { signal });
  const key = (gateId: number): string => keyOfRef({ peerId, gateId });
  return {
    window: { start, end },
    gates,
    parts: [{ peerId, failure: null, limitations: answer.limitazioni, cutAt: answer.troncato ? answer.dal : null }],
    passages: answer.passaggi,
    total: answer.viaggi_totale,
    vehicles: answer.veicoli,
    journeys: answer.viaggi.map(journeyOf),
    times: answer.durate,
    bars: answer.istogramma.map(({ da_s, a_s, n }) => ({ fromS: da_s, toS: a_s, n })),
    matrix: answer.matrice.map(({ da, a, ...times }) => ({ from: key(da), to: key(a), ...times })),
    clocks: [],
  };
}

const journeyOf = ({ targa, passaggi, durata_s }: GateToGateAnswer['viaggi'][number]) => ({
  plate: targa,
  timesMs: passaggi.map(instantMs),
  seconds: durata_s,
});

/** Converts tracks to corrected times and indexes into the list of gates. */
export function gateTracks(
  tracks: ReadonlyMap<string, readonly TokenPassage[]>,
  peerIds: readonly number[],
  keys: readonly string[],
  clocks: readonly ClockOffset[],
): readonly GateTrack[] {
  const aheadMs = peerIds.map((_, plant) => (clocks[plant]?.offsetS ?? 0) * 1000);
  return [...tracks].map(([plate, passages]) => {
    const corrected = passages
      .map(({ plantIndex: plant, gateId, timeMs }) => ({
        gate: keys.indexOf(keyOfRef({ peerId: peerIds[plant] ?? 0, gateId })),
        timeMs: timeMs - (aheadMs[plant] ?? 0),
      }))
      .toSorted((a, b) => a.timeMs - b.timeMs);
    return { plate, gates: corrected.map(({ gate }) => gate), timesMs: corrected.map(({ timeMs }) => timeMs) };
  });
}

async function askSeveral(
  peerIds: readonly number[],
  question: JourneyQuestion,
  signal: AbortSignal,
): Promise<JourneyAnswer> {
  const { gates, withinMinutes } = question;
  const salt = newSalt();
  const gatesOf = (peerId: number): readonly number[] => [
    ...new Set(gates.filter((gate) => gate.peerId === peerId).map(({ gateId }) => gateId)),
  ];
  const { asked, tracks } = await tracksOfPlants(peerIds, question, salt, signal, gatesOf);
  const clocks = clocksOf(tracks, peerIds, question.positions);
  const keys = [...new Set(gates.map(keyOfRef))];
  const order = gates.map((gate) => keys.indexOf(keyOfRef(gate)));
  const maxMs = withinMinutes * 60_000;
  const placed = gateTracks(tracks, peerIds, keys, clocks);
  const found = placed
    .flatMap((track) => journeysOf(track, order, maxMs))
    .toSorted((a, b) => (b.timesMs[0] ?? 0) - (a.timesMs[0] ?? 0));
  const seconds = found.map(({ timesMs }) => ((timesMs.at(-1) ?? 0) - (timesMs[0] ?? 0)) / 1000);
  const listed = found.slice(0, MOST_JOURNEYS);
  const plates = await platesOf(
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
    parts: asked.parts,
    passages: placed.reduce((sum, { gates: at }) => sum + at.length, 0),
    total: found.length,
    vehicles: new Set(found.map(({ plate }) => plate)).size,
    journeys: listed.flatMap(({ plate: token, timesMs }, at) => {
      const plate = plates.get(token);
      return plate === undefined ? [] : [{ plate, timesMs, seconds: seconds[at] ?? 0 }];
    }),
    times: travelTimes(seconds),
    bars: travelBars(seconds),
    matrix: matrixOf(placed, keys, maxMs),
    clocks: clocks.map((clock) => ({ ...clock, peerId: peerIds[clock.plant] ?? 0 })),
  };
}

/** Plates of the tokens that are shown; each plant knows those that passed it. */
async function platesOf(
  peerIds: readonly number[],
  window: Window,
  salt: string,
  tokens: readonly string[],
  gatesOf: (peerId: number) => readonly number[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, string>> {
  const wanted = tokens.slice(0, MOST_REVEALED);
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

function matrixOf(tracks: readonly GateTrack[], keys: readonly string[], maxMs: number): JourneyAnswer['matrix'] {
  const byPair = Map.groupBy(
    tracks.flatMap((track) => legsOf(track, maxMs)),
    ({ from, to }) => `${from} ${to}`,
  );
  return keys.flatMap((from, i) =>
    keys.flatMap((to, k) =>
      i === k ? [] : [{ from, to, ...travelTimes((byPair.get(`${i} ${k}`) ?? []).map(({ seconds }) => seconds)) }],
    ),
  );
}
