import { addDays } from '@varco/domain/time/rome.ts';
import { expect, test } from 'vitest';
import { findDayByKey, groupByWeek } from './calendar-weeks.ts';

const listFrom = (day: string, count: number) => Array.from({ length: count }, (_, n) => ({ day: addDays(day, n) }));

test('weeks begin on Monday and have seven cells', () => {
  // 2026-11-28 is a Saturday.
  const weeks = groupByWeek(listFrom('2026-11-28', 10));
  expect(weeks.map((week) => week.map((cell) => cell?.day.slice(8) ?? ''))).toEqual([
    ['', '', '', '', '', '28', '29'],
    ['30', '01', '02', '03', '04', '05', '06'],
    ['07', '', '', '', '', '', ''],
  ]);
  expect(groupByWeek([])).toEqual([]);
});

test('keys move by a day, a week, and to the ends, and never out of the calendar', () => {
  const days = listFrom('2026-11-28', 20);
  const from = (key: string, day = '2026-12-06'): string | null => findDayByKey(key, day, days);
  expect([from('ArrowLeft'), from('ArrowRight'), from('ArrowUp'), from('ArrowDown')]).toEqual([
    '2026-12-05',
    '2026-12-07',
    '2026-11-29',
    '2026-12-13',
  ]);
  expect([from('Home'), from('End'), from('ArrowUp', '2026-11-29'), from('x')]).toEqual([
    '2026-11-28',
    '2026-12-17',
    null,
    null,
  ]);
});
