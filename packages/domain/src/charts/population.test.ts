import { describe, expect, it } from 'vitest';
import { classifyPresence, listPopulationWindow, MIN_DAYS_SEEN, POPULATION_DAYS } from './population.ts';

/** Eight rest days and twenty working days. */
const WINDOW = listPopulationWindow('2026-11-27');

describe('the four weeks of a day', () => {
  it('LIC-07 end with the day, and know its weekends and public holidays', () => {
    expect(WINDOW.first).toBe('2026-10-31');
    // The first of November is a Sunday.
    expect(WINDOW.restDays).toEqual([
      '2026-10-31',
      '2026-11-01',
      '2026-11-07',
      '2026-11-08',
      '2026-11-14',
      '2026-11-15',
      '2026-11-21',
      '2026-11-22',
    ]);
    expect(WINDOW.workDayCount).toBe(20);
    const christmas = listPopulationWindow('2027-01-06');
    expect(christmas.restDays).toEqual(expect.arrayContaining(['2026-12-25', '2027-01-01', '2027-01-06']));
    expect(christmas.workDayCount + christmas.restDays.length).toBe(POPULATION_DAYS);
  });
});

describe('the class of a plate', () => {
  const classify = (workDays: number, restDays: number, weeks: number) =>
    classifyPresence({ workDays, restDays, weeks }, WINDOW);

  it.each([
    ['read once', 1, 0, 1, 'passer_by'],
    ['every Saturday', 0, 4, 4, 'passer_by'],
    ['a fortnight of holidays', 10, 4, 2, 'passer_by'],
    ['one day too few', MIN_DAYS_SEEN - 2, 1, 4, 'passer_by'],
    ['working days only', 18, 0, 4, 'commuter'],
    ['three days a week', 9, 0, 3, 'commuter'],
    ['one Saturday among working days', 15, 1, 4, 'commuter'],
    // 4 x 2 x 20 = 160 = 20 x 8.
    ['a quarter as often on rest days, exactly', 20, 2, 4, 'resident'],
    ['every day', 20, 8, 4, 'resident'],
    ['weekends only', 0, 8, 4, 'resident'],
  ])('%s', (_name, workDays, restDays, weeks, kind) => {
    expect(classify(workDays, restDays, weeks)).toBe(kind);
  });
});
