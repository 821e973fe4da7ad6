import { expect, test } from 'vitest';
import { getChartRights } from './advanced-charts.ts';
import {
  isAcceptedLicenceNumber,
  isLicenceNoticeDue,
  getLicenceDay,
  getLicenceWarning,
  parseItalianDay,
} from './licence.ts';

const NOON = '2026-11-20T11:00:00.000Z';
const after = (minutes: number): string => new Date(Date.parse(NOON) + minutes * 60_000).toISOString();

test.each([
  ['31/12/2025', '2025-12-31'],
  ['29/02/2028', '2028-02-29'],
  ['29/02/2027', null],
  ['31/13/2025', null],
  ['2025-12-31', null],
  ['1/1/2025', null],
  ['', null],
  [null, null],
])('PLANT-02 lic_scadenza %j is the day %j', (text, day) => {
  expect(parseItalianDay(text)).toBe(day);
});

test('PLANT-02 expiration_date counts before lic_scadenza', () => {
  expect(getLicenceDay({ expiration_date: '2027-01-01', lic_scadenza: '31/12/2025' })).toBe('2027-01-01');
  expect(getLicenceDay({ expiration_date: null, lic_scadenza: '31/12/2025' })).toBe('2025-12-31');
  expect(getLicenceDay({ expiration_date: null, lic_scadenza: null })).toBeNull();
});

test.each([
  ['LIC-01 yesterday', '2026-11-19', 'expired'],
  ['LIC-01 today is still valid', '2026-11-20', 'expiring'],
  ['LIC-02 30 days ahead', '2026-12-20', 'expiring'],
  ['LIC-02 31 days ahead', '2026-12-21', null],
  ['LIC-01 no date', null, null],
])('%s: %s gives %s', (_title, day, expected) => {
  expect(getLicenceWarning(day, NOON)).toBe(expected);
});

test('LIC-01 the day ends at midnight in Italy', () => {
  expect(getLicenceWarning('2026-11-20', '2026-11-20T22:59:59.999Z')).toBe('expiring');
  expect(getLicenceWarning('2026-11-20', '2026-11-20T23:00:00.000Z')).toBe('expired');
});

test('LIC-03 once an hour, measured from the last showing', () => {
  expect(isLicenceNoticeDue([], NOON)).toBe(true);
  expect(isLicenceNoticeDue([NOON], after(59))).toBe(false);
  expect(isLicenceNoticeDue([NOON], after(60))).toBe(true);
  expect(isLicenceNoticeDue([NOON], after(61))).toBe(true);
});

test('LIC-04 four times a day of Italy, then again after midnight', () => {
  const four = [0, 61, 122, 183].map(after);
  expect(isLicenceNoticeDue(four.slice(0, 3), after(183))).toBe(true);
  expect(isLicenceNoticeDue(four, after(244))).toBe(false);
  expect(isLicenceNoticeDue(four, '2026-11-20T22:59:59.000Z')).toBe(false);
  expect(isLicenceNoticeDue(four, '2026-11-20T23:00:00.000Z')).toBe(true);
  // A clock that was set back: what lies in the future does not silence the notice.
  expect(isLicenceNoticeDue(four, after(-600))).toBe(true);
});

const charts = (expiration_date: string | null) => ({
  license_options: { adv_charts: { expiration_date, g2g: true, population: false } },
});

test.each([
  ['its last day', '2026-11-20', true],
  ['one day after', '2026-11-19', true],
  ['two days after', '2026-11-18', false],
  ['no date', null, true],
])('LIC-05 advanced charts on %s: %s gives %s', (_title, day, isValid) => {
  expect(getChartRights(charts(day), NOON).g2g).toBe(isValid);
});

test('LIC-07 PLANT-03 charts only as the licence grants them', () => {
  expect(getChartRights(charts(null), NOON)).toEqual({ charts: true, g2g: true, population: false });
  const populationOnly = { adv_charts: { expiration_date: '2026-11-20', g2g: false, population: true } };
  expect(getChartRights({ license_options: populationOnly }, NOON)).toEqual({
    charts: true,
    g2g: false,
    population: true,
  });
  expect(getChartRights(charts('2026-11-18'), NOON)).toEqual({ charts: false, g2g: false, population: false });
  expect(getChartRights({ license_options: null }, NOON)).toEqual({ charts: false, g2g: false, population: false });
  expect(getChartRights({ license_options: {} }, NOON)).toEqual({ charts: false, g2g: false, population: false });
});

test('LIC-06 two accepted numbers, any other is not valid', () => {
  const accepted = ['4711', '4712'];
  expect(['4711', '4712', '4713', '', null].map((number) => isAcceptedLicenceNumber(number, accepted))).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
});
