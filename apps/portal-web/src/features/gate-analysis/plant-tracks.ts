import { passageTokens } from '@varco/contract/plant/passages.ts';
import type { CallOutput } from '@varco/contract/endpoint.ts';
import { type ClockOffset, ClockOffsetEstimator } from '@varco/domain/analysis/clock-offsets.ts';
import type { Position } from '@varco/domain/maps/geo.ts';
import { z } from 'zod';
import { callPeer } from '../../lib/plants/plant-sessions.ts';
import { toMilliseconds } from '../../lib/clock.ts';
import { type PlantResponses, callPlants, gateRefKey } from './analysis-plants.ts';

type Answer = CallOutput<typeof passageTokens>;

/** One passage of the vehicle behind a token. */
export interface TokenPassage {
  /** Index in the list of plants queried. */
  readonly plantIndex: number;
  readonly gateId: number;
  /** By the plant's own clock, uncorrected. */
  readonly timeMs: number;
}

export interface PlantTracks {
  readonly responses: PlantResponses<Answer>;
  readonly peerIds: readonly number[];
  /** By token, in order of time. */
  readonly tracks: ReadonlyMap<string, readonly TokenPassage[]>;
}

/** Start and end of a period, ISO 8601. Empty: the typed text is no instant. */
export const Window = z.object({ start: z.string().max(40), end: z.string().max(40) }).readonly();
export type Window = z.infer<typeof Window>;

/** Both ends are set and in order. */
export const isValidWindow = ({ start, end }: Window): boolean => start !== '' && start < end;

/** Passages of all plants by anonymous token. `gates`: restricts a plant to these gates; absent: all. */
export async function fetchTracks(
  peerIds: readonly number[],
  window: Window,
  salt: string,
  signal: AbortSignal,
  gates?: (peerId: number) => readonly number[],
): Promise<PlantTracks> {
  const requested = await callPlants(
    peerIds,
    (peerId) => {
      const varchi = gates?.(peerId);
      const body = { sale: salt, dal: window.start, al: window.end };
      const only = varchi === undefined ? {} : { varchi: [...varchi] };
      return callPeer(peerId, passageTokens, { body: { ...body, ...only } }, { signal });
    },
    ({ limitazioni, troncato, dal }) => ({ limitations: limitazioni, completeFrom: troncato ? dal : null }),
    signal,
  );
  const tracks = new Map<string, TokenPassage[]>();
  for (const { peerId, answer } of requested.responses) {
    const plant = peerIds.indexOf(peerId);
    const fromMs = toMilliseconds(answer.dal);
    for (const [token, numbers] of answer.targhe) {
      const track = tracks.get(token) ?? [];
      for (let i = 0; i + 1 < numbers.length; i += 2)
        track.push({ plantIndex: plant, gateId: numbers[i] ?? 0, timeMs: fromMs + (numbers[i + 1] ?? 0) * 1000 });
      tracks.set(token, track);
    }
  }
  for (const track of tracks.values()) track.sort((a, b) => a.timeMs - b.timeMs);
  return { responses: requested, peerIds, tracks };
}

/** Clock offsets between the plants, from vehicles seen by several of them. */
export function measureClocks(
  tracks: PlantTracks['tracks'],
  peerIds: readonly number[],
  places: ReadonlyMap<string, Position>,
): readonly ClockOffset[] {
  const watch = new ClockOffsetEstimator();
  for (const track of tracks.values())
    watch.add(
      track.map(({ plantIndex: plant, gateId, timeMs }) => ({
        plant,
        gate: gateId,
        timeMs,
        at: places.get(gateRefKey({ peerId: peerIds[plant] ?? 0, gateId })) ?? null,
      })),
    );
  return watch.estimateOffsets(peerIds.length);
}
