import { getDayKind, localDay } from '../analysis/day-kind.ts';
import { toRomeWallMs } from '../time/rome.ts';
import type { ReviewEntry } from './review-entry.ts';

const HOUR_MS = 3_600_000;
const HOURS = 24;
/** A pause from which on a new session begins. */
export const SESSION_PAUSE_MS = 2 * HOUR_MS;
/** A session about no more plates and entries than this is a short one: an errand, not work. */
const SHORT_SESSION = { plates: 2, entries: 8 } as const;
/** Days with consultations before the month without which nobody's usual hours are known. */
const MIN_KNOWN_DAYS = 20;
/** An hour, or a free day, belongs to somebody's usual ones from this many days on, and from this share of their days on. */
const USUAL = { days: 2, share: 0.04 } as const;
/** From this share of sessions at new hours on, hours have changed; the old ones are kept if as much of the former work is at them. */
const NEW_SHIFT = { share: 0.3, kept: 0.6 } as const;
const MONTHS_BEFORE = 3;
/** A stretch of work ends with a pause like this, and is longer than a double shift from this length on. */
const REST_MS = 9 * HOUR_MS;
const LONG_STRETCH_MS = 15 * HOUR_MS;
/** Days of work of a month that one person can have: one day of rest in seven. They go from 7 to 7, so a night is one. */
const MAX_WORK_DAYS = 26;
const WORK_DAY_FROM_MS = 7 * HOUR_MS;

/** Day of Rome as a number of days since 1970. */
export const toDayNumber = (atMs: number): number => localDay(toRomeWallMs(atMs));

const hourOf = (atMs: number): number => Math.floor((toRomeWallMs(atMs) % (HOURS * HOUR_MS)) / HOUR_MS);

/** Splits entries, in order of time, where a pause is long enough. */
export function splitAtPauses(entries: readonly ReviewEntry[], pauseMs: number): readonly (readonly ReviewEntry[])[] {
  const parts: ReviewEntry[][] = [];
  let last = -Infinity;
  for (const entry of entries) {
    if (entry.atMs - last >= pauseMs) parts.push([]);
    parts.at(-1)?.push(entry);
    last = entry.atMs;
  }
  return parts;
}

/** True for an instant at which the person often worked before; an hour beside a usual one is usual. */
function createUsualTimes(before: readonly ReviewEntry[]): ((atMs: number) => boolean) | null {
  const daysOf = new Map<number, Set<number>>();
  const days = { work: new Set<number>(), rest: new Set<number>() };
  for (const { atMs } of before) {
    const day = toDayNumber(atMs);
    days[getDayKind(day)].add(day);
    for (const hour of [hourOf(atMs) - 1, hourOf(atMs), hourOf(atMs) + 1]) {
      const slot = (hour + HOURS) % HOURS;
      daysOf.set(slot, (daysOf.get(slot) ?? new Set()).add(day));
    }
  }
  const all = days.work.size + days.rest.size;
  if (all < MIN_KNOWN_DAYS) return null;
  const isUsual = (known: number): boolean => known >= USUAL.days && known >= USUAL.share * all;
  return (atMs) =>
    isUsual(daysOf.get(hourOf(atMs))?.size ?? 0) &&
    (getDayKind(toDayNumber(atMs)) === 'work' || isUsual(days.rest.size));
}

/**
 * Short sessions of the month at hours, or on free days, at which the person did not work before. When much of the month
 * is at new hours, it is a new shift if the old hours went, and counts nothing; who keeps the old hours as well works twice.
 */
export function findUnusualSessions(
  before: readonly ReviewEntry[],
  month: readonly ReviewEntry[],
): readonly (readonly ReviewEntry[])[] {
  const isUsual = createUsualTimes(before);
  if (isUsual === null) return [];
  const sessions = splitAtPauses(month, SESSION_PAUSE_MS);
  const isUnusual = (session: readonly ReviewEntry[]): boolean => session.every(({ atMs }) => !isUsual(atMs));
  const unusual = sessions.filter(isUnusual);
  if (unusual.length > NEW_SHIFT.share * sessions.length) {
    const formerly = splitAtPauses(before, SESSION_PAUSE_MS).length / MONTHS_BEFORE;
    const isShiftNew = sessions.length - unusual.length < NEW_SHIFT.kept * formerly;
    return isShiftNew ? [] : unusual;
  }
  return unusual.filter(
    (session) =>
      session.length <= SHORT_SESSION.entries &&
      new Set(session.flatMap(({ plates }) => plates)).size <= SHORT_SESSION.plates,
  );
}

/** Work that one person cannot do: stretches without a rest that are longer than a double shift, and months without free days. */
export function findRestlessWork(month: readonly ReviewEntry[]): {
  readonly n: number;
  readonly entries: readonly ReviewEntry[];
} {
  const stretches = splitAtPauses(month, REST_MS).filter(
    (part) => (part.at(-1)?.atMs ?? 0) - (part[0]?.atMs ?? 0) >= LONG_STRETCH_MS,
  );
  const workDays = new Set(month.map(({ atMs }) => toDayNumber(atMs - WORK_DAY_FROM_MS))).size;
  return {
    n: stretches.length + Math.max(0, workDays - MAX_WORK_DAYS),
    entries: stretches.flatMap((part) => [part[0], part.at(-1)].flatMap((entry) => entry ?? [])),
  };
}

/** Entries of days on which the account worked from two addresses, and the number of these days. */
export function findTwoAddresses(month: readonly ReviewEntry[]): {
  readonly n: number;
  readonly entries: readonly ReviewEntry[];
} {
  const byDay = Map.groupBy(
    month.filter(({ ip }) => ip !== null),
    ({ atMs }) => toDayNumber(atMs),
  );
  const mixed = [...byDay.values()].filter((day) => new Set(day.map(({ ip }) => ip)).size > 1);
  const changes = mixed.flatMap((day) => day.filter(({ ip }, at) => at === 0 || day[at - 1]?.ip !== ip));
  return { n: mixed.length, entries: changes };
}
