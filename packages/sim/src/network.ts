import { angleBetween, computeBearing, computeDistanceM, type Point } from './geo.ts';
import type { SimGate, SimPlant } from './plant-types.ts';

/** Nodes outside the plants' towns where traffic comes from or goes to. */
const OUTSIDE_NODES: readonly (readonly [name: string, point: Point, near: readonly string[]])[] = [
  ['Imola', { lat: 44.3531, lon: 11.7141 }, ['FAE']],
  ['Ferrara', { lat: 44.6953, lon: 12.1407 }, ['RAV']],
  ['Cattolica', { lat: 43.9634, lon: 12.7389 }, ['RIM']],
  ['Bagno di Romagna', { lat: 43.8361, lon: 11.9602 }, ['CES']],
  ['San Marino', { lat: 43.9424, lon: 12.4578 }, ['RIM', 'SAN']],
];

/** Roads between neighbouring towns. */
const ROADS: readonly (readonly [string, string])[] = [
  ['FAE', 'FOR'],
  ['FOR', 'CES'],
  ['CES', 'UNR'],
  ['UNR', 'SAN'],
  ['SAN', 'RIM'],
  ['FAE', 'RAV'],
  ['FOR', 'RAV'],
  ['CES', 'RAV'],
  ['CES', 'CER'],
  ['RAV', 'CER'],
  ['CER', 'RIM'],
  ['UNR', 'CER'],
];

/** Road network: towns first (index of the plant), then the outside nodes. Everything is precomputed. */
export interface Network {
  readonly plants: readonly SimPlant[];
  readonly nodeCount: number;
  /** Nodes on the shortest path from a to b, both included. */
  path(a: number, b: number): readonly number[];
  /** Gates (index in the plant) passed when entering `town` from `from`, most likely first. */
  entering(town: number, from: number): readonly number[];
  /** Gates passed when leaving `town` towards `to`. */
  leaving(town: number, to: number): readonly number[];
}

/** Builds the road network of a set of plants; roads to towns outside the set are omitted. */
export function buildNetwork(plants: readonly SimPlant[]): Network {
  const points: Point[] = [...plants.map((p) => p.centre), ...OUTSIDE_NODES.map(([, point]) => point)];
  const index = new Map<string, number>(plants.map((p, i) => [p.code, i]));
  const roads: (readonly [number, number])[] = [];
  const join = (a: number | undefined, b: number | undefined): void => {
    if (a !== undefined && b !== undefined) roads.push([a, b]);
  };
  for (const [a, b] of ROADS) join(index.get(a), index.get(b));
  OUTSIDE_NODES.forEach(([, , near], i) => near.forEach((code) => join(plants.length + i, index.get(code))));
  const paths = computeShortestPaths(points, roads);
  const size = points.length;
  const sideGates = (town: number, toward: number, isEntering: boolean): readonly number[] => {
    const plant = plants[town];
    const target = points[toward];
    if (plant === undefined || target === undefined) return [];
    return findGatesToward(plant, target, isEntering);
  };
  const enter = buildGateTable(size, (town, from) => sideGates(town, from, true));
  const leave = buildGateTable(size, (town, to) => sideGates(town, to, false));
  return {
    plants,
    nodeCount: size,
    path: (a, b) => paths[a * size + b] ?? [a],
    entering: (town, from) => enter[town * size + from] ?? [],
    leaving: (town, to) => leave[town * size + to] ?? [],
  };
}

function buildGateTable<T>(size: number, make: (a: number, b: number) => T): readonly T[] {
  return Array.from({ length: size * size }, (_, i) => make(Math.floor(i / size), i % size));
}

/** The two gates that point best towards `target`; gates that read the opposite direction of travel are omitted. */
function findGatesToward(plant: SimPlant, target: Point, isEntering: boolean): readonly number[] {
  const requested = computeBearing(plant.centre, target);
  const wrongWay = isEntering ? 2 : 1;
  const angle = (g: SimGate): number => angleBetween(computeBearing(plant.centre, g.site), requested);
  return plant.gates
    .map((gate, i) => ({ i, gate, angle: angle(gate) }))
    .filter(({ gate }) => gate.direction !== wrongWay)
    .sort((a, b) => a.angle - b.angle)
    .slice(0, 2)
    .filter(({ angle: a }, rank) => rank === 0 || a < 70)
    .map(({ i }) => i);
}

/** Floyd-Warshall on at most a few dozen nodes. */
function computeShortestPaths(
  points: readonly Point[],
  roads: readonly (readonly [number, number])[],
): readonly (readonly number[])[] {
  const n = points.length;
  const cost = new Float64Array(n * n).fill(Infinity);
  const next = new Int32Array(n * n).fill(-1);
  for (let i = 0; i < n; i++) cost[i * n + i] = 0;
  for (const [a, b] of roads) {
    const [pa, pb] = [points[a], points[b]];
    if (pa === undefined || pb === undefined) continue;
    const d = computeDistanceM(pa, pb);
    cost[a * n + b] = cost[b * n + a] = d;
    next[a * n + b] = b;
    next[b * n + a] = a;
  }
  for (let k = 0; k < n; k++) {
    for (let i = 0; i < n; i++) {
      for (let j = 0; j < n; j++) {
        const through = (cost[i * n + k] ?? Infinity) + (cost[k * n + j] ?? Infinity);
        if (through < (cost[i * n + j] ?? Infinity)) {
          cost[i * n + j] = through;
          next[i * n + j] = next[i * n + k] ?? -1;
        }
      }
    }
  }
  return buildGateTable(n, (a, b) => {
    const way = [a];
    let node = a;
    while (node !== b) {
      node = next[node * n + b] ?? -1;
      if (node < 0) return [a];
      way.push(node);
    }
    return way;
  });
}
