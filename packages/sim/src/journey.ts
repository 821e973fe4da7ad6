import type { EventSink } from './event-sink.ts';
import { computeDistanceM } from './geo.ts';
import type { Network } from './network.ts';
import type { VehicleRef } from './plate-series.ts';
import type { Rng } from './random.ts';

/** Gates passed in order by a vehicle. */
export interface Route {
  readonly plants: readonly number[];
  readonly gates: readonly number[];
  /** Metres from the previous gate; 0 for the first gate. */
  readonly metres: readonly number[];
}

/** Gates on the way from node a to node b. `taste` (any integer) selects among equally good gates deterministically. */
export function findRoute(net: Network, a: number, b: number, taste: number): Route {
  const stops: [number, number][] = [];
  const add = (town: number, gates: readonly number[], bit: number): void => {
    const gate = gates[gates.length > 1 && ((taste >>> bit) & 3) === 0 ? 1 : 0];
    const last = stops.at(-1);
    if (gate !== undefined && !(last?.[0] === town && last[1] === gate)) stops.push([town, gate]);
  };
  const way = net.path(a, b);
  way.forEach((town, i) => {
    if (town >= net.plants.length) return;
    const [before, after] = [way[i - 1], way[i + 1]];
    if (before !== undefined) add(town, net.entering(town, before), i % 8);
    if (after !== undefined) add(town, net.leaving(town, after), (i % 8) + 8);
    if (before === undefined || after === undefined) addInnerGate(net, town, taste >>> 16, stops);
  });
  return buildRoute(net, stops);
}

/** One route in three passes an additional gate in the town where it begins or ends. */
function addInnerGate(net: Network, town: number, taste: number, stops: [number, number][]): void {
  const count = net.plants[town]?.gates.length ?? 0;
  if (count === 0 || taste % 3 !== 0) return;
  const gate = taste % count;
  if (stops.every(([t, g]) => t !== town || g !== gate)) stops.push([town, gate]);
}

/** A route within one town: two or three of its gates. */
export function buildLocalRoute(net: Network, town: number, anyTaste: number): Route {
  const taste = anyTaste >>> 0;
  const count = net.plants[town]?.gates.length ?? 1;
  const first = taste % count;
  const second = (first + 1 + ((taste >>> 5) % (count - 1))) % count;
  const stops: [number, number][] = [
    [town, first],
    [town, second],
  ];
  if ((taste >>> 11) % 4 === 0) stops.push([town, (second + 1 + ((taste >>> 13) % (count - 2))) % count]);
  return buildRoute(net, stops);
}

export function buildRoute(net: Network, stops: readonly (readonly [number, number])[]): Route {
  const site = (stop: readonly [number, number] | undefined) =>
    stop === undefined ? undefined : net.plants[stop[0]]?.gates[stop[1]]?.site;
  return {
    plants: stops.map(([town]) => town),
    gates: stops.map(([, gate]) => gate),
    metres: stops.map((stop, i) => {
      const [here, before] = [site(stop), site(stops[i - 1])];
      return here === undefined || before === undefined ? 0 : computeDistanceM(before, here);
    }),
  };
}

/** Share of passages that a camera misses. */
const MISSED_SHARE = 0.05;

export interface DriveOptions {
  readonly ref: VehicleRef;
  readonly startMs: number;
  /** 1 is normal speed; larger is slower (rush hour, lorry). */
  readonly slowness: number;
  readonly flags: number;
}

/**
 * Emits the reads of one drive along a route. The speed never exceeds 120 km/h in a straight line, so that impossible
 * journeys occur only where they were planted. Returns the arrival time in epoch milliseconds.
 */
export function emitDrive(sink: EventSink, rng: Rng, route: Route, how: DriveOptions): number {
  let timeMs = how.startMs;
  for (let i = 0; i < route.gates.length; i++) {
    const metres = route.metres[i] ?? 0;
    if (i > 0) timeMs += computeLegMs(metres, how.slowness) * rng.between(0.92, 1.25) + rng.next() * 20_000;
    if (rng.next() >= MISSED_SHARE) sink.emit(route.plants[i] ?? 0, timeMs, how.ref, route.gates[i] ?? 0, how.flags);
  }
  return timeMs;
}

/**
 * Travel time of a leg in milliseconds: 32 km/h in town, up to 75 km/h on long legs; roads are 25 % longer than the
 * straight line.
 */
export function computeLegMs(metres: number, slowness: number): number {
  const kmh = metres < 1500 ? 32 : metres < 6000 ? 42 : metres < 15_000 ? 60 : 75;
  return ((metres * 1.25) / (kmh / 3.6)) * 1000 * slowness + 8000;
}
