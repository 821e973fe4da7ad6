import {
  listFlagged,
  listRepeatedPlates,
  SHARED_BY,
  type ScoredCase,
  scoreMonth,
} from '@varco/domain/review/review-case.ts';
import {
  DAYS_BEFORE,
  type PersonMonth,
  type ReviewContext,
  summarisePerson,
} from '@varco/domain/review/review-month.ts';
import { REVIEW_VERSION } from '@varco/domain/review/review-rules.ts';
import { drawSample } from '@varco/domain/review/review-sample.ts';
import { sha256OfParts } from '@varco/server-kit/audit/sha256.ts';
import { inTransaction } from '../../database/pg-runner.ts';
import { readPlantSettings } from '../../settings/plant-settings.repository.ts';
import {
  type ActivePerson,
  countOtherReaders,
  findCheckpointAfter,
  listActivePeople,
  readEntriesOf,
} from './review-log.repository.ts';
import { type MonthSpan, toMonthSpan } from './review-months.ts';
import type { ReviewDeps } from './review.deps.ts';
import { findRun, insertRun, listDecidedPeople, listHouseholdHashes } from './review.repository.ts';

const DAY_MS = 86_400_000;

/**
 * Computes the cases of a month and stores them; 'waiting': the month is over and no checkpoint covers it yet, so no sample can
 * be drawn. One person is read at a time, so the memory needed grows with people and not with what they did.
 */
export async function computeReviewMonth(
  deps: ReviewDeps,
  month: string,
  signal: AbortSignal,
): Promise<'done' | 'waiting'> {
  const { store, pool, now } = deps;
  const span = toMonthSpan(month);
  if ((await findRun(store.runner, span.firstDay))?.final === true) return 'done';
  const isOver = now().getTime() >= span.toMs;
  const checkpoint = isOver ? await findCheckpointAfter(store.runner, span.toMs) : null;
  if (isOver && checkpoint === null) return 'waiting';
  const people = await listActivePeople(store.runner, span, signal);
  const months = await summarisePeople(deps, people, span, signal);
  const scored = scoreMonth(months, await countReaders(deps, months, span, signal));
  const drawn =
    checkpoint === null
      ? []
      : drawSample(sha256OfParts, { month, checkpoint, people: people.map(({ person }) => person) });
  const decided = await listDecidedPeople(store.runner, span.firstDay);
  const cases = pickCases(people, months, scored, { drawn: new Set(drawn), decided: new Set(decided) });
  const { firstDay } = span;
  const run = { firstDay, version: REVIEW_VERSION, at: now().toISOString(), final: isOver, people: people.length };
  await inTransaction(pool, (runner) => insertRun(runner, { ...run, checkpoint, cases }));
  return 'done';
}

async function summarisePeople(
  deps: ReviewDeps,
  people: readonly ActivePerson[],
  span: MonthSpan,
  signal: AbortSignal,
): Promise<readonly PersonMonth[]> {
  const { runner } = deps.store;
  const { retention_days: days } = await readPlantSettings(runner);
  const hashes = await listHouseholdHashes(runner);
  const context: ReviewContext = {
    monthFromMs: span.fromMs,
    monthToMs: span.toMs,
    longestPeriodMs: days * DAY_MS,
    isHousehold: (plate) => hashes.size > 0 && hashes.has(deps.key.mac('household', plate)),
    // Varco has no list of the body's case numbers yet.
    isKnownCase: null,
  };
  const months: PersonMonth[] = [];
  for (const { person, job } of people) {
    const read = { fromMs: span.fromMs - DAYS_BEFORE * DAY_MS, toMs: span.toMs };
    months.push(summarisePerson({ person, job }, await readEntriesOf(runner, person, read, signal), context));
  }
  return months;
}

/** Who else looked at the plates that people looked at again and again. */
async function countReaders(
  { store }: ReviewDeps,
  months: readonly PersonMonth[],
  span: MonthSpan,
  signal: AbortSignal,
): Promise<(person: string, plate: string) => number> {
  const counts = new Map<string, number>();
  const read = { fromMs: span.fromMs - DAYS_BEFORE * DAY_MS, toMs: span.toMs, enough: SHARED_BY };
  for (const month of months)
    for (const plate of listRepeatedPlates(month))
      counts.set(
        `${month.person} ${plate}`,
        await countOtherReaders(store.runner, { ...read, plate, person: month.person }, signal),
      );
  return (person, plate) => counts.get(`${person} ${plate}`) ?? 0;
}

/** Cases that reach the threshold, those drawn by lot, and those that somebody decided about while the month was going on. */
function pickCases(
  people: readonly ActivePerson[],
  months: readonly PersonMonth[],
  scored: readonly ScoredCase[],
  { drawn, decided }: { readonly drawn: ReadonlySet<string>; readonly decided: ReadonlySet<string> },
) {
  const flagged = new Set(listFlagged(scored).map(({ person }) => person));
  const looksOf = new Map(months.map(({ person, looks }) => [person, looks]));
  const scoreOf = new Map(scored.map((one) => [one.person, one]));
  return people
    .filter(({ person }) => flagged.has(person) || drawn.has(person) || decided.has(person))
    .map(({ person, name, job }) => ({
      ...{ person, name, job, looks: looksOf.get(person) ?? 0 },
      ...{ score: scoreOf.get(person)?.score ?? 0, findings: scoreOf.get(person)?.findings ?? [] },
      ...{ flagged: flagged.has(person), drawn: drawn.has(person) },
    }));
}
