import { addDays, parseInstantMs } from '@varco/domain/time/rome.ts';

const DAY_MS = 86_400_000;
const toMidnightMs = (day: string): number => parseInstantMs(`${day}T00:00:00.000Z`);

/** Days from Monday: 0 to 6. */
const getWeekday = (day: string): number => ((toMidnightMs(day) - toMidnightMs('1970-01-05')) / DAY_MS) % 7;

/** Consecutive days in rows of a week from Monday; null where a row has no day of the list. */
export function groupByWeek<T extends { readonly day: string }>(
  days: readonly T[],
): readonly (readonly (T | null)[])[] {
  const [first] = days;
  if (first === undefined) return [];
  const cells: (T | null)[] = [...Array.from({ length: getWeekday(first.day) }, () => null), ...days];
  while (cells.length % 7 > 0) cells.push(null);
  return Array.from({ length: cells.length / 7 }, (_, week) => cells.slice(week * 7, week * 7 + 7));
}

/** The day an arrow key, Home or End leads to in a calendar of whole days; null: another key, or outside of it. */
export function findDayByKey(key: string, day: string, days: readonly { readonly day: string }[]): string | null {
  const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };
  const step = steps[key];
  const wanted = step === undefined ? { Home: days[0]?.day, End: days.at(-1)?.day }[key] : addDays(day, step);
  return days.find((one) => one.day === wanted)?.day ?? null;
}
