import { describe, expect, it } from 'vitest';
import { DEFAULT_FILTER, type SearchFilter } from '../search/search-filter.ts';
import {
  findActiveGroups,
  findChangedGroups,
  isGroupLocked,
  isSlowFilter,
  setAdrMode,
  setInfringements,
  resetGroup,
  setPlantFilter,
} from './filter-groups.ts';
import { findConcernedPlants, toWireFilter } from './filter-wire.ts';
import { formatMoment, parseMoment } from '../../../lib/moment-text.ts';
import { canShiftPeriodLater, isPeriodReversed, buildPeriod, shiftPeriod, toPeriodTexts } from './period-edit.ts';

const NOW = '2026-11-20T13:32:07.000Z';
const ALL: SearchFilter = { ...DEFAULT_FILTER, period: { kind: 'all' } };
const convertToWire = (change: Partial<SearchFilter>, peerId = 1): object => {
  const { filtering, ...rest } = toWireFilter({ ...ALL, ...change }, NOW, peerId);
  expect(filtering).toBe(true);
  return rest;
};

describe('each filter as sent to a plant', () => {
  it.each<[string, Partial<SearchFilter>, object]>([
    ['FLT-01 FLT-02 infringements', { infringements: ['NA', 'RUB'] }, { f_infrazione: ['NA', 'RUB'] }],
    ['FLT-04 citizen local', { citizen: 'local' }, { f_local: true }],
    ['FLT-04 citizen foreign', { citizen: 'foreign' }, { f_foreign: true }],
    ['FLT-11 provinces in and out', { provincesIn: [40], provincesOut: [39] }, { f_province: [40, -39] }],
    ['FLT-12 nations', { nations: ['D', 'F'] }, { f_nazioni: ['D', 'F'] }],
    ['FLT-13 national', { national: 'national' }, { f_national: 2 }],
    ['FLT-13 foreign', { national: 'foreign' }, { f_national: 3 }],
    ['FLT-14 vehicle types', { vehicleTypes: ['van'] }, { f_tipo: ['van'] }],
    ['FLT-17 colours', { colours: ['red'] }, { f_colore: ['red'] }],
    ['FLT-18 direction and framing', { direction: 1, framing: 4 }, { f_direction: [1, 4] }],
    ['FLT-19 less than', { recurrence: { operator: 'lt', count: 3 } }, { f_count_lt: 3, f_include_count: true }],
    ['FLT-19 equal', { recurrence: { operator: 'eq', count: 3 } }, { f_count_eq: 3, f_include_count: true }],
    ['FLT-19 more than', { recurrence: { operator: 'gt', count: 3 } }, { f_count_gt: 3, f_include_count: true }],
    ['FLT-22 distinct', { isDistinct: true }, { f_distinct: true }],
    ['FLT-23 variations', { plate: 'AA111AA', variations: 2 }, { f_targa: 'AA111AA', f_allowed_plate_errors: 2 }],
    ['FLT-25 misreads', { plate: 'AA111AA', misreads: true }, { f_targa: 'AA111AA', f_allowed_plate_misreads: true }],
    ['FLT-40 lane and speed', { lane: 0, speedMin: 0, speedMax: 90 }, { f_lane: [0], f_speed_min: 0, f_speed_max: 90 }],
    ['FLT-41 no unknown', { noUnknown: true }, { no_unknown: true }],
    ['passages without a plate', { unread: 'with' }, { f_unread: 'with' }],
    ['a plate excludes passages without one', { unread: 'with', plate: 'A*' }, { f_targa: 'A*' }],
    [
      'FLT-32 FLT-34 ADR',
      { isAdr: true, kemler: '33', un: '1203', hazardClasses: ['3'] },
      { f_adr_only: true, f_kemler: '33', f_onu: '1203', f_adr_class: ['3'] },
    ],
    ['ADR fields outside the ADR view are not sent', { kemler: '33' }, {}],
    ['nothing chosen, nothing sent', {}, {}],
  ])('%s', (_name, change, sent) => {
    expect(convertToWire(change)).toEqual(sent);
  });

  it.each([
    ['RSSMRA80A01H199X', { f_codfisc: 'RSSMRA80A01H199X' }],
    ['0123456789', { f_codfisc: '0123456789' }],
    ['012345678', { f_targa: '012345678' }],
    ['ABCDE12345,AA1', { f_targa: 'ABCDE12345,AA1' }],
  ])('FLT-31 %s in the plate box', (plate, sent) => {
    expect(convertToWire({ plate })).toEqual(sent);
    expect(convertToWire({ plate, hasTaxCodes: false })).toEqual({ f_targa: plate });
  });

  it('FLT-08 gates are sent to their own plant only, and plants without a selected gate are not queried', () => {
    const gates = [
      { peerId: 1, gateId: 7 },
      { peerId: 2, gateId: 7 },
    ];
    expect(convertToWire({ gates }, 1)).toEqual({ f_varchi: [7] });
    expect(findConcernedPlants({ ...ALL, gates })).toEqual([1, 2]);
    expect(findConcernedPlants({ ...ALL, gates, peerIds: [2, 3] })).toEqual([2]);
    expect(findConcernedPlants(ALL)).toBeNull();
    expect(setPlantFilter({ ...ALL, gates }, [2]).gates).toEqual([{ peerId: 2, gateId: 7 }]);
  });
});

