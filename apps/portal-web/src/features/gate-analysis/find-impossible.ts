import { MAX_REVEALED_PLATES, revealPassages } from '@varco/contract/plant/passages.ts';
import type { CallOutput } from '@varco/contract/endpoint.ts';
import { type ClockOffset, getClockSlackS } from '@varco/domain/analysis/clock-offsets.ts';
import {
  findImpossibleDays,
  type ImpossibleKind,
  MAX_DAY_PASSAGES,
  computeLegSpeed,
  type PlacedPassage,
} from '@varco/domain/analysis/impossible-travel.ts';
import type { Position } from '@varco/domain/maps/geo.ts';
import { toMilliseconds, toInstant } from '../../lib/clock.ts';
import { callPeer } from '../../lib/plants/plant-sessions.ts';
import { toRomeDay } from '../../lib/rome-days.ts';
import { gateRefKey, createSalt, type PlantReport } from './analysis-plants.ts';
import { measureClocks, type TokenPassage, fetchTracks, type Window } from './plant-tracks.ts';

export interface ImpossibleQuery extends Window {
  readonly peerIds: readonly number[];
  /** Positions of gates by key; passages at gates without a position are ignored. */
  readonly positions: ReadonlyMap<string, Position>;
}

/** Speed between the two passages that are hardest to explain. */
export interface WorstLeg {
  readonly metres: number;
  readonly seconds: number;
  readonly kmh: number;
}

type Revealed = CallOutput<typeof revealPassages>['objects'][number]['passaggi'][number];

export interface ImpossiblePassage extends Revealed {
  readonly peerId: number;
  /** Corrected by the clock offset, epoch milliseconds. */
  readonly timeMs: number;
  /** Belongs to the longest track that one car can have driven. */
  readonly isMain: boolean;
}

export interface ImpossibleCase {
  readonly plate: string;
  readonly day: string;
  readonly kind: ImpossibleKind;
  readonly discarded: number;
  readonly worst: WorstLeg;
  readonly passages: readonly ImpossiblePassage[];
}

export interface ImpossibleResult {
  readonly window: Window;
  readonly reports: readonly PlantReport[];
  readonly vehicles: number;
  readonly clocks: readonly (ClockOffset & { readonly peerId: number })[];
  /** Clones first, then cases to be checked; most discarded reads first. */
  readonly cases: readonly ImpossibleCase[];
  /** Number of further cases, found but not revealed by plate. */
  readonly unrevealedCount: number;
}

interface SuspectDay {
  readonly token: string;
  readonly day: string;
  readonly kind: ImpossibleKind;
  readonly discarded: number;
  readonly worst: WorstLeg;
  /** Keys of its passages, and of those outside the main track (uncorrected times). */
  readonly passageKeys: ReadonlySet<string>;
  readonly otherPassageKeys: ReadonlySet<string>;
}

/**
 * Measures the clocks of all plants, then finds plates that cannot belong to a single car. Works on tokens; plates are
 * revealed only for cases found.
 */
export async function findImpossible(question: ImpossibleQuery, signal: AbortSignal): Promise<ImpossibleResult> {
  const { peerIds, positions: places } = question;
  const salt = createSalt();
  const { responses: requested, tracks } = await fetchTracks(peerIds, question, salt, signal);
  const clocks = measureClocks(tracks, peerIds, places);
  const found: SuspectDay[] = [];
  for (const [token, track] of tracks)
    found.push(...findSuspectDays(token, track, { peerIds, positions: places, clocks }));
  found.sort((a, b) => b.discarded - a.discarded || b.worst.kmh - a.worst.kmh);
  const sent = found.slice(0, MAX_REVEALED_PLATES);
  const cases = sent.length === 0 ? [] : await revealCases(sent, question, salt, clocks, signal);
  return {
    window: { start: question.start, end: question.end },
    reports: requested.reports,
    vehicles: tracks.size,
    clocks: clocks.map((clock) => ({ ...clock, peerId: peerIds[clock.plant] ?? 0 })),
    cases,
    unrevealedCount: found.length - sent.length,
  };
}

interface TrackContext {
  readonly peerIds: readonly number[];
  readonly positions: ReadonlyMap<string, Position>;
  readonly clocks: readonly ClockOffset[];
}

