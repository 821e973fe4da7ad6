import type { Position } from '@varco/domain/maps/geo.ts';
import {
  parseRouteResponse,
  type RoadRoute,
  buildRouteAddress,
  type RoutingService,
} from '@varco/domain/maps/road-route.ts';
import { createLimiter } from '../limiter.ts';

/** Maximum time for one route. */
export const ROUTE_TIME_MS = 5_000;
/** After this many failures in a row the service is not called for a while, and links are drawn as arcs. */
const MAX_FAILURES = 3;
const PAUSE_AFTER_FAILURES_MS = 60_000;
const MAX_CACHED_ROUTES = 2_000;
const MAX_PARALLEL_REQUESTS = 4;
const MAX_RESPONSE_BYTES = 2_000_000;

export interface RoadFinder {
  /** The road between two positions; null when the service knows none or does not respond. Never throws. */
  find(from: Position, to: Position, signal?: AbortSignal): Promise<RoadRoute | null>;
  /** True while the service is not called after repeated failures. */
  isPaused(): boolean;
}

/**
 * P 7: client of a routing service with at most four parallel requests and a cache. Sends only two positions: no plate,
 * time or referrer.
 * @param nowMs clock in milliseconds, for the pause after failures
 */
export function createRoadFinder(service: RoutingService, nowMs: () => number, timeMs = ROUTE_TIME_MS): RoadFinder {
  const known = new Map<string, Promise<RoadRoute | null>>();
  const limit = createLimiter(MAX_PARALLEL_REQUESTS);
  let failures = 0;
  let restsUntil = 0;

  const isResting = (): boolean => nowMs() < restsUntil;

  const ask = async (address: string): Promise<RoadRoute | null> => {
    try {
      if (isResting()) return null;
      const route = await fetchRoute(address, timeMs);
      failures = 0;
      return route;
    } catch {
      failures += 1;
      if (failures >= MAX_FAILURES) restsUntil = nowMs() + PAUSE_AFTER_FAILURES_MS;
      known.delete(address);
      return null;
    }
  };

  return {
    isPaused: isResting,
    async find(from, to, signal) {
      if (signal?.aborted === true || isResting()) return null;
      const address = buildRouteAddress(service, from, to);
      const before = known.get(address);
      if (before !== undefined) return before;
      const [oldest] = known.keys();
      if (known.size >= MAX_CACHED_ROUTES && oldest !== undefined) known.delete(oldest);
      const requested = limit(() => ask(address));
      known.set(address, requested);
      return requested;
    },
  };
}

/** Fetches one route; null when the service knows no road. @throws on a timeout or an invalid response */
async function fetchRoute(address: string, timeMs: number): Promise<RoadRoute | null> {
  const response = await fetch(address, {
    signal: AbortSignal.timeout(timeMs),
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    redirect: 'error',
  });
  // OSRM responds with 400 when no road exists.
  if (response.status === 400) return null;
  const text = await response.text();
  if (!response.ok || text.length > MAX_RESPONSE_BYTES) throw new Error('no route');
  const route = parseRouteResponse(JSON.parse(text));
  if (route === null) throw new Error('no route');
  return route;
}
