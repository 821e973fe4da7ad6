import { describe, expect, it } from 'vitest';
import { buildArc, computeBounds, computeDistanceM, toPosition, type Position } from './geo.ts';
import { GATE_RADIUS_M, isMissingPosition, getGateMarkerStyle, computePixelsPerMetre } from './gate-marker.ts';
import { computeImpliedSpeed } from './implied-speed.ts';
import { MAP_RESIZE_DEBOUNCE_MS, MAP_ZOOM, MAX_LINKS_PER_PAIR, PLAYBACK_STEP_MS } from './map-constants.ts';
import { STOPPED, stepPlayback } from './playback.ts';
import { isInsidePolygon, findPolygonFault } from './polygon.ts';
import { estimateDriveSeconds, parseRouteResponse, buildRouteAddress } from './road-route.ts';
import { buildTrack, groupIntoStops, type TrackSource } from './track.ts';
import { getGateState } from '../transits/gate-state.ts';

const CESENA: Position = [12.2431, 44.1391];
const FORLI: Position = [12.0407, 44.2227];
const START = Date.parse('2026-11-20T08:00:00.000Z');

interface Given {
  readonly min: number;
  readonly gate: number;
  readonly at?: Position | null;
  readonly peer?: number;
}
const PLACES: Readonly<Record<number, Position>> = { 1: CESENA, 2: FORLI, 3: [12.1, 44.2] };
const given = ({ min, gate, at, peer = 7 }: Given, index: number): { peerId: number; transit: TrackSource } => {
  const place = at === undefined ? (PLACES[gate] ?? null) : at;
  return {
    peerId: peer,
    transit: {
      id: String(100 + index),
      data: new Date(START + min * 60_000).toISOString(),
      varco_id: gate,
      gps_lon: place?.[0] ?? null,
      gps_lat: place?.[1] ?? null,
    },
  };
};
const track = (rows: readonly Given[], gap?: number) => buildTrack(rows.map(given), gap);

describe('routes of a plate', () => {
  it('TMAP-12 transits share a route while the gap is within the minutes: 30 joins, 31 parts, another number is obeyed', () => {
    const rows = [
      { min: 0, gate: 1 },
      { min: 30, gate: 2 },
      { min: 61, gate: 1 },
    ];
    expect(track(rows).points.map((point) => point.rangeGroup)).toEqual([0, 0, 1]);
    expect(track(rows).routeCount).toBe(2);
    expect(track(rows, 31).routeCount).toBe(1);
    expect(track(rows, 29).routeCount).toBe(3);
    expect(track([]).routeCount).toBe(0);
  });

  it('TMAP-15 transits of the map get coordinates, gateKey, rangeGroup, hasPrevious, hasNext and groupIndex, in time order', () => {
    const { points } = track([
      { min: 90, gate: 3, peer: 9 },
      { min: 0, gate: 1 },
      { min: 10, gate: 2 },
    ]);
    expect(points.map(({ transit: _, peerId: __, ...rest }) => rest)).toEqual([
      {
        number: 1,
        coordinates: CESENA,
        gateKey: '7:1',
        rangeGroup: 0,
        hasPrevious: false,
        hasNext: true,
        groupIndex: 0,
      },
      {
        number: 2,
        coordinates: FORLI,
        gateKey: '7:2',
        rangeGroup: 0,
        hasPrevious: true,
        hasNext: false,
        groupIndex: 1,
      },
      {
        number: 3,
        coordinates: [12.1, 44.2],
        gateKey: '9:3',
        rangeGroup: 1,
        hasPrevious: false,
        hasNext: false,
        groupIndex: 0,
      },
    ]);
  });

  it('TMAP-13 TMAP-16 a link has from, to and group, and joins only consecutive transits at different gates with positions', () => {
    const { links } = track([
      { min: 0, gate: 1 },
      { min: 5, gate: 1 },
      { min: 10, gate: 2 },
      { min: 12, gate: 4, at: null },
      { min: 14, gate: 3 },
      { min: 20, gate: 5, at: [-3, 40] },
      { min: 25, gate: 1 },
      { min: 90, gate: 2 },
    ]);
    // One gate twice, a gate without position and one west of Greenwich make none; a new route begins without one.
    expect(links).toEqual([{ from: 1, to: 2, group: 0 }]);
  });

  it('TMAP-19 of a pair of gates only so many links are drawn in each direction, and the rest is counted', () => {
    const rows = Array.from({ length: 61 }, (_, index) => ({ min: index, gate: 1 + (index % 2) }));
    const { links, hiddenLinks } = track(rows);
    expect(MAX_LINKS_PER_PAIR).toBe(20);
    expect([links.length, hiddenLinks]).toEqual([40, 20]);
  });

  it('several transits at one gate are one stop, with all their numbers', () => {
    const { points } = track([
      { min: 0, gate: 1 },
      { min: 5, gate: 2 },
      { min: 10, gate: 1 },
      { min: 11, gate: 4, at: null },
    ]);
    expect(groupIntoStops(points)).toEqual([
      { gateKey: '7:1', coordinates: CESENA, points: [0, 2] },
      { gateKey: '7:2', coordinates: FORLI, points: [1] },
    ]);
  });

  it('a plate that was at two gates faster than anything drives is told; clocks and cameras have some slack', () => {
    const between = (min: number, peer = 7) => {
      const [from, to] = track([
        { min: 0, gate: 1 },
        { min, gate: 2, peer },
      ]).points;
      return from === undefined || to === undefined ? null : computeImpliedSpeed(from, to);
    };
    expect(Math.round(computeDistanceM(CESENA, FORLI) / 100)).toBe(186);
    expect(between(20)).toMatchObject({ isImpossible: false });
    expect(Math.round(between(20)?.kmh ?? 0)).toBe(56);
    expect(between(2)).toMatchObject({ isImpossible: true });
    expect(between(0)).toMatchObject({ kmh: null, isImpossible: true });
    const near = track([
      { min: 0, gate: 1 },
      { min: 0, gate: 8, at: [12.2491, 44.1391] },
    ]).points;
    expect(near[0] !== undefined && near[1] !== undefined && computeImpliedSpeed(near[0], near[1])?.isImpossible).toBe(
      false,
    );
  });
});