describe('rules of the panel', () => {
  it('FLT-03 the blacklist gives the others back their defaults and locks them', () => {
    const busy: SearchFilter = { ...ALL, plate: 'AA1*', colours: ['red'], variations: 2 };
    const next = setInfringements(busy, ['BL']);
    expect(next).toEqual({ ...ALL, plate: 'AA1*', infringements: ['BL'] });
    expect([isGroupLocked(next, 'colours'), isGroupLocked(next, 'plate'), isGroupLocked(busy, 'colours')]).toEqual([
      true,
      false,
      false,
    ]);
  });

  it('LIFE-12 the ADR view clears the plate filters, leaving it clears its own fields', () => {
    const adr = setAdrMode({ ...ALL, plate: 'AA1*', colours: ['red'], peerIds: [2] }, true);
    expect(adr).toEqual({ ...DEFAULT_FILTER, peerIds: [2], isAdr: true });
    expect(setAdrMode({ ...adr, kemler: '33', un: '1203', hazardClasses: ['3'] }, false)).toEqual({
      ...DEFAULT_FILTER,
      peerIds: [2],
    });
  });

  it('SRCH-03 counts filled groups, the period among them, never the plants', () => {
    expect(findActiveGroups({ ...DEFAULT_FILTER, colours: ['red'], peerIds: [1] })).toEqual(['period', 'colours']);
    expect(resetGroup(resetGroup({ ...DEFAULT_FILTER, lane: 2 }, 'lane'), 'period')).toEqual(ALL);
  });

  it('SRCH-22 SRCH-23 what differs from the last search is known by group', () => {
    expect([...findChangedGroups({ ...ALL, lane: 1, colours: ['red'] }, ALL)]).toEqual(['colours', 'lane']);
    expect(findChangedGroups(ALL, null).size).toBe(0);
  });

  it('FLT-21 FLT-22 slow filters', () => {
    expect(
      [ALL, { ...ALL, isDistinct: true }, { ...ALL, recurrence: { operator: 'gt', count: 1 } as const }].map(
        isSlowFilter,
      ),
    ).toEqual([false, true, true]);
  });
});

describe('the period as typed', () => {
  it.each([
    ['15/11/2026 08:30', { day: '2026-11-15', time: '08:30' }],
    ['5.1.26 8.05', { day: '2026-01-05', time: '08:05' }],
    ['15/11', { day: '2026-11-15', time: '' }],
    ['15/11/2026 8', { day: '2026-11-15', time: '08:00' }],
    ['', { day: '', time: '' }],
    ['31/02/2026', null],
    ['15/13/2026', null],
    ['15/11/2026 24:00', null],
    ['ieri', null],
  ])('"%s"', (text, moment) => {
    expect(parseMoment(text, NOW)).toEqual(moment);
  });

  it('FLT-36 FLT-38 without times: 00:00, and 23:59 with 59.999 seconds', () => {
    expect(buildPeriod({ startDay: '2026-11-10', startTime: '', endDay: '2026-11-12', endTime: '' }, NOW)).toEqual({
      kind: 'range',
      start: '2026-11-09T23:00:00.000Z',
      end: '2026-11-12T22:59:59.999Z',
    });
  });

  it('FLT-35 nothing lies after the end of today', () => {
    const texts = { startDay: '2026-12-01', startTime: '10:00', endDay: '2026-12-02', endTime: '10:00' };
    expect(buildPeriod(texts, NOW)).toEqual({
      kind: 'range',
      start: '2026-11-19T23:00:00.000Z',
      end: '2026-11-20T22:59:59.999Z',
    });
  });

  it('FLT-06 both ends move by a day, over a change of the clocks too, and not past today', () => {
    const autumn = buildPeriod({ startDay: '2026-10-24', startTime: '08:30', endDay: '2026-10-24', endTime: '' }, NOW);
    const next = shiftPeriod(autumn, 1, NOW);
    expect(toPeriodTexts(next, NOW)).toEqual({
      startDay: '2026-10-25',
      startTime: '08:30',
      endDay: '2026-10-25',
      endTime: '23:59',
    });
    expect(shiftPeriod(next, -1, NOW)).toEqual(autumn);
    expect([canShiftPeriodLater(autumn, NOW), canShiftPeriodLater({ kind: 'week' }, NOW)]).toEqual([true, false]);
  });

  it('an end before its start is seen, the whole archive has no ends', () => {
    expect(
      isPeriodReversed(buildPeriod({ startDay: '2026-11-12', startTime: '', endDay: '2026-11-10', endTime: '' }, NOW)),
    ).toBe(true);
    expect(buildPeriod({ startDay: '', startTime: '', endDay: '', endTime: '' }, NOW)).toEqual({ kind: 'all' });
    expect(formatMoment({ day: '', time: '' })).toBe('');
  });
});
