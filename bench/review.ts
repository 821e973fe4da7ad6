// `npm run bench -- review`: how many planted abusers a month's review finds, and which honest people it flags.
import { createHash } from 'node:crypto';
import type { Sha256 } from '@varco/domain/audit/audit-bytes.ts';
import { listFlagged, listRepeatedPlates, type ScoredCase, scoreMonth } from '@varco/domain/review/review-case.ts';
import { type LoggedCall, type ReviewEntry, foldCaseNumber, toReviewEntry } from '@varco/domain/review/review-entry.ts';
import { DAYS_BEFORE, summarisePerson } from '@varco/domain/review/review-month.ts';
import { isLook } from '@varco/domain/review/review-plates.ts';
import { drawSample } from '@varco/domain/review/review-sample.ts';
import { romeDayStart } from '@varco/domain/time/rome.ts';
import { ABUSES, type ForceMember } from '@varco/sim/force/force-people.ts';
import { type MemberLog, writeForceYear } from '@varco/sim/force/force-log.ts';
import type { ForceWorld } from '@varco/sim/force/force-world.ts';
import { type BenchOptions, OptionError } from './options.ts';
import { formatTable } from './report/table.ts';

const YEAR = 2_026;
const DAY_MS = 86_400_000;
const THRESHOLDS = [24, 28, 32, 36, 40, 44, 48, 56, 64] as const;
const TARGETS = { found: 0.9, flagged: 0.03 } as const;

/** What a year of reviews found of one seed. */
interface YearResult {
  readonly seed: number;
  readonly members: readonly ForceMember[];
  /** Flagged cases of the year, by person. */
  readonly flagged: ReadonlyMap<string, readonly ScoredCase[]>;
  /** Best case of everybody, flagged or not. */
  readonly best: ReadonlyMap<string, ScoredCase>;
  readonly sampled: ReadonlySet<string>;
  readonly cases: number;
}

/** Runs the reviews of twelve months for each seed, prints what was found, and fails when a target is missed. */
export function benchReview({ seeds, only }: BenchOptions, say: (text: string) => void): void {
  const results = seeds.map((seed) => {
    say(`year of seed ${seed}`);
    return reviewYear(seed);
  });
  printResults(results);
  printThresholds(results);
  if (only.includes('cases')) for (const result of results) printCases(result);
  const [found, flagged] = [computeMean(results, measureFound), computeMean(results, measureFlagged)];
  if (found < TARGETS.found || flagged > TARGETS.flagged)
    throw new OptionError(`\nTarget missed: ${formatShare(found)} found, ${formatShare(flagged)} flagged`);
}

interface ReadLog {
  readonly member: ForceMember;
  readonly entries: readonly ReviewEntry[];
}

function reviewYear(seed: number): YearResult {
  const { world, logs } = writeForceYear(seed, YEAR);
  const read = logs.map(readLog);
  const flagged = new Map<string, ScoredCase[]>();
  const sampled = new Set<string>();
  const best = new Map<string, ScoredCase>();
  let cases = 0;
  for (let month = 1; month <= 12; month += 1) {
    const { scored, found, drawn } = reviewMonth(world, read, month);
    for (const one of scored) if (one.score >= (best.get(one.person)?.score ?? 0)) best.set(one.person, one);
    cases += found.length;
    for (const one of found) flagged.set(one.person, [...(flagged.get(one.person) ?? []), one]);
    for (const person of drawn) sampled.add(person);
  }
  return { seed, members: logs.map(({ member }) => member), flagged, best, sampled, cases };
}

const readLog = ({ member, calls }: MemberLog): ReadLog => ({
  member,
  entries: calls.flatMap((call: LoggedCall) => toReviewEntry(call) ?? []),
});

const sha256: Sha256 = (...parts) => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return new Uint8Array(hash.digest());
};

