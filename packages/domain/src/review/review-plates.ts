import type { ReviewEntry } from './review-entry.ts';
import { SESSION_PAUSE_MS, splitAtPauses, toDayNumber } from './review-days.ts';

const DAY_MS = 86_400_000;
/** A transit looked at this long before or after a look-up belongs to it. */
const NEAR_MS = 3 * DAY_MS;
/** Plates that are followed up; the ones looked at on most days come first. */
const MAX_REPEATED = 30;
/** A plate looked at on fewer days is not repeated. */
const REPEATED_DAYS = 3;
/** A case number used for this many plates is one of a case. */
const CASE_PLATES = 2;
/** A plate belongs to a case number from one day in so many on. */
const CASE_DAYS = 4;

/** A plate somebody looked at again and again. */
export interface RepeatedPlate {
  readonly plate: string;
  /** Days on which it was looked at, and those of them with a case number. */
  readonly days: number;
  readonly daysWithCase: number;
  /** Days on which it was looked at in a session about nothing else. */
  readonly daysAlone: number;
  /** Days that count: half again for days alone; half of all under one case number, which may be right and may be invented. */
  readonly counted: number;
  readonly entries: readonly ReviewEntry[];
}

export const isLook = ({ kind }: ReviewEntry): boolean => kind === 'search' || kind === 'open' || kind === 'look-up';

/**
 * Plates looked at on several days without progress, and again in the month. Progress: an entry in a list, a hold, an alert, a
 * corrected reading, an export or print, for the plate or under the case number under which it was looked at. A plate that
 * is looked at on one day in four under one case number, under which others are looked at too, is work on a case.
 */
export function findRepeatedPlates(entries: readonly ReviewEntry[], monthFromMs: number): readonly RepeatedPlate[] {
  const steps = entries.filter((entry) => !isLook(entry));
  const done = {
    plates: new Set(steps.flatMap(({ plates }) => plates)),
    cases: new Set(steps.map(({ caseNo }) => caseNo)),
  };
  const looks = new Map<string, ReviewEntry[]>();
  const platesOf = new Map<string, Set<string>>();
  for (const entry of entries) {
    if (!isLook(entry)) continue;
    for (const plate of entry.plates) {
      const found = looks.get(plate);
      if (found === undefined) looks.set(plate, [entry]);
      else found.push(entry);
      if (entry.caseNo !== null) platesOf.set(entry.caseNo, (platesOf.get(entry.caseNo) ?? new Set()).add(plate));
    }
  }
  const alone = new Set(
    splitAtPauses(entries, SESSION_PAUSE_MS)
      .filter((session) => new Set(session.flatMap(({ plates }) => plates)).size === 1)
      .flat(),
  );
  const repeated: RepeatedPlate[] = [];
  for (const [plate, own] of looks) {
    if (done.plates.has(plate) || !own.some(({ atMs }) => atMs >= monthFromMs)) continue;
    const days = new Set(own.map(({ atMs }) => toDayNumber(atMs))).size;
    if (days < REPEATED_DAYS) continue;
    const main = findMainCase(own);
    const daysWithCase = new Set(own.flatMap(({ caseNo, atMs }) => (caseNo === null ? [] : [toDayNumber(atMs)]))).size;
    const isOfCase = main !== null && CASE_DAYS * main.days >= days;
    if (isOfCase && (done.cases.has(main.caseNo) || (platesOf.get(main.caseNo)?.size ?? 0) >= CASE_PLATES)) continue;
    const daysAlone = new Set(own.flatMap((entry) => (alone.has(entry) ? [toDayNumber(entry.atMs)] : []))).size;
    const counted = Math.floor((days + daysAlone / 2) / (isOfCase ? 2 : 1));
    repeated.push({ plate, days, daysWithCase, daysAlone, counted, entries: own });
  }
  return repeated.toSorted((a, b) => b.counted - a.counted || (a.plate < b.plate ? -1 : 1)).slice(0, MAX_REPEATED);
}

/** The case number under which a plate was looked at on most days. */
function findMainCase(looks: readonly ReviewEntry[]): { readonly caseNo: string; readonly days: number } | null {
  const days = new Map<string, Set<number>>();
  for (const { caseNo, atMs } of looks)
    if (caseNo !== null) days.set(caseNo, (days.get(caseNo) ?? new Set()).add(toDayNumber(atMs)));
  let best: { readonly caseNo: string; readonly days: number } | null = null;
  for (const [caseNo, { size }] of days) if (best === null || size > best.days) best = { caseNo, days: size };
  return best;
}

/** Look-ups of the month for plates of which the person neither searched nor opened a transit within days. */
export function findBareLookUps(entries: readonly ReviewEntry[], monthFromMs: number): readonly ReviewEntry[] {
  const seen = new Map<string, number[]>();
  for (const { kind, plates, atMs } of entries) {
    if (kind === 'look-up') continue;
    for (const plate of plates) seen.set(plate, [...(seen.get(plate) ?? []), atMs]);
  }
  return entries.filter(
    ({ kind, plates, atMs }) =>
      kind === 'look-up' &&
      atMs >= monthFromMs &&
      plates.length > 0 &&
      plates.every((plate) => !(seen.get(plate) ?? []).some((at) => Math.abs(at - atMs) <= NEAR_MS)),
  );
}

/** Exports and prints of the month without a case number whose plates the person had no alert for. */
export function findBareExports(entries: readonly ReviewEntry[], monthFromMs: number): readonly ReviewEntry[] {
  const alerted = new Set(entries.flatMap(({ kind, plates }) => (kind === 'step' ? plates : [])));
  return entries.filter(
    ({ kind, caseNo, plates, atMs }) =>
      kind === 'export' && atMs >= monthFromMs && caseNo === null && !plates.some((plate) => alerted.has(plate)),
  );
}