describe('playback', () => {
  it('TMAP-11 TMAP-05 it is stopped or playing, begins at the oldest and goes round; a step is 1500 ms', () => {
    expect(PLAYBACK_STEP_MS).toBe(1500);
    const playing = stepPlayback(STOPPED, { kind: 'toggle' }, 3);
    expect(playing).toEqual({ state: 'playing', pointIndex: 0 });
    const walk = [0, 1, 2].reduce((now) => stepPlayback(now, { kind: 'tick' }, 3), playing);
    expect(walk).toEqual({ state: 'playing', pointIndex: 0 });
    const stopped = stepPlayback(walk, { kind: 'toggle' }, 3);
    expect(stepPlayback(stopped, { kind: 'tick' }, 3)).toEqual({ state: 'stopped', pointIndex: 0 });
    expect(stepPlayback(STOPPED, { kind: 'previous' }, 3).pointIndex).toBe(2);
    expect(stepPlayback(STOPPED, { kind: 'toggle' }, 0)).toEqual(STOPPED);
    expect(stepPlayback(stopped, { kind: 'go', at: 9 }, 3).pointIndex).toBe(0);
  });

  it('TMAP-06 the pointer says nothing while it plays', () => {
    expect(stepPlayback({ state: 'playing', pointIndex: 1 }, { kind: 'hover', at: 2 }, 3).pointIndex).toBe(1);
    expect(stepPlayback({ state: 'stopped', pointIndex: 1 }, { kind: 'hover', at: 2 }, 3).pointIndex).toBe(2);
  });
});

