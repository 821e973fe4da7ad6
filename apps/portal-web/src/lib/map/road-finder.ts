import type { Position } from '@varco/domain/maps/geo.ts';
import { readRouteAnswer, type RoadRoute, routeAddress, type RoutingService } from '@varco/domain/maps/road-route.ts';

/** Longest wait for one route. */
export const ROUTE_TIME_MS = 5_000;
/** After so many failures in a row the service is left alone for a while: links are arcs then. */
const GIVE_UP_AFTER = 3;
const REST_MS = 60_000;
const MOST_KEPT = 2_000;
const AT_ONCE = 4;
const MOST_BYTES = 2_000_000;

export interface RoadFinder {
  /** The road between two places; null when the service does not know it or does not answer. Never throws. */
  find(from: Position, to: Position, signal?: AbortSignal): Promise<RoadRoute | null>;
  /** The service has failed lately and is not asked for now. */
  isResting(): boolean;
}

/**
 * P 7: asks a routing service, at most four questions at once, and remembers its answers. Only two places are sent: no plate, no time, no referrer.
 * @param nowMs a clock, for the rest after failures
 */
export function createRoadFinder(service: RoutingService, nowMs: () => number, timeMs = ROUTE_TIME_MS): RoadFinder {
  const known = new Map<string, Promise<RoadRoute | null>>();
  const waiting: (() => void)[] = [];
  let running = 0;
  let failures = 0;
  let restsUntil = 0;

  const turn = async (): Promise<void> => {
    if (running < AT_ONCE) {
      running += 1;
      return;
    }
    await new Promise<void>((resolve) => waiting.push(resolve));
  };
  const done = (): void => {
    const next = waiting.shift();
    if (next === undefined) running -= 1;
    else next();
  };
  const isResting = (): boolean => nowMs() < restsUntil;

  const ask = async (address: string): Promise<RoadRoute | null> => {
    await turn();
    try {
      if (isResting()) return null;
      const route = await fetchRoute(address, timeMs);
      failures = 0;
      return route;
    } catch {
      failures += 1;
      if (failures >= GIVE_UP_AFTER) restsUntil = nowMs() + REST_MS;
      known.delete(address);
      return null;
    } finally {
      done();
    }
  };

  return {
    isResting,
    async find(from, to, signal) {
      if (signal?.aborted === true || isResting()) return null;
      const address = routeAddress(service, from, to);
      const before = known.get(address);
      if (before !== undefined) return before;
      const [oldest] = known.keys();
      if (known.size >= MOST_KEPT && oldest !== undefined) known.delete(oldest);
      const asked = ask(address);
      known.set(address, asked);
      return asked;
    },
  };
}

/** Null: the service answered that there is no road. @throws when it did not answer in time, or not properly */
async function fetchRoute(address: string, timeMs: number): Promise<RoadRoute | null> {
  const response = await fetch(address, {
    signal: AbortSignal.timeout(timeMs),
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    redirect: 'error',
  });
  // 400: OSRM's way of saying that no road leads there.
  if (response.status === 400) return null;
  const text = await response.text();
  if (!response.ok || text.length > MOST_BYTES) throw new Error('no route');
  const route = readRouteAnswer(JSON.parse(text));
  if (route === null) throw new Error('no route');
  return route;
}
