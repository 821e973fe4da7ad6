import type * as api from '@varco/contract/plant/review.ts';
import { isOverdue } from './review-job.ts';
import type { CaseRow, RunRow, StepRow } from './review.repository.ts';

const STATES: Readonly<Record<StepRow['kind'], api.ReviewCase['state']>> = {
  ask: 'asked',
  answer: 'answered',
  fine: 'fine',
  escalate: 'escalated',
};
const isDecided = ({ last_kind: kind }: CaseRow): boolean => kind === 'fine' || kind === 'escalate';

/** A case as its reader may see it: of their own nobody sees score and rules. */
export function toReviewCase(month: string, row: CaseRow, reader: string): api.ReviewCase {
  const own = row.person === reader;
  return {
    ...{ month, person: row.person, name: row.name, job: row.job, looks: row.looks },
    ...{ flagged: row.flagged && !own, drawn: row.drawn, own },
    score: own ? null : row.score,
    state: row.last_kind === null ? 'open' : STATES[row.last_kind],
    rules: own ? [] : row.findings.map(({ rule, points }) => ({ rule, points })),
  };
}

export const toReviewStep = ({ id, kind, note, by_name: by, at }: StepRow): api.ReviewStep => ({
  id,
  kind,
  note,
  by,
  at,
});

export function toReviewQueue(question: {
  readonly month: string;
  readonly run: RunRow | null;
  readonly rows: readonly CaseRow[];
  readonly reader: string;
  readonly now: Date;
}): api.ReviewQueue {
  const { month, run, rows, reader, now } = question;
  const drawn = rows.filter((row) => row.drawn);
  const decided = rows.filter(isDecided).length;
  return {
    month,
    run:
      run === null
        ? null
        : { version: run.version, at: run.at, final: run.final, people: run.people, checkpoint: run.checkpoint },
    cases: rows.map((row) => toReviewCase(month, row, reader)),
    decided,
    sample: { drawn: drawn.length, decided: drawn.filter(isDecided).length },
    overdue: run?.final === true && decided < rows.length && isOverdue(month, now),
  };
}

/** Questions and answers of one person, joined by month. */
export function toOwnQuestions(
  rows: readonly (StepRow & { readonly month: string; readonly open: boolean })[],
): readonly api.OwnQuestion[] {
  return [...Map.groupBy(rows, ({ month }) => month)].map(([month, steps]) => ({
    ...{ month, open: steps.some(({ open }) => open) },
    steps: steps.map(toReviewStep),
  }));
}
