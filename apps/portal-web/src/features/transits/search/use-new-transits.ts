import { MAX_NEW_TRANSITS } from '@varco/contract/plant/transits.ts';
import { useEffect, useEffectEvent, useState } from 'react';
import { usePlants } from '../../../lib/plants/plant-store.ts';
import type { SearchState } from './search-state.ts';
import { listWatchedPlants, watchPlant } from './watch-new-transits.ts';

/** Transits of a search that reached the plants after it. */
export interface NewTransitCount {
  readonly count: number;
  /** A plant has more than it counts. */
  readonly isLowerBound: boolean;
}

/** A search that is replaced at once is not watched. */
const WATCH_DELAY_MS = 2_000;

/**
 * A browser tab that is hidden for so long ends its streams: over HTTP/1.1 a browser has six connections for each plant, and
 * forgotten tabs must not take them all.
 */
const HIDDEN_PAUSE_MS = 60_000;

const NONE: ReadonlyMap<number, number> = new Map();

/**
 * Watches a finished search on the plants that answered it. The number is told, and the list stays as it is: rows are
 * laid in when the user asks for them.
 * @param isOn false while the list renews itself by its interval
 */
export function useNewTransits(state: SearchState, isOn: boolean): NewTransitCount {
  const [byPlant, setByPlant] = useState(NONE);
  const watched = isOn ? listWatchedPlants(state) : [];
  // The streams end when the search is replaced, a plant joins or leaves, or the tab is hidden.
  const key = watched.length === 0 ? '' : JSON.stringify([state.startedAt, watched]);
  const watch = useEffectEvent((signal: AbortSignal): void => {
    const plants = [...usePlants.getState().plants.values()];
    for (const { peerId, body } of watched) {
      const plant = plants.find((one) => one.peerId === peerId);
      if (plant === undefined) continue;
      const onCount = (count: number): void => setByPlant((before) => new Map(before).set(peerId, count));
      void watchPlant(plant.credentialId, body, onCount, signal);
    }
  });
  const isPaused = useIsHiddenFor(HIDDEN_PAUSE_MS);
  useEffect(() => {
    if (key === '' || isPaused) return undefined;
    const ending = new AbortController();
    const timer = setTimeout(() => watch(ending.signal), WATCH_DELAY_MS);
    return () => {
      clearTimeout(timer);
      ending.abort();
    };
  }, [key, isPaused]);
  // The numbers of another search; those of a paused one stay, and are counted again when it goes on.
  useEffect(() => () => setByPlant(NONE), [key]);
  const counts = [...byPlant].filter(([peerId]) => state.peerId === null || state.peerId === peerId);
  return {
    count: counts.reduce((sum, [, count]) => sum + count, 0),
    isLowerBound: counts.some(([, count]) => count >= MAX_NEW_TRANSITS),
  };
}

/** True once the browser tab has been hidden for some time, until it is shown again. */
function useIsHiddenFor(ms: number): boolean {
  const [isHidden, setHidden] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const follow = (): void => {
      clearTimeout(timer);
      if (document.hidden) timer = setTimeout(() => setHidden(true), ms);
      else setHidden(false);
    };
    follow();
    document.addEventListener('visibilitychange', follow);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', follow);
    };
  }, [ms]);
  return isHidden;
}
