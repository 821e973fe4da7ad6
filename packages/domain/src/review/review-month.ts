import { findTwoAddresses, findRestlessWork, findUnusualSessions, toDayNumber } from './review-days.ts';
import type { ReviewEntry } from './review-entry.ts';
import { findBareExports, findBareLookUps, findRepeatedPlates, isLook, type RepeatedPlate } from './review-plates.ts';
import { findPoorReasons } from './review-reasons.ts';
import type { EntryPosition } from './review-rules.ts';

/** Days before the month that are read as well: what was usual, and looks that go on. */
export const DAYS_BEFORE = 90;
/** Entries named with a finding. */
const MAX_NAMED_ENTRIES = 50;
/** A period counts as the longest possible from this share of it on. */
const AT_LIMIT = 0.95;

/** Entries that stand for a count: the newest, and how many there are. */
export interface Evidence {
  readonly n: number;
  readonly entries: readonly EntryPosition[];
  readonly total: number;
}

/** What one person did in a month, reduced to what the rules count. Its size does not depend on how much they did. */
export interface PersonMonth {
  readonly person: string;
  /** People with the same job are compared with each other: the group of the account. */
  readonly job: string;
  readonly looks: number;
  readonly plates: number;
  /** Hundredths of consultations with a poor reason. */
  readonly poorShare: number;
  readonly repeated: readonly (Omit<RepeatedPlate, 'entries'> & Omit<Evidence, 'n'>)[];
  readonly unusual: Evidence;
  readonly restless: Evidence;
  readonly addresses: Evidence;
  readonly poor: Evidence;
  readonly lookBacks: Evidence;
  readonly bareLookUps: Evidence;
  readonly bareExports: Evidence;
  readonly household: Evidence & { readonly plate: string | null };
  readonly unknownCases: Evidence;
}

/** What the rules must know besides the log. */
export interface ReviewContext {
  readonly monthFromMs: number;
  readonly monthToMs: number;
  /** Longest period somebody may search; null: unknown, nothing is at the limit. */
  readonly longestPeriodMs: number | null;
  /** True for a plate of a declared household. */
  readonly isHousehold: (plate: string) => boolean;
  /** True for a case number in the list of the body, in folded form; null: there is no list. */
  readonly isKnownCase: ((caseNo: string) => boolean) | null;
}

const nameEntries = (entries: readonly ReviewEntry[]): Omit<Evidence, 'n'> => ({
  entries: entries.slice(-MAX_NAMED_ENTRIES).map(({ epoch, seq }) => ({ epoch, seq })),
  total: entries.length,
});
const toEvidence = (n: number, entries: readonly ReviewEntry[]): Evidence => ({ n, ...nameEntries(entries) });

/** Counts what the rules need of one person. `entries`: theirs, in order of time, from `DAYS_BEFORE` days before the month. */
export function summarisePerson(
  who: { readonly person: string; readonly job: string },
  entries: readonly ReviewEntry[],
  context: ReviewContext,
): PersonMonth {
  const { monthFromMs, monthToMs } = context;
  const known = entries.filter(({ atMs }) => atMs < monthToMs);
  const month = known.filter(({ atMs }) => atMs >= monthFromMs);
  const looks = month.filter(isLook);
  const poor = findPoorReasons(looks);
  const unusual = findUnusualSessions(
    known.filter(({ atMs }) => atMs < monthFromMs),
    month,
  );
  const restless = findRestlessWork(month);
  const addresses = findTwoAddresses(month);
  const bareLookUps = findBareLookUps(known, monthFromMs);
  const bareExports = findBareExports(known, monthFromMs);
  return {
    ...who,
    looks: looks.length,
    plates: new Set(looks.flatMap(({ plates }) => plates)).size,
    poorShare: looks.length === 0 ? 0 : Math.round((100 * poor.length) / looks.length),
    repeated: findRepeatedPlates(known, monthFromMs).map(({ entries: own, ...plate }) => ({
      ...plate,
      ...nameEntries(own),
    })),
    unusual: toEvidence(unusual.length, unusual.flat()),
    restless: toEvidence(restless.n, restless.entries),
    addresses: toEvidence(addresses.n, addresses.entries),
    poor: toEvidence(poor.length, poor),
    lookBacks: countLookBacks(looks, context),
    bareLookUps: toEvidence(bareLookUps.length, bareLookUps),
    bareExports: toEvidence(bareExports.length, bareExports),
    household: countHousehold(looks, context),
    unknownCases: countUnknownCases(month, context),
  };
}

/** Searches for one plate over the longest period. */
function countLookBacks(looks: readonly ReviewEntry[], { longestPeriodMs }: ReviewContext): Evidence {
  const found = looks.filter(
    ({ kind, plates, periodMs }) =>
      kind === 'search' &&
      plates.length === 1 &&
      longestPeriodMs !== null &&
      periodMs !== null &&
      periodMs >= AT_LIMIT * longestPeriodMs,
  );
  return toEvidence(found.length, found);
}

function countHousehold(looks: readonly ReviewEntry[], { isHousehold }: ReviewContext): PersonMonth['household'] {
  const found = looks.filter(({ plates }) => plates.some(isHousehold));
  const days = new Set(found.map(({ atMs }) => toDayNumber(atMs)));
  return { ...toEvidence(days.size, found), plate: found.at(-1)?.plates.find(isHousehold) ?? null };
}

function countUnknownCases(month: readonly ReviewEntry[], { isKnownCase }: ReviewContext): Evidence {
  const found = month.filter(({ caseNo }) => caseNo !== null && isKnownCase !== null && !isKnownCase(caseNo));
  return toEvidence(new Set(found.map(({ caseNo }) => caseNo)).size, found);
}
