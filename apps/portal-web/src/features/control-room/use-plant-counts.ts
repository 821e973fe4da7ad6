import { watchControlRoom } from '@varco/contract/plant/control-room.ts';
import { useEffect, useState } from 'react';
import { readEvents } from '../../lib/api/event-stream.ts';
import { getReasonHeader, requestReason, waitForReason } from '../../lib/case/reason.ts';
import { nowMs } from '../../lib/clock.ts';
import { getPlantTarget } from '../../lib/plants/plant-sessions.ts';
import type { PlantSession } from '../../lib/plants/plant-store.ts';
import { type CountPorts, NOT_HEARD, type PlantWatch, watchCounts } from './watch-counts.ts';

const createPorts = (credentialId: string): CountPorts => ({
  async *open(signal) {
    yield* readEvents(getPlantTarget(credentialId), watchControlRoom, { body: {} }, signal, getReasonHeader());
  },
  nowMs,
  wait,
  askReason: (signal) => {
    requestReason();
    return waitForReason(signal);
  },
  random: Math.random,
});

/** Resolves after a time, or when the signal aborts. */
function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end);
  });
}

/** Live counts of the given plants, each watched by itself, by peer id. A new `attempt` opens all streams again. */
export function usePlantCounts(plants: readonly PlantSession[], attempt: number): ReadonlyMap<number, PlantWatch> {
  const [byPlant, setByPlant] = useState<ReadonlyMap<number, PlantWatch>>(new Map());
  const key = plants.map(({ peerId, credentialId }) => `${peerId} ${credentialId}`).join('\n');
  useEffect(() => {
    const ending = new AbortController();
    for (const line of key === '' ? [] : key.split('\n')) {
      const [peer = '', credentialId = ''] = line.split(' ');
      const peerId = Number(peer);
      void watchCounts(createPorts(credentialId), ending.signal, (watch) =>
        setByPlant((before) => new Map(before).set(peerId, watch)),
      );
    }
    return () => {
      ending.abort();
      setByPlant(new Map());
    };
  }, [key, attempt]);
  return byPlant;
}

export const getWatch = (byPlant: ReadonlyMap<number, PlantWatch>, peerId: number): PlantWatch =>
  byPlant.get(peerId) ?? NOT_HEARD;

/** The time, renewed every few seconds, for ages and for plants that have fallen silent. */
export function useNowMs(everyMs: number): number {
  const [at, setAt] = useState(nowMs);
  useEffect(() => {
    const timer = setInterval(() => setAt(nowMs()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return at;
}