describe('places', () => {
  it.each([
    [0, 12, false],
    [44, 0, false],
    [90, 180, true],
    [91, 12, false],
    [44, 181, false],
    [-44, 12, false],
    [null, 12, false],
    [44.1, 12.2, true],
  ])('TMAP-14 latitude %s and longitude %s count: %s', (gps_lat, gps_lon, counts) => {
    expect(toPosition({ gps_lat, gps_lon }) !== null).toBe(counts);
    expect(isMissingPosition({ stato: 'nogps', gps_lat, gps_lon })).toBe(!counts);
    expect(isMissingPosition({ stato: 'disabled', gps_lat, gps_lon })).toBe(false);
  });

  it('TMAP-10 TMAP-18 zoom runs from 0 to 22 and begins at 8; the map follows its frame after 300 ms', () => {
    expect(MAP_ZOOM).toEqual({ min: 0, max: 22, initial: 8 });
    expect(MAP_RESIZE_DEBOUNCE_MS).toBe(300);
  });

  it('PMAP-07 radii: error 400, disabled 200, no plate 300, sleep and online 250 metres', () => {
    expect(GATE_RADIUS_M).toEqual({ error: 400, disabled: 200, noplate: 300, sleep: 250, online: 250 });
    expect(getGateMarkerStyle('nogps')).toBeNull();
    expect(computePixelsPerMetre(0, 0) * 40_075_016.686).toBeCloseTo(512, 3);
  });

  it('PMAP-09 the state of a gate: its order and its limits of 10 minutes and 10 hours', () => {
    const gate = { enabled: true, hasError: false, lat: 44, lon: 12, lastPlateMs: START };
    const after = (minutes: number) => getGateState(gate, START + minutes * 60_000);
    expect([after(9), after(10), after(599), after(600)]).toEqual(['online', 'sleep', 'sleep', 'noplate']);
    expect(getGateState({ ...gate, lat: 0 }, START)).toBe('nogps');
    expect(getGateState({ ...gate, lat: 0, hasError: true }, START)).toBe('error');
    expect(getGateState({ ...gate, hasError: true, enabled: false }, START)).toBe('disabled');
  });

  it('an arc begins and ends at its places, and there and back are two lines', () => {
    const there = buildArc(CESENA, FORLI);
    expect([there[0], there.at(-1)]).toEqual([CESENA, FORLI]);
    expect(there[12]).not.toEqual(buildArc(FORLI, CESENA)[12]);
    expect(computeBounds([CESENA, FORLI])).toEqual([12.0407, 44.1391, 12.2431, 44.2227]);
    expect(computeBounds([])).toBeNull();
  });

  it('an area knows what is inside it, and refuses corners that are none', () => {
    const square: Position[] = [
      [12, 44],
      [13, 44],
      [13, 45],
      [12, 45],
    ];
    expect([isInsidePolygon([12.5, 44.5], square), isInsidePolygon([13.5, 44.5], square)]).toEqual([true, false]);
    expect(findPolygonFault(square)).toBeNull();
    expect(findPolygonFault(square.slice(0, 2))).toBe('too_few');
    const [a = CESENA, b = CESENA, c = CESENA, d = CESENA] = square;
    expect(findPolygonFault([a, c, b, d])).toBe('crossed');
    expect(findPolygonFault(Array.from({ length: 201 }, (_, i) => [12 + i / 1000, 44] as const))).toBe('too_many');
  });
});

describe('roads', () => {
  it('EXT-01 the question names two places and the key, nothing of a vehicle', () => {
    expect(buildRouteAddress({ url: 'https://strade.example/osrm/', key: 'K 1' }, CESENA, FORLI)).toBe(
      'https://strade.example/osrm/route/v1/driving/12.243100,44.139100;12.040700,44.222700?overview=full&geometries=geojson&key=K+1',
    );
    expect(buildRouteAddress({ url: 'https://strade.example', key: '' }, CESENA, FORLI)).not.toContain('key');
  });

  it('an answer is taken only when it is a route', () => {
    const good = {
      code: 'Ok',
      routes: [{ geometry: { type: 'LineString', coordinates: [CESENA, FORLI] }, duration: 1200, distance: 21_000 }],
    };
    expect(parseRouteResponse(good)).toEqual({ line: [CESENA, FORLI], durationS: 1200, distanceM: 21_000 });
    for (const bad of [
      null,
      'x',
      { ...good, code: 'NoRoute' },
      { code: 'Ok', routes: [] },
      { code: 'Ok', routes: [{ ...good.routes[0], duration: -1 }] },
      { code: 'Ok', routes: [{ ...good.routes[0], geometry: { coordinates: [CESENA, ['x', 1]] } }] },
      { code: 'Ok', routes: [{ ...good.routes[0], geometry: { coordinates: [CESENA, [999, 1]] } }] },
    ])
      expect(parseRouteResponse(bad)).toBeNull();
    expect(Math.round(estimateDriveSeconds(18_600))).toBe(1451);
  });
});
