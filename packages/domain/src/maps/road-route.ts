import type { Position } from './geo.ts';

/** Where roads are asked for (P 7 calculateRoute): an OSRM-style service. */
export interface RoutingService {
  /** Address up to and without `/route/v1/...`. */
  readonly url: string;
  /** Sent as `key`; empty: the service wants none. */
  readonly key: string;
}

export interface RoadRoute {
  readonly line: readonly Position[];
  /** Seconds the service thinks the drive takes. */
  readonly durationS: number;
  readonly distanceM: number;
}

/** Six digits are ten centimetres: more would tell nothing. */
const place = ([lon, lat]: Position): string => `${lon.toFixed(6)},${lat.toFixed(6)}`;

/** Address of one question. Only two places are in it: no plate, no time. */
export function routeAddress({ url, key }: RoutingService, from: Position, to: Position): string {
  const asked = new URL(`${url.replace(/\/+$/, '')}/route/v1/driving/${place(from)};${place(to)}`);
  asked.searchParams.set('overview', 'full');
  asked.searchParams.set('geometries', 'geojson');
  if (key !== '') asked.searchParams.set('key', key);
  return asked.href;
}

const MOST_POINTS = 20_000;
const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
const isPosition = (value: unknown): value is [number, number] =>
  Array.isArray(value) &&
  value.length >= 2 &&
  Number.isFinite(value[0]) &&
  Number.isFinite(value[1]) &&
  Math.abs(value[0]) <= 180 &&
  Math.abs(value[1]) <= 90;

/** The first route of an answer; null when it is none, or is not what such a service answers. */
export function readRouteAnswer(answer: unknown): RoadRoute | null {
  if (!isObject(answer) || answer['code'] !== 'Ok' || !Array.isArray(answer['routes'])) return null;
  const first: unknown = answer['routes'][0];
  if (!isObject(first) || !isObject(first['geometry'])) return null;
  const { coordinates } = first['geometry'];
  const { duration, distance } = first;
  if (!Array.isArray(coordinates) || coordinates.length < 2 || coordinates.length > MOST_POINTS) return null;
  if (typeof duration !== 'number' || typeof distance !== 'number' || !(duration >= 0) || !(distance >= 0)) return null;
  if (!coordinates.every(isPosition)) return null;
  return { line: coordinates.map(([lon, lat]) => [lon, lat] as const), durationS: duration, distanceM: distance };
}

/** Without a service: the straight line is taken to be this much shorter than the road, driven at this speed. */
export const ASSUMED = { detour: 1.3, kmh: 60 } as const;

/** Seconds a drive takes when nobody can be asked: distance and a stated speed (decisions). */
export const assumedSeconds = (straightM: number): number => (straightM * ASSUMED.detour * 3.6) / ASSUMED.kmh;
