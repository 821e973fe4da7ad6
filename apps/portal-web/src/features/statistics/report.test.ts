import type { StatisticsResponse, StatisticsFigures } from '@varco/contract/plant/statistics.ts';
import { createI18n } from '@varco/i18n/create-i18n.ts';
import { describe, expect, it } from 'vitest';
import { addFigures, computeChange, getFigureColumns, NO_FIGURES } from './figures.ts';
import { buildReportCsv } from './report-csv.ts';
import { type PlantAnswer, buildReportLines, computeTotalLine } from './report-lines.ts';
import {
  toComparedPeriod,
  toComparedWindow,
  countPeriodDays,
  matchQuickPeriod,
  toQuickPeriod,
  toReportWindow,
} from '../../lib/reports/report-period.ts';
import { buildTransitListFilter } from './transit-list-filter.ts';
import { isComparable } from '../../widgets/reports/PlantNotes.tsx';
import type { Report } from './use-report.ts';

const NOW = '2026-11-20T13:30:00.000Z';
const WEEK = { first: '2026-11-14', last: '2026-11-20' };
const createFigures = (transiti: number, more: Partial<StatisticsFigures> = {}): StatisticsFigures => ({
  ...NO_FIGURES,
  transiti,
  targhe_min: transiti,
  targhe_max: transiti,
  ...more,
});
const createAnswer = (totale: StatisticsFigures, righe: StatisticsResponse['righe'] = []): StatisticsResponse => ({
  totale,
  righe,
  dal: NOW,
  al: NOW,
  limitazioni: [],
  oscurato: false,
  senza_dettaglio: 0,
  took_ms: 1,
});
const createGateLine = (id: number, n: number) => ({ varco_id: id, giorno: null, ...createFigures(n) });
const createDayLine = (giorno: string, n: number) => ({ varco_id: null, giorno, ...createFigures(n) });

describe('STAT-01 the period and what it is held against', () => {
  it('quick periods, and the days just before or a year before', () => {
    expect(toQuickPeriod('week', NOW)).toEqual(WEEK);
    expect(matchQuickPeriod(WEEK, NOW)).toBe('week');
    expect(matchQuickPeriod({ first: '2026-11-13', last: '2026-11-20' }, NOW)).toBe(null);
    expect(toComparedPeriod(WEEK, 'previous')).toEqual({ first: '2026-11-07', last: '2026-11-13' });
    expect(toComparedPeriod({ first: '2028-02-29', last: '2028-03-01' }, 'year')).toEqual({
      first: '2027-02-28',
      last: '2027-03-01',
    });
    expect(toComparedPeriod(WEEK, 'none')).toBe(null);
    // Daylight saving time ends on 25 October.
    expect(countPeriodDays({ first: '2026-10-24', last: '2026-10-26' })).toBe(3);
  });

  it('a day that is not over ends now, and what it is held against at the same time of day', () => {
    expect(toReportWindow(WEEK, NOW)).toEqual({ dal: '2026-11-13T23:00:00.000Z', al: NOW });
    expect(toComparedWindow(WEEK, 'previous', NOW)).toEqual({
      dal: '2026-11-06T23:00:00.000Z',
      al: '2026-11-13T13:30:00.000Z',
    });
    const past = { first: '2026-11-14', last: '2026-11-15' };
    expect(toReportWindow(past, NOW).al).toBe('2026-11-15T22:59:59.999Z');
    expect(toComparedWindow(past, 'previous', NOW)).toEqual({
      dal: '2026-11-11T23:00:00.000Z',
      al: '2026-11-13T22:59:59.999Z',
    });
  });
});