type Placed = PlacedPassage & { readonly seen: TokenPassage };
const passageKey = (peerId: number, gateId: number, timeMs: number): string =>
  `${peerId} ${gateId} ${Math.round(timeMs)}`;

const toRomeDayOfTime = (timeMs: number): string => toRomeDay(toInstant(timeMs));

/** Days on which a single car cannot have made all reads of a plate. */
export function findSuspectDays(
  token: string,
  track: readonly TokenPassage[],
  ground: TrackContext,
): readonly SuspectDay[] {
  const { peerIds, positions: places, clocks } = ground;
  const placed = track
    .flatMap((seen): Placed[] => {
      const at = places.get(gateRefKey({ peerId: peerIds[seen.plantIndex] ?? 0, gateId: seen.gateId }));
      const clock = clocks[seen.plantIndex];
      if (at === undefined || clock === undefined) return [];
      return [
        {
          at,
          timeMs: seen.timeMs - (clock.offsetS ?? 0) * 1000,
          clock: seen.plantIndex,
          slackS: getClockSlackS(clock),
          seen,
        },
      ];
    })
    .toSorted((a, b) => a.timeMs - b.timeMs);
  return findImpossibleDays(placed, toRomeDayOfTime).map(({ day, kind, discarded, isMain, passages }) => {
    const keys = passages.map(({ seen }) => passageKey(peerIds[seen.plantIndex] ?? 0, seen.gateId, seen.timeMs));
    const others = keys.filter((_, i) => isMain[i] === false);
    return {
      ...{ token, day, kind, discarded, worst: findFastestLeg(passages) },
      ...{ passageKeys: new Set(keys), otherPassageKeys: new Set(others) },
    };
  });
}

function findFastestLeg(passages: readonly PlacedPassage[]): WorstLeg {
  let worst: WorstLeg = { metres: 0, seconds: 0, kmh: 0 };
  const examined = passages.slice(0, MAX_DAY_PASSAGES);
  examined.forEach((to, i) => {
    for (const from of examined.slice(0, i)) {
      const { metres, seconds, kmh, isImpossible } = computeLegSpeed(from, to);
      if (isImpossible && kmh !== null && kmh > worst.kmh) worst = { metres, seconds, kmh };
    }
  });
  return worst;
}

async function revealCases(
  found: readonly SuspectDay[],
  { peerIds, start, end }: ImpossibleQuery,
  salt: string,
  clocks: readonly ClockOffset[],
  signal: AbortSignal,
): Promise<readonly ImpossibleCase[]> {
  const token = [...new Set(found.map((one) => one.token))];
  const body = { sale: salt, dal: start, al: end, token };
  // If a plant fails here, its passages are missing but the case is still reported.
  const done = await Promise.allSettled(
    peerIds.map((peerId) => callPeer(peerId, revealPassages, { body }, { signal })),
  );
  signal.throwIfAborted();
  const passages = done.flatMap((one, plant) =>
    one.status === 'rejected'
      ? []
      : one.value.objects.flatMap((object) =>
          object.passaggi.map((passage) => ({
            token: object.token,
            plate: object.targa,
            peerId: peerIds[plant] ?? 0,
            timeMs: toMilliseconds(passage.data) - (clocks[plant]?.offsetS ?? 0) * 1000,
            passage,
          })),
        ),
  );
  const byToken = Map.groupBy(passages, (one) => one.token);
  return found.flatMap((one): ImpossibleCase[] => {
    const own = (byToken.get(one.token) ?? []).filter(({ passage, peerId, timeMs }) => {
      const key = passageKey(peerId, passage.varco_id, toMilliseconds(passage.data));
      return toRomeDayOfTime(timeMs) === one.day || one.passageKeys.has(key);
    });
    const [first] = own;
    if (first === undefined) return [];
    const { day, kind, discarded, worst, otherPassageKeys: others } = one;
    return [
      {
        plate: first.plate,
        day,
        kind,
        discarded,
        worst,
        passages: own
          .map(({ passage, peerId, timeMs }) => ({
            ...passage,
            peerId,
            timeMs,
            isMain: !others.has(passageKey(peerId, passage.varco_id, toMilliseconds(passage.data))),
          }))
          .toSorted((a, b) => a.timeMs - b.timeMs),
      },
    ];
  });
}
