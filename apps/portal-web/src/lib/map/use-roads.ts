import { useQuery } from '@tanstack/react-query';
import type { Position } from '@varco/domain/maps/geo.ts';
import type { RoadRoute, RoutingService } from '@varco/domain/maps/road-route.ts';
import { useEffect, useState } from 'react';
import { nowMs } from '../clock.ts';
import { mapConfigQuery } from './map-config.api.ts';
import { createRoadFinder, type RoadFinder } from './road-finder.ts';

/** Two positions whose connecting road is needed; `key` identifies the pair. */
export interface RoadPair {
  readonly key: string;
  readonly from: Position;
  readonly to: Position;
}

export interface Roads {
  /** Roads found so far, by pair key. */
  readonly byPair: ReadonlyMap<string, RoadRoute>;
  /** `none`: no service is configured. `failing`: it does not respond, and arcs are drawn instead of roads. */
  readonly state: 'none' | 'ok' | 'failing';
}

const MAX_PAIRS = 200;
let sharedFinder: { readonly service: RoutingService; readonly finder: RoadFinder } | null = null;

/** The road finder of the window, shared so that all screens use one cache. */
function getRoadFinder(service: RoutingService): RoadFinder {
  if (sharedFinder?.service.url !== service.url || sharedFinder.service.key !== service.key)
    sharedFinder = { service, finder: createRoadFinder(service, nowMs) };
  return sharedFinder.finder;
}

/** Roads for some pairs of positions, updated as they arrive. Only the first 200 pairs are requested; the rest stay arcs. */
export function useRoads(pairs: readonly RoadPair[]): Roads {
  const service = useQuery(mapConfigQuery).data?.routing ?? null;
  const [byPair, setByPair] = useState<ReadonlyMap<string, RoadRoute>>(new Map());
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => {
    if (service === null || pairs.length === 0) return undefined;
    const stop = new AbortController();
    const finder = getRoadFinder(service);
    const found = new Map<string, RoadRoute>();
    const asking = pairs.slice(0, MAX_PAIRS).map(async ({ key, from, to }) => {
      const road = await finder.find(from, to, stop.signal);
      if (road !== null) found.set(key, road);
    });
    void Promise.all(asking).then(() => {
      if (stop.signal.aborted) return;
      setByPair(found);
      setFailed(finder.isPaused());
    });
    return () => stop.abort();
  }, [service, pairs]);
  return { byPair, state: service === null ? 'none' : hasFailed ? 'failing' : 'ok' };
}