describe('STAT-01 lines of several plants', () => {
  it('periods that are cut by retention or by a limit of the user are not compared', () => {
    const whole = createAnswer(createFigures(100));
    const cut = (...limitazioni: StatisticsResponse['limitazioni']) => ({ ...whole, limitazioni });
    expect(isComparable(whole, cut('gates', 'count_capped'))).toBe(true);
    expect(isComparable(cut('t_max'), cut('t_max'))).toBe(false);
    expect(isComparable(whole, cut('retention'))).toBe(false);
  });

  const answers: readonly PlantAnswer[] = [
    {
      peerId: 1,
      now: createAnswer(createFigures(10, { rubate: { n: 1, su: 8 } }), [createGateLine(1, 6), createGateLine(2, 4)]),
      before: createAnswer(createFigures(8), [createGateLine(1, 7), createGateLine(3, 1)]),
    },
    {
      peerId: 2,
      now: createAnswer(createFigures(5, { targhe_min: null, targhe_max: null }), [createGateLine(1, 5)]),
      before: null,
    },
  ];
  const periods = { period: WEEK, compared: toComparedPeriod(WEEK, 'previous') };

  it('different plates of two plants are known by their bounds only', () => {
    const both = addFigures(createFigures(10), createFigures(5, { rubate: { n: 2, su: 3 } }));
    expect(both).toMatchObject({ transiti: 15, targhe_min: 10, targhe_max: 15, rubate: { n: 2, su: 3 } });
    const [, plates] = getFigureColumns('controls');
    expect(computeChange(plates?.of(both) ?? null, plates?.of(createFigures(10)) ?? null)).toBe(null);
  });

  it('a total is held against before only when every plant has told it', () => {
    expect(computeTotalLine(answers)).toMatchObject({ peerIds: [1, 2], figures: { transiti: 15 }, before: null });
    expect(computeTotalLine(answers.slice(0, 1))?.before).toMatchObject({ transiti: 8 });
    expect(computeTotalLine([])).toBe(null);
  });

  it('a gate that was passed before and is not any more has a line', () => {
    const lines = buildReportLines(answers, 'gate', periods);
    expect(lines.map(({ key, figures: now, before }) => [key, now.transiti, before?.transiti])).toEqual([
      ['1:1', 6, 7],
      ['1:2', 4, 0],
      ['1:3', 0, 1],
      ['2:1', 5, undefined],
    ]);
  });

  it('every day of the period has a line, held against its own day', () => {
    const one = {
      peerId: 1,
      now: createAnswer(createFigures(3), [createDayLine('2026-11-15', 3)]),
      before: createAnswer(createFigures(2), [createDayLine('2026-11-08', 2)]),
    };
    const lines = buildReportLines([one], 'day', periods);
    expect(lines.map(({ day: on, figures: now, before }) => [on?.slice(8), now.transiti, before?.transiti])).toEqual([
      ['14', 0, 0],
      ['15', 3, 2],
      ...['16', '17', '18', '19', '20'].map((date) => [date, 0, 0]),
    ]);
  });
});

it('a change says how much and how much of it; from nothing there is no share', () => {
  const of = (n: number) => ({ min: n, max: n, of: null });
  expect(computeChange(of(12), of(10))).toEqual({ by: 2, share: 0.2 });
  expect(computeChange(of(3), of(0))).toEqual({ by: 3, share: null });
  expect(computeChange(of(3), null)).toBe(null);
});

const report: Report = {
  query: {
    peerIds: [1, 2],
    gates: [{ peerId: 1, gateId: 4 }],
    period: WEEK,
    comparison: 'previous',
    by: 'day',
  },
  windows: { now: toReportWindow(WEEK, NOW), before: toComparedWindow(WEEK, 'previous', NOW) },
  plants: [],
  isStopped: false,
};
const line = {
  key: 'x',
  name: '=SUM(A1)',
  peerIds: [1],
  gate: null,
  day: null,
  figures: createFigures(3),
  before: null,
};

it('the filter behind a number: plants, gates and time of the line, and what the column counts', () => {
  const columns = getFigureColumns('controls');
  const [transits, plates, uninsured, unread] = ['transits', 'plates', 'uninsured', 'unread'].map((id) =>
    columns.find((column) => column.id === id),
  );
  if (transits === undefined || plates === undefined || uninsured === undefined) throw new Error('no columns');
  const period = { kind: 'range', start: '2026-11-13T23:00:00.000Z', end: NOW };
  expect(buildTransitListFilter(report, line, uninsured)).toEqual({
    infringements: ['NA'],
    peerIds: [1],
    gates: [{ peerId: 1, gateId: 4 }],
    period,
  });
  expect(buildTransitListFilter(report, { ...line, gate: { peerId: 1, gateId: 9 } }, plates)).toMatchObject({
    isDistinct: true,
    gates: [{ peerId: 1, gateId: 9 }],
  });
  if (unread === undefined) throw new Error('no column');
  expect(buildTransitListFilter(report, line, unread)).toMatchObject({ unread: 'only', peerIds: [1] });
  const ends = (on: string) =>
    (buildTransitListFilter(report, { ...line, day: on }, transits) as { period: unknown }).period;
  expect(ends('2026-11-15')).toEqual({
    kind: 'range',
    start: '2026-11-14T23:00:00.000Z',
    end: '2026-11-15T22:59:59.999Z',
  });
  expect(ends('2026-11-20')).toMatchObject({ end: NOW });
  expect(getFigureColumns('euro').every(({ rows }) => rows === null)).toBe(true);
});

it('a file for a spreadsheet has every column, and nothing in it is a formula', () => {
  const { t } = createI18n('it');
  const csv = buildReportCsv(report, { lines: [line], total: { ...line, name: 'Totale' } }, t);
  expect(csv).toContain("\r\n'=SUM(A1);3;;3;3;;");
  const [head = '', row = ''] = ['Giorno;', "'=SUM"].map((start) =>
    csv.split('\r\n').find((one) => one.startsWith(start)),
  );
  expect(head.split(';')).toHaveLength(row.split(';').length);
  expect(head).toContain(';Rubate;Rubate, verificati;Rubate, confronto;');
  expect(head).toContain(';Autobus;');
});