function reviewMonth(
  world: ForceWorld,
  logs: readonly ReadLog[],
  month: number,
): {
  readonly scored: readonly ScoredCase[];
  readonly found: readonly ScoredCase[];
  readonly drawn: readonly string[];
} {
  const dayOf = (number: number): string =>
    `${YEAR + Math.floor((number - 1) / 12)}-${String(((number - 1) % 12) + 1).padStart(2, '0')}-01`;
  const [monthFromMs, monthToMs] = [romeDayStart(dayOf(month)), romeDayStart(dayOf(month + 1))];
  const known = new Set([...world.caseNumbers].map(foldCaseNumber));
  const context = {
    ...{ monthFromMs, monthToMs, longestPeriodMs: world.longestPeriodMs },
    isHousehold: (plate: string) => world.householdPlates.has(plate),
    isKnownCase: (caseNo: string) => known.has(caseNo),
  };
  const fromMs = monthFromMs - DAYS_BEFORE * DAY_MS;
  const windows = logs.map(({ member, entries }) => ({
    member,
    entries: entries.filter(({ atMs }) => atMs >= fromMs && atMs < monthToMs),
  }));
  const summaries = windows.map(({ member, entries }) =>
    summarisePerson({ person: member.id, job: member.job }, entries, context),
  );
  const repeated = new Set(summaries.flatMap(listRepeatedPlates));
  const readers = new Map<string, Set<string>>();
  for (const { member, entries } of windows)
    for (const entry of entries)
      for (const plate of isLook(entry) ? entry.plates : [])
        if (repeated.has(plate)) readers.set(plate, (readers.get(plate) ?? new Set()).add(member.id));
  const scored = scoreMonth(summaries, (_person, plate) => (readers.get(plate)?.size ?? 1) - 1);
  const people = summaries.filter(({ looks }) => looks > 0).map(({ person }) => person);
  const text = dayOf(month).slice(0, 7);
  return {
    scored,
    found: listFlagged(scored),
    drawn: drawSample(sha256, { month: text, checkpoint: 'bench', people }),
  };
}

const abusersOf = ({ members }: YearResult): readonly ForceMember[] => members.filter(({ abuse }) => abuse !== null);
const honestOf = ({ members }: YearResult): readonly ForceMember[] => members.filter(({ abuse }) => abuse === null);
const share = (members: readonly ForceMember[], isIn: (id: string) => boolean): number =>
  members.filter(({ id }) => isIn(id)).length / members.length;
const measureFound = (result: YearResult): number => share(abusersOf(result), (id) => result.flagged.has(id));
const measureFlagged = (result: YearResult): number => share(honestOf(result), (id) => result.flagged.has(id));

const computeMean = (results: readonly YearResult[], read: (result: YearResult) => number): number =>
  results.reduce((sum, result) => sum + read(result), 0) / results.length;
const formatShare = (value: number): string => `${(100 * value).toFixed(1)} %`;

function printResults(results: readonly YearResult[]): void {
  console.log('\nReview: 12 months, 300 people; found: among the 20 cases of a month at least once in the year');
  console.log(
    formatTable([
      ['seed', 'abusers', 'found', ...ABUSES, 'honest', 'flagged in the year', 'cases a month', 'drawn by lot'],
      ['target', '', '>= 90 %', ...ABUSES.map(() => ''), '', '<= 3 %', '<= 20', ''],
      [
        'all',
        '',
        formatShare(computeMean(results, measureFound)),
        ...ABUSES.map(() => ''),
        '',
        formatShare(computeMean(results, measureFlagged)),
        '',
        '',
      ],
      ...results.map((result) => [
        String(result.seed),
        String(abusersOf(result).length),
        formatShare(measureFound(result)),
        ...ABUSES.map((kind) =>
          formatShare(
            share(
              result.members.filter(({ abuse }) => abuse === kind),
              (id) => result.flagged.has(id),
            ),
          ),
        ),
        String(honestOf(result).length),
        formatShare(measureFlagged(result)),
        (result.cases / 12).toFixed(1),
        String(result.sampled.size),
      ]),
    ]),
  );
}

/** What other thresholds would find and flag, without the limit of cases a month. */
function printThresholds(results: readonly YearResult[]): void {
  console.log('\nShare found and flagged by threshold, mean of the seeds');
  const mean = (read: (result: YearResult) => number): string => formatShare(computeMean(results, read));
  console.log(
    formatTable([
      ['points', 'found', 'flagged'],
      ...THRESHOLDS.map((points) => {
        const isOver =
          ({ best }: YearResult) =>
          (id: string) =>
            (best.get(id)?.score ?? 0) >= points;
        return [
          String(points),
          mean((result) => share(abusersOf(result), isOver(result))),
          mean((result) => share(honestOf(result), isOver(result))),
        ];
      }),
    ]),
  );
}

/** Who was missed, and which honest people were flagged by which rules. */
function printCases(result: YearResult): void {
  const { members, flagged, best, seed } = result;
  console.log(`\nSeed ${seed}`);
  for (const { id, abuse, honest, job } of members) {
    if ((abuse !== null) === flagged.has(id)) continue;
    const found = best.get(id);
    const rules = found?.findings.map(({ rule, points }) => `${rule} ${points}`).join(', ') ?? '';
    console.log(`${id}  ${abuse ?? honest}, ${job}: ${found?.score ?? 0} ${rules}`);
  }
}
