import { expect, it } from 'vitest';
import { buildArc, findLineMiddle, toReadPosition, type Position } from './geo.ts';

it('half way along a line is told with the direction the line has there, on a map with north up', () => {
  const way: readonly Position[] = [
    [12, 44],
    [12.4, 44],
    [12.4, 44],
    [12.4, 44.0001],
  ];
  expect(findLineMiddle(way)?.at[0]).toBeCloseTo(12.2, 3);
  expect(findLineMiddle(way)?.turn).toBeCloseTo(0, 6);
  const runOf = (to: Position): number => Math.round(findLineMiddle([[12, 44], to])?.turn ?? Number.NaN);
  expect([runOf([12, 44.1]), runOf([12, 43.9]), Math.abs(runOf([11.9, 44]))]).toEqual([-90, 90, 180]);
  // A degree of longitude is as wide as ever on the map, one of latitude is stretched.
  expect(runOf([12.1, 44.1])).toBe(-54);
});

it('in the middle an arc goes where the straight way goes', () => {
  const [from, to]: readonly [Position, Position] = [
    [12.24, 44.14],
    [12.04, 44.22],
  ];
  const straight = findLineMiddle([from, to])?.turn ?? Number.NaN;
  expect(Math.abs((findLineMiddle(buildArc(from, to))?.turn ?? Number.NaN) - straight)).toBeLessThan(2);
});

it('a line that goes nowhere has a middle, less than two places have none', () => {
  expect(
    findLineMiddle([
      [12, 44],
      [12, 44],
    ])?.at,
  ).toEqual([12, 44]);
  expect([findLineMiddle([]), findLineMiddle([[12, 44]])]).toEqual([null, null]);
});

it('a read may be anywhere on the globe, but 0, 0 is a device without a fix', () => {
  expect(toReadPosition(37.8, -122.3)).toEqual([-122.3, 37.8]);
  expect(toReadPosition(-33.9, 18.4)).toEqual([18.4, -33.9]);
  expect([toReadPosition(0, 0), toReadPosition(91, 0), toReadPosition(1, 181), toReadPosition(null, 1)]).toEqual(
    Array(4).fill(null),
  );
});
