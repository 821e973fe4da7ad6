import { getDayKind } from '../analysis/day-kind.ts';
import { addDays, parseInstantMs } from '../time/rome.ts';

/**
 * Residents, commuters and passers-by among the plates of a day, from the days on which each was read in the four weeks that end
 * with it (analysis design, part 8). Pure.
 */

/** Version of the definitions, sent with every answer. */
export const POPULATION_VERSION = 'popolazione-1';

/** Days that are considered, the counted one included: four weeks. */
export const POPULATION_DAYS = 28;

/** A plate read on fewer of these days, or in fewer of the four weeks, is a passer-by. */
export const MIN_DAYS_SEEN = 5;
export const MIN_WEEKS_SEEN = 3;

/**
 * A plate that returns is a resident's when its share of the rest days is at least this part (one in so many) of its share of the
 * working days, else a commuter's.
 */
export const REST_SHARE_PART = 4;

export const POPULATION_CLASSES = ['resident', 'commuter', 'passer_by'] as const;
export type PopulationClass = (typeof POPULATION_CLASSES)[number];

/** On how many days of the four weeks a plate was read. */
export interface Presence {
  readonly workDays: number;
  /** Weekends and public holidays. */
  readonly restDays: number;
  /** Of the four weeks, counted back from the day. */
  readonly weeks: number;
}

/** The four weeks that end with a day. */
export interface PopulationWindow {
  /** First day, YYYY-MM-DD. */
  readonly first: string;
  /** Weekends and public holidays among the days. */
  readonly restDays: readonly string[];
  /** Number of the other days. */
  readonly workDayCount: number;
}

/** The four weeks that end with a day (YYYY-MM-DD). */
export function listPopulationWindow(day: string): PopulationWindow {
  const first = addDays(day, 1 - POPULATION_DAYS);
  const days = Array.from({ length: POPULATION_DAYS }, (_, at) => addDays(first, at));
  const restDays = days.filter((one) => getDayKind(toDayNumber(one)) === 'rest');
  return { first, restDays, workDayCount: days.length - restDays.length };
}

const toDayNumber = (day: string): number => parseInstantMs(`${day}T00:00:00.000Z`) / 86_400_000;

/** The class of a plate that passed on the day with which the window ends. */
export function classifyPresence(
  { workDays, restDays, weeks }: Presence,
  window: Pick<PopulationWindow, 'restDays' | 'workDayCount'>,
): PopulationClass {
  if (workDays + restDays < MIN_DAYS_SEEN || weeks < MIN_WEEKS_SEEN) return 'passer_by';
  // Compared as whole numbers, as in the statement that counts the day.
  return REST_SHARE_PART * restDays * window.workDayCount >= workDays * window.restDays.length
    ? 'resident'
    : 'commuter';
}
