import { itemAt, mixHash, Rng } from '../random.ts';
import { isOnLand, measure } from './plan-geometry.ts';
import { STREET_NAMES } from './street-names.ts';
import { createStreet, type PlanFeature, type Spot } from './street-plan-types.ts';

export interface TownShape {
  readonly middle: Spot;
  readonly radiusM: number;
  /** Radians by which the streets are turned. */
  readonly angle: number;
  readonly seed: number;
}

const BLOCK_M = 125;
/** Every so many streets one is wider. */
const WIDE_EVERY = 5;

/**
 * Streets, parks and houses of a town: a turned, uneven grid that ends at an uneven border. The same seed gives the same
 * town.
 */
export function buildTown(town: TownShape): readonly PlanFeature[] {
  const rng = new Rng(town.seed);
  const half = Math.floor(town.radiusM / BLOCK_M);
  const spotAt = createGrid(town);
  const isInside = (i: number, j: number): boolean => {
    const spot = spotAt(i, j);
    const border = 0.82 + 0.18 * Math.sin(3 * Math.atan2(j, i) + town.seed);
    return measure(spot, town.middle) < town.radiusM * border && isOnLand(spot);
  };
  const features: PlanFeature[] = [];
  const startNumber = mixHash(town.seed, 7) % STREET_NAMES.length;
  for (const isAcross of [false, true])
    for (let line = -half; line <= half; line += 1) {
      const runs = listRuns(half, (step) => (isAcross ? isInside(step, line) : isInside(line, step)), rng);
      for (const [part, run] of runs.entries()) {
        const spots = run.map((step) => (isAcross ? spotAt(step, line) : spotAt(line, step)));
        const isWide = line % WIDE_EVERY === 0;
        const name = itemAt(STREET_NAMES, startNumber + (line + half) * 5 + part * 37 + (isAcross ? 61 : 0));
        features.push(createStreet(isWide ? 'tertiary' : 'residential', spots, `${isWide ? 'Viale' : 'Via'} ${name}`));
      }
    }
  return [...features, ...buildBlocks(half, { spotAt, isInside, rng })];
}

/** Corner of the blocks at a column and a row of the grid. */
function createGrid({ middle, angle, seed }: TownShape): (i: number, j: number) => Spot {
  const [sin, cos] = [Math.sin(angle), Math.cos(angle)];
  return (i, j) => {
    const shift = (axis: number): number => ((mixHash(i, j, axis, seed) % 1_000) / 1_000 - 0.5) * 0.24 * BLOCK_M;
    const [x, y] = [i * BLOCK_M + shift(1), j * BLOCK_M + shift(2)];
    return [middle[0] + x * cos - y * sin, middle[1] + x * sin + y * cos];
  };
}

/** Stretches of one line of the grid: uninterrupted steps inside the town, cut where a name ends or a block is closed. */
function listRuns(half: number, isInside: (step: number) => boolean, rng: Rng): readonly (readonly number[])[] {
  const runs: number[][] = [];
  let run: number[] = [];
  const finish = (next: readonly number[]): void => {
    if (run.length > 1) runs.push(run);
    run = [...next];
  };
  for (let step = -half; step <= half; step += 1) {
    if (!isInside(step)) finish([]);
    else {
      run.push(step);
      // A short gap now and then, else another name from this corner on.
      if (run.length > 4 && rng.chance(0.14)) finish(rng.chance(0.4) ? [] : [step]);
    }
  }
  finish([]);
  return runs;
}

interface Blocks {
  readonly spotAt: (i: number, j: number) => Spot;
  readonly isInside: (i: number, j: number) => boolean;
  readonly rng: Rng;
}

/** What lies between the streets: mostly houses, sometimes a park. */
function buildBlocks(half: number, { spotAt, isInside, rng }: Blocks): readonly PlanFeature[] {
  const features: PlanFeature[] = [];
  for (let i = -half; i < half; i += 1)
    for (let j = -half; j < half; j += 1) {
      const corners = [spotAt(i, j), spotAt(i + 1, j), spotAt(i + 1, j + 1), spotAt(i, j + 1)];
      if (![isInside(i, j), isInside(i + 1, j), isInside(i + 1, j + 1), isInside(i, j + 1)].every(Boolean)) continue;
      const isPark = rng.chance(0.06);
      if (isPark) features.push({ ...createRing(corners, [0.06, 0.06, 0.94, 0.94]), layer: 'green', fromZoom: 11 });
      // Two rows of houses along the streets, with a court between them.
      else
        for (const [low, high] of [
          [0.14, 0.42],
          [0.58, 0.86],
        ] as const)
          if (rng.chance(0.85)) features.push(createRing(corners, [0.14, low, 0.5 + rng.next() * 0.36, high]));
    }
  return features;
}

/** A rectangle inside four corners, from the shares west, south, east and north. */
function createRing(
  corners: readonly Spot[],
  [west, south, east, north]: readonly [number, number, number, number],
): PlanFeature {
  const [a, b, c, d] = [itemAt(corners, 0), itemAt(corners, 1), itemAt(corners, 2), itemAt(corners, 3)];
  const at = (u: number, v: number): Spot => {
    const mix = (axis: 0 | 1): number =>
      (a[axis] * (1 - u) + b[axis] * u) * (1 - v) + (d[axis] * (1 - u) + c[axis] * u) * v;
    return [mix(0), mix(1)];
  };
  const spots = [at(west, south), at(east, south), at(east, north), at(west, north), at(west, south)];
  return { layer: 'buildings', form: 'ring', spots, fromZoom: 14, tags: {} };
}
