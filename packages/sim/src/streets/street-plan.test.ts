import { expect, test } from 'vitest';
import { ROMAGNA_PLANTS } from '../romagna-plants.ts';
import { isOnLand, measure, toSpot } from './plan-geometry.ts';
import { buildStreetPlan } from './street-plan.ts';
import { STREET_ZOOM, type Spot } from './street-plan-types.ts';

const plan = buildStreetPlan();
const streets = plan.filter(({ layer }) => layer === 'streets');

/** Distance of a spot from a line in metres. */
function measureToLine(spot: Spot, line: readonly Spot[]): number {
  let nearest = Infinity;
  for (const [index, to] of line.entries()) {
    const from = line[index - 1] ?? to;
    const length = measure(from, to) ** 2;
    const along = (spot[0] - from[0]) * (to[0] - from[0]) + (spot[1] - from[1]) * (to[1] - from[1]);
    const share = length === 0 ? 0 : Math.max(0, Math.min(1, along / length));
    const foot: Spot = [from[0] + share * (to[0] - from[0]), from[1] + share * (to[1] - from[1])];
    nearest = Math.min(nearest, measure(spot, foot));
  }
  return nearest;
}

test('the plan is the same every time', () => {
  expect(buildStreetPlan()).toEqual(plan);
});

test('every gate stands on a named street', () => {
  const far = ROMAGNA_PLANTS.flatMap(({ gates }) => gates).filter(({ site }) =>
    streets.every(({ tags, spots }) => tags['name'] === undefined || measureToLine(toSpot(site), spots) > 15),
  );
  expect(far.map(({ name }) => name)).toEqual([]);
});

test('every town has streets of its own down to residential ones, with names, on land', () => {
  const residential = streets.filter(({ tags }) => tags['kind'] === 'residential');
  const counts = ROMAGNA_PLANTS.map(
    ({ centre }) =>
      residential.filter(({ spots }) => spots.some((spot) => measure(spot, toSpot(centre)) < 1_500)).length,
  );
  expect(Math.min(...counts)).toBeGreaterThan(30);
  expect(
    residential.every(({ tags, spots }) => tags['name']?.startsWith('Via ') === true && spots.every(isOnLand)),
  ).toBe(true);
});

test('everything is of a kind that the map draws, and a line has at least two spots', () => {
  expect(streets.every(({ tags, spots }) => (tags['kind'] ?? '') in STREET_ZOOM && spots.length > 1)).toBe(true);
});
