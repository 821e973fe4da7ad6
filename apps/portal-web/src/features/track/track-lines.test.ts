import { buildTrack, type TrackSource } from '@varco/domain/maps/track.ts';
import { expect, it } from 'vitest';
import { createI18n } from '@varco/i18n/create-i18n.ts';
import { formatDistance } from './format-track.ts';
import { buildTrackLines, findConnectionTo } from './track-lines.ts';

const START = Date.parse('2026-11-20T08:00:00.000Z');
const createTransit = (min: number, gate: number, lon = 12 + gate / 10): { peerId: number; transit: TrackSource } => ({
  peerId: 7,
  transit: {
    id: `${min}-${gate}`,
    data: new Date(START + min * 60_000).toISOString(),
    varco_id: gate,
    gps_lat: 44,
    gps_lon: lon,
  },
});
const never = (): boolean => false;
const summarizeLines = (rows: readonly ReturnType<typeof createTransit>[], isImpossible = never) => {
  const { lines, ...rest } = buildTrackLines(buildTrack(rows), isImpossible);
  return { ...rest, lines: lines.map(({ pair, look, times, nth }) => [pair, look, times, nth]) };
};

it('TMAP-03 links between two gates that look the same are one line with their number; there and back are two', () => {
  const { lines, undrawn } = summarizeLines([
    createTransit(0, 1),
    createTransit(5, 2),
    createTransit(10, 1),
    createTransit(15, 2),
    createTransit(20, 3),
  ]);
  expect(lines).toEqual([
    ['7:1>7:2', 1, 2, 0],
    ['7:2>7:1', 1, 1, 0],
    ['7:2>7:3', 1, 1, 0],
  ]);
  expect(undrawn).toBe(0);
});

it('another route, an impossible movement and a gate that was moved are lines of their own', () => {
  const rows = [
    createTransit(0, 1),
    createTransit(5, 2),
    createTransit(100, 1),
    createTransit(105, 2),
    createTransit(200, 1),
    createTransit(205, 2, 12.9),
    createTransit(300, 1),
    createTransit(305, 2),
  ];
  const { lines } = buildTrackLines(buildTrack(rows), (to) => to === 7);
  expect(lines.map(({ look, isImpossible, to, nth }) => [look, isImpossible, to[0], nth])).toEqual([
    [1, false, 12.2, 0],
    [2, false, 12.2, 1],
    [3, false, 12.9, 2],
    [4, true, 12.2, 3],
  ]);
});

it('TMAP-19 links beyond those drawn of a way count on the line that looks like them, and only what no line stands for is left out', () => {
  const there = Array.from({ length: 61 }, (_, index) => createTransit(index, 1 + (index % 2)));
  expect(summarizeLines(there)).toMatchObject({
    lines: [
      ['7:1>7:2', 1, 30, 0],
      ['7:2>7:1', 1, 30, 0],
    ],
    undrawn: 0,
  });
  const later = summarizeLines([...there, createTransit(200, 1), createTransit(201, 2)]);
  expect(later.undrawn).toBe(1);
  expect(later.countByPair.get('7:1>7:2')).toBe(31);
});

it('TMAP-03 of a transit it is told how often the way to it was driven, wherever on the track', () => {
  const rows = [
    createTransit(0, 1),
    createTransit(5, 2),
    createTransit(10, 1),
    createTransit(15, 2),
    createTransit(100, 1),
    createTransit(105, 2),
    createTransit(200, 2),
  ];
  const track = buildTrack(
    rows.map(({ peerId, transit }) => ({ peerId, transit: { ...transit, varco: `V0${transit.varco_id}` } })),
  );
  const shown = { ...track, ...buildTrackLines(track, never) };
  expect(findConnectionTo(shown, 1)).toMatchObject({ pair: '7:1>7:2', from: 'V01', times: 3 });
  expect(findConnectionTo(shown, 2)).toMatchObject({ from: 'V02', times: 1 });
  expect([findConnectionTo(shown, 0), findConnectionTo(shown, 4), findConnectionTo(shown, 6)]).toEqual([
    null,
    null,
    null,
  ]);
});

it('the distance to a gate is that of the road where one is known, else said to be a straight line', () => {
  const { t } = createI18n('it');
  const connection = { pair: '7:1>7:2', from: 'V01', times: 1, straightM: 12_340 };
  const road = { line: [], durationS: 900, distanceM: 15_260 };
  expect(formatDistance(t, connection, new Map([['7:1>7:2', road]]))).toBe('Da V01: 15,3 km su strada');
  expect(formatDistance(t, connection, new Map([['7:2>7:1', road]]))).toBe('Da V01: 12,3 km in linea d’aria');
});
