import type { Position } from './geo.ts';

/** The routing service (P 7 calculateRoute): compatible with OSRM. */
export interface RoutingService {
  /** Address up to, but without, `/route/v1/...`. */
  readonly url: string;
  /** Sent as `key`; empty: the service needs none. */
  readonly key: string;
}

export interface RoadRoute {
  readonly line: readonly Position[];
  /** Driving time estimated by the service, seconds. */
  readonly durationS: number;
  readonly distanceM: number;
}

/** Six decimals are ten centimetres, which is precise enough. */
const formatRoutePosition = ([lon, lat]: Position): string => `${lon.toFixed(6)},${lat.toFixed(6)}`;

/** Address of one route request. It contains only the two positions: no plate and no time. */
export function buildRouteAddress({ url, key }: RoutingService, from: Position, to: Position): string {
  const requested = new URL(
    `${url.replace(/\/+$/, '')}/route/v1/driving/${formatRoutePosition(from)};${formatRoutePosition(to)}`,
  );
  requested.searchParams.set('overview', 'full');
  requested.searchParams.set('geometries', 'geojson');
  if (key !== '') requested.searchParams.set('key', key);
  return requested.href;
}

const MAX_ROUTE_POINTS = 20_000;
const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
const isPosition = (value: unknown): value is [number, number] =>
  Array.isArray(value) &&
  value.length >= 2 &&
  Number.isFinite(value[0]) &&
  Number.isFinite(value[1]) &&
  Math.abs(value[0]) <= 180 &&
  Math.abs(value[1]) <= 90;

/** The first route of a response; null when the response has none or is malformed. */
export function parseRouteResponse(answer: unknown): RoadRoute | null {
  if (!isObject(answer) || answer['code'] !== 'Ok' || !Array.isArray(answer['routes'])) return null;
  const first: unknown = answer['routes'][0];
  if (!isObject(first) || !isObject(first['geometry'])) return null;
  const { coordinates } = first['geometry'];
  const { duration, distance } = first;
  if (!Array.isArray(coordinates) || coordinates.length < 2 || coordinates.length > MAX_ROUTE_POINTS) return null;
  if (typeof duration !== 'number' || typeof distance !== 'number' || !(duration >= 0) || !(distance >= 0)) return null;
  if (!coordinates.every(isPosition)) return null;
  return { line: coordinates.map(([lon, lat]) => [lon, lat] as const), durationS: duration, distanceM: distance };
}

/** Assumptions without a service: the road is longer than the straight line by this factor and driven at this speed. */
export const ASSUMED_ROAD = { detour: 1.3, kmh: 60 } as const;

/** Driving time when no routing service is available, from distance and assumed speed (decisions). */
export const estimateDriveSeconds = (straightM: number): number =>
  (straightM * ASSUMED_ROAD.detour * 3.6) / ASSUMED_ROAD.kmh;
