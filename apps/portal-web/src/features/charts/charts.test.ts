import type { TransitChartsResponse } from '@varco/contract/plant/charts.ts';
import { describe, expect, it } from 'vitest';
import { buildChartLines, type ChartAnswer } from './chart-lines.ts';
import { buildFlowLines } from './flow-matrix.ts';
import { formatCount } from './format-charts.ts';
import { checkChartPeriod, getEarliestDay, matchQuickChartPeriod, toQuickChartPeriod } from './chart-query.ts';
import { buildHeatCells } from './heat-cells.ts';

const NOW = '2026-11-20T13:30:00.000Z';

const createAnswer = (more: Partial<TransitChartsResponse> = {}): TransitChartsResponse => ({
  transiti: 10,
  straniere: 2,
  ore: [],
  giorni: [],
  varchi: [],
  contati: 10,
  classi: [{ classe: 'car', n: 10 }],
  euro: [
    { euro: 6, n: 9 },
    { euro: null, n: 1 },
  ],
  dal: NOW,
  al: NOW,
  limitazioni: [],
  senza_dettaglio: 0,
  took_ms: 1,
  ...more,
});
const gate = (id: number, n: number, speed: number | null = null) => ({
  varco_id: id,
  n,
  straniere: 0,
  velocita_media: speed,
  velocita_n: speed === null ? 0 : n,
});
const two = (before: readonly (TransitChartsResponse | null)[]): readonly ChartAnswer[] =>
  before.map((one, at) => ({ peerId: at + 1, now: createAnswer(), before: one }));
const days = { period: { first: '2026-11-18', last: '2026-11-20' }, compared: null };
const show = (lines: ReturnType<typeof buildChartLines>) => lines.map(({ key, value, before }) => [key, value, before]);

describe('values of charts over plants', () => {
  it('adds classes, EURO classes and nations, and compares only what every plant knows', () => {
    expect(show(buildChartLines('classes', two([createAnswer(), createAnswer()]), days))).toEqual([['car', 20, 20]]);
    expect(show(buildChartLines('classes', two([createAnswer(), null]), days))).toEqual([['car', 20, null]]);
    expect(show(buildChartLines('euro', two([null]), days))).toEqual([
      ['6', 9, null],
      ['unknown', 1, null],
    ]);
    expect(show(buildChartLines('nations', two([null, null]), days))).toEqual([
      ['home', 16, null],
      ['foreign', 4, null],
    ]);
  });

  it('leaves out what is zero in both periods, not what has gone', () => {
    const answers = [
      { peerId: 1, now: createAnswer({ classi: [] }), before: createAnswer({ classi: [{ classe: 'van', n: 3 }] }) },
    ];
    expect(show(buildChartLines('classes', answers, days))).toEqual([['van', 0, 3]]);
  });

  it('has every day of the period, beside the compared day in the same place', () => {
    const now = createAnswer({ giorni: [{ giorno: '2026-11-19', n: 7 }] });
    const before = createAnswer({ giorni: [{ giorno: '2026-11-15', n: 4 }] });
    const compared = { first: '2026-11-15', last: '2026-11-17' };
    expect(show(buildChartLines('days', [{ peerId: 1, now, before }], { ...days, compared }))).toEqual([
      ['2026-11-18', 0, 4],
      ['2026-11-19', 7, 0],
      ['2026-11-20', 0, 0],
    ]);
  });

  it('shows gates by their transits and by their mean speed, those without speeds last', () => {
    const answers = [
      { peerId: 1, now: createAnswer({ varchi: [gate(1, 5), gate(2, 9, 48.5)] }), before: null },
      {
        peerId: 2,
        now: createAnswer({ varchi: [gate(1, 7, 71)] }),
        before: createAnswer({ varchi: [gate(1, 6, 69)] }),
      },
    ];
    expect(show(buildChartLines('gates', answers, days))).toEqual([
      ['1:2', 9, null],
      ['2:1', 7, 6],
      ['1:1', 5, null],
    ]);
    expect(show(buildChartLines('speed', answers, days))).toEqual([
      ['2:1', 71, 69],
      ['1:2', 48.5, null],
      ['1:1', null, null],
    ]);
  });

  it('counts as 0 what an answer does not list, at gates as at flows; a speed that was not measured is none', () => {
    const answers = [
      {
        peerId: 1,
        now: createAnswer({ varchi: [gate(1, 5, 50)] }),
        before: createAnswer({ varchi: [gate(2, 4, 60)] }),
      },
    ];
    expect(show(buildChartLines('gates', answers, days))).toEqual([
      ['1:1', 5, 0],
      ['1:2', 0, 4],
    ]);
    expect(show(buildChartLines('speed', answers, days))).toEqual([['1:1', 50, null]]);
    const flow = (da: number, a: number, n: number) => ({ da, a, n, mediana_s: 60 });
    expect(buildFlowLines({ flussi: [flow(1, 2, 5)] }, { flussi: [flow(2, 1, 4)] })).toMatchObject([
      { from: 1, to: 2, n: 5, before: 0 },
      { from: 2, to: 1, n: 0, before: 4 },
    ]);
    expect([formatCount(0, 'it'), formatCount(null, 'it')]).toEqual(['0', '–']);
  });
});

describe('hours of the week', () => {
  it('adds the mean of each plant over its own hours', () => {
    const cell = (n: number, volte: number) => ({ giorno: 1, ora: 9, n, volte });
    const cells = buildHeatCells([createAnswer({ ore: [cell(10, 5)] }), createAnswer({ ore: [cell(3, 2)] })]);
    expect(cells).toHaveLength(168);
    expect(cells.find(({ weekday, hour }) => weekday === 1 && hour === 9)?.mean).toBe(3.5);
    expect(cells.filter(({ mean }) => mean === null)).toHaveLength(167);
  });
});

describe('periods of charts', () => {
  it('offers a month to a year, today included', () => {
    expect(toQuickChartPeriod('month', NOW)).toEqual({ first: '2026-10-22', last: '2026-11-20' });
    expect(matchQuickChartPeriod({ first: '2025-11-21', last: '2026-11-20' }, NOW)).toBe('year');
    expect(matchQuickChartPeriod({ first: '2026-11-01', last: '2026-11-20' }, NOW)).toBeNull();
  });

  it('CONST-18 starts at most a year before today, also the compared days', () => {
    expect(getEarliestDay(NOW)).toBe('2025-11-19');
    const check = (first: string, last: string, comparison: 'none' | 'previous' = 'none') =>
      checkChartPeriod({ period: { first, last }, comparison }, NOW);
    expect(check('2025-11-19', '2026-11-20')).toBeNull();
    expect(check('2025-11-18', '2026-11-20')).toBe('tooEarly');
    expect(check('2026-01-01', '2026-11-20', 'previous')).toBe('beforeIsTooEarly');
    expect(check('2026-06-01', '2026-11-20', 'previous')).toBeNull();
    expect(check('2026-11-20', '2026-11-19')).toBe('reversed');
    expect(check('', '2026-11-19')).toBe('incomplete');
  });
});
