import { DEFAULT_SEARCH_ORDER, formatOrder } from '@varco/domain/federation/order.ts';
import { describe, expect, it } from 'vitest';
import { findActiveGroups } from '../filters/filter-groups.ts';
import { toWireFilter } from '../filters/filter-wire.ts';
import { COMPARISONS, DEFAULT_FILTER, computePeriodLimits, type SearchFilter } from './search-filter.ts';

const NOW = '2026-11-20T13:32:07.000Z';

describe('period and filter as sent (T 5.1, T 9)', () => {
  it.each([
    ['today', '2026-11-19T23:00:00.000Z', '2026-11-20T22:59:59.999Z'],
    ['yesterday', '2026-11-18T23:00:00.000Z', '2026-11-19T22:59:59.999Z'],
    ['week', '2026-11-13T23:00:00.000Z', '2026-11-20T22:59:59.999Z'],
    ['all', null, null],
  ] as const)('FLT-39 %s runs from %s to %s', (kind, start, end) => {
    expect(computePeriodLimits({ kind }, NOW)).toEqual({ start, end });
  });

  it('FLT-39 a day of 23 or 25 hours is a whole day too', () => {
    expect(computePeriodLimits({ kind: 'today' }, '2026-03-29T12:00:00.000Z')).toEqual({
      start: '2026-03-28T23:00:00.000Z',
      end: '2026-03-29T21:59:59.999Z',
    });
    expect(computePeriodLimits({ kind: 'yesterday' }, '2026-10-26T12:00:00.000Z')).toEqual({
      start: '2026-10-24T22:00:00.000Z',
      end: '2026-10-25T22:59:59.999Z',
    });
  });

  it('FLT-37 the default range is six days back at start of day to the end of today', () => {
    expect(computePeriodLimits(DEFAULT_FILTER.period, NOW)).toEqual({
      start: '2026-11-13T23:00:00.000Z',
      end: '2026-11-20T22:59:59.999Z',
    });
  });

  it('the whole archive sends no dates', () => {
    expect(toWireFilter({ ...DEFAULT_FILTER, plate: 'GK5*', period: { kind: 'all' } }, NOW, 1)).toEqual({
      filtering: true,
      f_targa: 'GK5*',
    });
  });

  it('SRCH-03 counts a filled plate and a period, never the plants (readings TA01)', () => {
    expect(findActiveGroups(DEFAULT_FILTER).length).toBe(1);
    expect(findActiveGroups({ ...DEFAULT_FILTER, plate: 'A*', peerIds: [1] }).length).toBe(2);
    expect(findActiveGroups({ ...DEFAULT_FILTER, period: { kind: 'all' } }).length).toBe(0);
  });

  it('CONST-14 comparisons are max, equal and min: less than, equal, greater than (readings TA21)', () => {
    expect(COMPARISONS.map(({ word, operator }) => [word, operator])).toEqual([
      ['max', 'lt'],
      ['equal', 'eq'],
      ['min', 'gt'],
    ]);
  });
});

/** Filter field for each name of T 3.2, with its default. The glossary lists the pairs. */
const SPECIFIED_FIELDS: readonly (readonly [string, keyof SearchFilter, unknown])[] = [
  ['plants', 'peerIds', null],
  ['gates', 'gates', []],
  ['colors', 'colours', []],
  ['brands', 'brands', []],
  ['nations', 'nations', []],
  ['vehicletype', 'vehicleTypes', []],
  ['targa', 'plate', ''],
  ['infrazione', 'infringements', []],
  ['startTime, endTime', 'period', { kind: 'week' }],
  ['kemlerClass', 'hazardClasses', []],
  ['citizen', 'citizen', 'all'],
  ['direction 1, 2', 'direction', null],
  ['direction 3, 4', 'framing', null],
  ['adr_only', 'isAdr', false],
  ['kemlerdigit', 'kemler', ''],
  ['onudigit', 'un', ''],
  ['codfisenabled', 'hasTaxCodes', true],
  ['count_limit, count_operator', 'recurrence', { operator: 'gt', count: 0 }],
  ['distinct', 'isDistinct', false],
  ['no_unknown', 'noUnknown', false],
  ['province_in', 'provincesIn', []],
  ['province_out', 'provincesOut', []],
  ['national', 'national', 'any'],
  ['allowed_plate_misreads', 'misreads', false],
  ['allowed_plate_errors', 'variations', 0],
  ['lane', 'lane', null],
  ['speed from', 'speedMin', null],
  ['speed to', 'speedMax', null],
];

describe('FLT-42 the filter object', () => {
  it.each(SPECIFIED_FIELDS)('FLT-42 holds %s as %s', (_name, field, value) => {
    expect(DEFAULT_FILTER[field]).toEqual(value);
  });

  it('FLT-42 holds nothing else but passages without a plate; the ordering belongs to the search and is newest first', () => {
    const fields = [...SPECIFIED_FIELDS.map(([, field]) => field), 'unread'];
    expect(Object.keys(DEFAULT_FILTER).toSorted()).toEqual(fields.toSorted());
    expect(formatOrder(DEFAULT_SEARCH_ORDER)).toBe('-data');
  });
});
