import type { CameraSample } from '@varco/contract/plant/camera-status.ts';
import { expect, test } from 'vitest';
import { buildCameraPoints, computeCameraAxisMax } from './camera-points.ts';

const START_MS = Date.parse('2026-11-13T08:00:00.000Z');
const STEP_MS = 5 * 60_000;
const sample = (at: number, off: number): CameraSample => ({
  sampled_at: new Date(START_MS + at * STEP_MS).toISOString(),
  n_cameras: 24,
  n_cameras_off: off,
  off_cameras_list: [],
});

test('CAM-08 of 500 samples at most 50 items remain, the first and the last among them, and the axis ends at 1.2 times the highest', () => {
  const samples = Array.from({ length: 500 }, (_, at) => sample(at, at === 333 ? 10 : at % 3));
  const points = buildCameraPoints([samples]);
  expect(points).toHaveLength(50);
  expect(points[0]?.at).toBe(samples[0]?.sampled_at);
  expect(points.at(-1)?.at).toBe(samples.at(-1)?.sampled_at);
  // The one sample with ten is between two items, and is not lost.
  expect(points.filter(({ off }) => off === 10)).toHaveLength(1);
  expect(computeCameraAxisMax(points)).toBe(12);
  const distances = points.slice(1).map(({ at }, index) => Date.parse(at) - Date.parse(points[index]?.at ?? ''));
  expect(Math.max(...distances) - Math.min(...distances)).toBeLessThanOrEqual(STEP_MS);
});

test('fewer samples are all shown; none give an empty chart with an axis', () => {
  expect(buildCameraPoints([[0, 1, 2].map((at) => sample(at, at))]).map(({ off }) => off)).toEqual([0, 1, 2]);
  expect(buildCameraPoints([[sample(0, 4)]])).toMatchObject([{ off: 4, missing: 0 }]);
  expect(buildCameraPoints([])).toEqual([]);
  expect(buildCameraPoints([[], []])).toEqual([]);
  expect(computeCameraAxisMax([])).toBe(1);
});

test('plants are summed moment by moment; a plant that was silent is missing, not zero', () => {
  const steady = Array.from({ length: 10 }, (_, at) => sample(at, 2));
  const stopped = [sample(0, 5), sample(1, 5)];
  const points = buildCameraPoints([steady, stopped]);
  expect(points.map(({ off }) => off)).toEqual([7, 7, 7, 7, 2, 2, 2, 2, 2, 2]);
  expect(points.map(({ missing }) => missing)).toEqual([0, 0, 0, 0, 1, 1, 1, 1, 1, 1]);
  // Highs of two plants at different moments are never added up.
  const [early, late] = [
    [sample(0, 9), sample(1, 0), sample(2, 0)],
    [sample(0, 0), sample(1, 0), sample(2, 9)],
  ];
  expect(buildCameraPoints([early, late], 1)).toMatchObject([{ off: 9 }]);
});

test('a time in which no plant sent anything is a gap', () => {
  const points = buildCameraPoints([[sample(0, 1), sample(10, 1)]]);
  expect(points.map(({ off }) => off)).toEqual([1, 1, 1, null, null, null, null, null, null, null, 1]);
});
