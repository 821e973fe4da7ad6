import { followWatch, MAX_WATCHED_GATES, openWatch } from '@varco/contract/plant/gate-watch.ts';
import { useEffect, useState } from 'react';
import { nowMs } from '../../lib/clock.ts';
import { callPeer } from '../../lib/plants/plant-sessions.ts';
import { NOT_WATCHED, watchPlant, type Watched, type WatchPorts } from './watch-plant.ts';

const createWatchPorts = (peerId: number): WatchPorts => ({
  open: (gates, signal) => callPeer(peerId, openWatch, { body: { varchi: [...gates] } }, { signal }),
  poll: (body, signal) => callPeer(peerId, followWatch, { body }, { signal, isPolling: true }),
  nowMs,
  wait: waitUntilVisible,
});

/**
 * Waits, and beyond that until the page is visible: a hidden page makes no calls, and calls at once when shown again.
 */
function waitUntilVisible(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const isOver = (): boolean => signal.aborted || (hasRested && !document.hidden);
    let hasRested = false;
    const look = (): void => {
      if (!isOver()) return;
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', look);
      signal.removeEventListener('abort', look);
      resolve();
    };
    const timer = setTimeout(() => {
      hasRested = true;
      look();
    }, ms);
    document.addEventListener('visibilitychange', look);
    signal.addEventListener('abort', look);
  });
}

/** Watched gates of one plant. */
export interface PlantGates {
  readonly peerId: number;
  readonly gateIds: readonly number[];
}

/**
 * Newest transits of gates of several plants; each plant is watched separately. A new `attempt` reopens all watches.
 */
export function useGateWatch(plants: readonly PlantGates[], attempt: string): ReadonlyMap<number, Watched> {
  const [byPlant, setByPlant] = useState<ReadonlyMap<number, Watched>>(new Map());
  const key = plants.map(({ peerId, gateIds }) => `${peerId}:${gateIds.slice(0, MAX_WATCHED_GATES).join()}`).join(' ');
  useEffect(() => {
    const ending = new AbortController();
    const requested = key === '' ? [] : key.split(' ');
    for (const part of requested) {
      const [peer = '', ids = ''] = part.split(':');
      const peerId = Number(peer);
      if (ids === '') continue;
      void watchPlant(ids.split(',').map(Number), createWatchPorts(peerId), ending.signal, (watched) =>
        setByPlant((before) => new Map(before).set(peerId, watched)),
      );
    }
    return () => {
      ending.abort();
      setByPlant(new Map());
    };
  }, [key, attempt]);
  return byPlant;
}

export const getWatched = (byPlant: ReadonlyMap<number, Watched>, peerId: number): Watched =>
  byPlant.get(peerId) ?? NOT_WATCHED;
