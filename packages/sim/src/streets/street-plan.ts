import { itemAt, mixHash } from '../random.ts';
import { ROMAGNA_PLANTS } from '../romagna-plants.ts';
import { buildGateRoads, buildMainRoads } from './main-roads.ts';
import { measure, smooth, toLonLat, toSpot } from './plan-geometry.ts';
import { HAMLET_NAMES } from './street-names.ts';
import { createStreet, type PlanFeature, type Spot } from './street-plan-types.ts';
import { buildTown } from './town-streets.ts';

/** To be raised with every change of the plan: a demo keeps the file it made. */
export const STREET_PLAN_VERSION = 1;

/** Who made the streets, as shown on the map of the demo: a name, since it is the same in every language. */
export const STREET_PLAN_CREDIT = 'Varco demo';

/** Rivers from the hills to the sea; courses and names are invented. */
const RIVERS: readonly (readonly [name: string, course: readonly (readonly [lat: number, lon: number])[]])[] = [
  [
    'Fiume dei Salici',
    [
      [44.1, 11.82],
      [44.2, 11.86],
      [44.275, 11.872],
      [44.38, 11.98],
      [44.45, 12.1],
      [44.48, 12.28],
    ],
  ],
  [
    'Fiume dei Gelsi',
    [
      [44.05, 11.97],
      [44.17, 12.03],
      [44.235, 12.02],
      [44.33, 12.14],
      [44.39, 12.21],
      [44.4, 12.31],
    ],
  ],
  [
    'Fiume Prugno',
    [
      [43.95, 12.15],
      [44.07, 12.2],
      [44.142, 12.234],
      [44.22, 12.25],
      [44.29, 12.29],
      [44.31, 12.345],
    ],
  ],
  [
    'Fiume dei Tigli',
    [
      [43.9, 12.3],
      [44, 12.42],
      [44.05, 12.47],
      [44.072, 12.55],
      [44.08, 12.57],
    ],
  ],
];

/** Streets, water, green, houses and hamlets around the gates of the demo. All of it is invented, and always the same. */
export function buildStreetPlan(): readonly PlanFeature[] {
  const gateRoads = buildGateRoads(ROMAGNA_PLANTS.map(({ code }) => code));
  const towns = ROMAGNA_PLANTS.flatMap(({ centre, people, index }) =>
    buildTown({
      middle: toSpot(centre),
      radiusM: 800 + 110 * Math.sqrt(people),
      angle: (mixHash(index, 3) % 100) / 100 - 0.5,
      seed: index + 1,
    }),
  );
  const hamlets = listHamlets(gateRoads.map(({ end }) => end));
  return [
    ...RIVERS.map(([name, course]): PlanFeature => ({
      ...{ layer: 'water', form: 'line', fromZoom: 8, tags: { kind: 'river', name } },
      spots: smooth(course.map(([lat, lon]) => toSpot({ lat, lon }))),
    })),
    ...towns,
    ...hamlets.flatMap((spot, index) => buildHamlet(spot, index)),
    ...buildLanes(hamlets),
    ...gateRoads.map(({ street }) => street),
    ...buildMainRoads(),
  ];
}

/** Ends of roads, without those beside another or in a town. */
function listHamlets(ends: readonly Spot[]): readonly Spot[] {
  const centres = ROMAGNA_PLANTS.map(({ centre }) => toSpot(centre));
  const chosen: Spot[] = [];
  for (const end of ends) {
    const isFar = (other: Spot, metres: number): boolean => measure(end, other) > metres;
    if (chosen.every((other) => isFar(other, 1_200)) && centres.every((centre) => isFar(centre, 2_600)))
      chosen.push(end);
  }
  return chosen;
}

const buildHamlet = (spot: Spot, index: number): readonly PlanFeature[] => [
  ...buildTown({ middle: spot, radiusM: 420, angle: (mixHash(index, 5) % 100) / 60, seed: 100 + index }),
  {
    ...{ layer: 'places', form: 'spot', spots: [spot], fromZoom: 12 },
    tags: { kind: 'hamlet', name: itemAt(HAMLET_NAMES, index) },
  },
];

const MAX_LANE_M = 9_000;

/** Country roads from each hamlet to the nearest of those before it. */
const buildLanes = (hamlets: readonly Spot[]): readonly PlanFeature[] =>
  hamlets.flatMap((spot, index) => {
    const [nearest] = hamlets.slice(0, index).toSorted((a, b) => measure(a, spot) - measure(b, spot));
    if (nearest === undefined || measure(nearest, spot) > MAX_LANE_M) return [];
    const [x, y] = [(spot[0] + nearest[0]) / 2, (spot[1] + nearest[1]) / 2];
    const bend = measure(nearest, spot) / 12;
    const name = `Via ${itemAt(HAMLET_NAMES, index)}`;
    return [createStreet('tertiary', smooth([spot, [x + bend, y - bend], nearest]), name)];
  });

/** A feature of the plan as GeoJSON in degrees, with its first zoom level as property `fromZoom`. */
export function toGeoJson({ form, spots, tags, fromZoom }: PlanFeature) {
  const line = spots.map(toLonLat);
  const properties = { ...tags, fromZoom };
  if (form === 'ring')
    return { type: 'Feature' as const, properties, geometry: { type: 'Polygon' as const, coordinates: [line] } };
  if (form === 'line')
    return { type: 'Feature' as const, properties, geometry: { type: 'LineString' as const, coordinates: line } };
  const coordinates = line[0] ?? [0, 0];
  return { type: 'Feature' as const, properties, geometry: { type: 'Point' as const, coordinates } };
}
