import type { CameraSample } from '@varco/contract/plant/camera-status.ts';
import { toInstant, toMilliseconds } from '../../../lib/clock.ts';

/** Most x items of the chart (CAM-08, readings TA49). */
export const MAX_CAMERA_POINTS = 50;
/** The chart leaves this much room above the highest count (CAM-08). */
const HEADROOM = 1.2;
/** Samples of plants are compared on a grid of their usual distance. */
const GRID_MS = 5 * 60_000;
/** A plant without a sample for this long is not known to have any number of cameras off. */
const KNOWN_MS = 3 * GRID_MS;

/** Cameras off at one moment over all plants. */
export interface CameraPoint {
  readonly at: string;
  /** Highest number since the point before; null: no plant sent a sample. */
  readonly off: number | null;
  /** Plants without a sample in that time, at most. */
  readonly missing: number;
}

interface Total {
  readonly ms: number;
  readonly off: number | null;
  readonly missing: number;
}

const toGrid = (instant: string): number => Math.floor(toMilliseconds(instant) / GRID_MS) * GRID_MS;

/**
 * Sums the samples of all plants over time, thinned evenly with the first and the last kept. A point has the highest sum
 * since the one before, so that no short failure is lost between two points.
 * @param byPlant samples of each plant, oldest first
 */
export function buildCameraPoints(
  byPlant: readonly (readonly CameraSample[])[],
  maxPoints = MAX_CAMERA_POINTS,
): readonly CameraPoint[] {
  const totals = sumSamples(byPlant);
  const last = totals.length - 1;
  const count = Math.min(maxPoints, totals.length);
  return Array.from({ length: count }, (_, at) => {
    const end = count === 1 ? last : Math.round((at * last) / (count - 1));
    const start = at === 0 ? 0 : Math.round(((at - 1) * last) / (count - 1)) + 1;
    const between = totals.slice(start, end + 1);
    const known = between.flatMap(({ off }) => (off === null ? [] : [off]));
    return {
      at: toInstant(totals[end]?.ms ?? 0),
      off: known.length === 0 ? null : Math.max(...known),
      missing: Math.max(...between.map(({ missing }) => missing)),
    };
  });
}

/** Sum at each moment of the grid from the first to the last sample. */
function sumSamples(byPlant: readonly (readonly CameraSample[])[]): readonly Total[] {
  const bySlot = byPlant.map((samples) => new Map(samples.map((one) => [toGrid(one.sampled_at), one.n_cameras_off])));
  const slots = bySlot.flatMap((samples) => [...samples.keys()]);
  if (slots.length === 0) return [];
  const [from, to] = [slots.reduce((a, b) => Math.min(a, b)), slots.reduce((a, b) => Math.max(a, b))];
  const newest = byPlant.map((): { ms: number; off: number } | null => null);
  const totals: Total[] = [];
  for (let ms = from; ms <= to; ms += GRID_MS) {
    for (const [at, samples] of bySlot.entries()) {
      const off = samples.get(ms);
      if (off !== undefined) newest[at] = { ms, off };
    }
    const known = newest.flatMap((one) => (one === null || ms - one.ms >= KNOWN_MS ? [] : [one.off]));
    const off = known.length === 0 ? null : known.reduce((sum, one) => sum + one, 0);
    totals.push({ ms, off, missing: byPlant.length - known.length });
  }
  return totals;
}

/** Upper end of the y axis; 1 where no camera was ever off, so that the axis has a length. */
export const computeCameraAxisMax = (points: readonly CameraPoint[]): number => {
  const highest = Math.max(0, ...points.map(({ off }) => off ?? 0));
  return highest === 0 ? 1 : highest * HEADROOM;
};
