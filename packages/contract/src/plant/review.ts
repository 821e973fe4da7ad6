import { REVIEW_RULE_NAMES } from '@varco/domain/review/review-rules.ts';
import { z } from 'zod';
import { AuditLogEntry } from '../audit-log.ts';
import { CALL_ERRORS } from '../call-errors.ts';
import { endpoint } from '../endpoint.ts';
import { IsoInstant, plainText } from '../wire.ts';
import { OWN_QUESTIONS } from './own-questions.ts';

/** The monthly review of the consultation log (ADR 0008): who looks at whom, and what was decided. */

/** Month of Rome. */
export const ReviewMonth = z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/);
const PersonId = z.uuid();

const LIMITS = { cases: 400, steps: 100, entries: 300, note: 2_000, households: 20 } as const;
export const MIN_NOTE_CHARACTERS = 10;

/** What a reviewer may decide; a question keeps the case open until it is answered and decided. */
export const REVIEW_DECISIONS = ['fine', 'ask', 'escalate'] as const;
export type ReviewDecision = (typeof REVIEW_DECISIONS)[number];
/** `answer`: by the person asked. */
export const REVIEW_STEPS = [...REVIEW_DECISIONS, 'answer'] as const;

const note = plainText(LIMITS.note).refine((text) => text.trim().length >= MIN_NOTE_CHARACTERS, 'short');

/** What a rule counted. Points are those of the table of rules for `n`; the entries are the newest of `total`. */
export const ReviewFinding = z
  .object({
    rule: z.enum(REVIEW_RULE_NAMES),
    points: z.int().min(0),
    numbers: z.record(z.string().max(20), z.number()),
    plate: z.string().max(10).nullable(),
    entries: z.array(z.object({ epoch: z.int(), seq: z.int() })).max(50),
    total: z.int().min(0),
  })
  .meta({ id: 'ReviewFinding' });
export type ReviewFinding = z.infer<typeof ReviewFinding>;

export const REVIEW_STATES = ['open', 'asked', 'answered', 'fine', 'escalated'] as const;
export const ReviewCase = z
  .object({
    month: ReviewMonth,
    person: z.string().max(120),
    name: z.string().max(254),
    job: z.string().max(120),
    /** Consultations of the month. */
    looks: z.int().min(0),
    /** Sum of the points; null for the reader's own case, which somebody else reviews. */
    score: z.int().min(0).nullable(),
    /** Reached the threshold; drawn by lot. */
    flagged: z.boolean(),
    drawn: z.boolean(),
    own: z.boolean(),
    state: z.enum(REVIEW_STATES),
    /** Rules with points, most first; empty for the reader's own case. */
    rules: z.array(z.object({ rule: z.enum(REVIEW_RULE_NAMES), points: z.int() })).max(20),
  })
  .meta({ id: 'ReviewCase' });
export type ReviewCase = z.infer<typeof ReviewCase>;

const ReviewRun = z.object({
  version: z.string().max(40),
  at: IsoInstant,
  /** The month is over, and cases are complete; false: the month so far, without a sample. */
  final: z.boolean(),
  people: z.int().min(0),
  /** The published checkpoint that the sample is drawn with; null: none yet. */
  checkpoint: z.string().max(2_000).nullable(),
});

/** The queue of one month. */
export const ReviewQueue = z.object({
  month: ReviewMonth,
  /** Null: not computed yet. */
  run: ReviewRun.nullable(),
  cases: z.array(ReviewCase).max(LIMITS.cases),
  /** Cases with a final decision, of all; the sample of the month counts whole when all of it is decided. */
  decided: z.int().min(0),
  sample: z.object({ drawn: z.int().min(0), decided: z.int().min(0) }),
  /** The month is over since more than the term for its review, and cases are open. */
  overdue: z.boolean(),
});
export type ReviewQueue = z.infer<typeof ReviewQueue>;

export const ReviewStep = z
  .object({
    id: z.int(),
    kind: z.enum(REVIEW_STEPS),
    note: z.string().max(LIMITS.note),
    by: z.string().max(254),
    at: IsoInstant,
  })
  .meta({ id: 'ReviewStep' });
export type ReviewStep = z.infer<typeof ReviewStep>;

export const ReviewDetail = z.object({
  case: ReviewCase,
  findings: z.array(ReviewFinding).max(20),
  /** Entries that findings name, oldest first; those removed at the end of their term are missing. */
  entries: z.array(AuditLogEntry).max(LIMITS.entries),
  steps: z.array(ReviewStep).max(LIMITS.steps),
});
export type ReviewDetail = z.infer<typeof ReviewDetail>;
export const MAX_REVIEW_ENTRIES = LIMITS.entries;
export const MAX_REVIEW_STEPS = LIMITS.steps;

const reviewer = {
  errors: [...CALL_ERRORS, 'reason_required'],
  access: { who: 'plant-user', rule: 'audit.all' },
} as const;
const caseBody = { month: ReviewMonth, person: PersonId };

/** Needs the right `audit_read` and none on transits; the call is recorded. */
export const listReviews = endpoint({
  ...reviewer,
  id: 'listReviews',
  method: 'POST',
  path: '/api/audit/review/search',
  summary: 'Cases of a month to review, highest score first, and how many are decided',
  body: z.strictObject({ month: ReviewMonth }),
  response: ReviewQueue,
  audit: 'review.list',
  limit: 'search',
});

/** Nobody opens their own case (`no_perms`/`own_review`). */
export const openReview = endpoint({
  ...reviewer,
  errors: [...reviewer.errors, 'not_found'],
  id: 'openReview',
  method: 'POST',
  path: '/api/audit/review/open',
  summary: 'One case: what each rule counted, the entries it rests on, and the steps so far',
  body: z.strictObject(caseBody),
  response: ReviewDetail,
  audit: 'review.open',
  limit: 'search',
});

/** Appends a decision; `after`: the last step that was read, 0 for none (`conflict` when another one came since). */
export const decideReview = endpoint({
  ...reviewer,
  errors: [...reviewer.errors, 'not_found', 'conflict'],
  id: 'decideReview',
  method: 'POST',
  path: '/api/audit/review/decide',
  summary: 'Decide a case: fine, a question to the person, or escalation, with a note',
  body: z.strictObject({ ...caseBody, decision: z.enum(REVIEW_DECISIONS), note, after: z.int().min(0) }),
  response: ReviewDetail,
  audit: 'review.decide',
  limit: 'command',
});

/** A month that is over is computed once; `conflict` for it and for a month to come. */
export const computeReview = endpoint({
  ...reviewer,
  errors: [...reviewer.errors, 'conflict'],
  id: 'computeReview',
  method: 'POST',
  path: '/api/audit/review/compute',
  summary: 'Compute the month so far, or a past month that was not computed',
  body: z.strictObject({ month: ReviewMonth }),
  response: z.object({ queued: z.boolean() }),
  audit: 'review.compute',
  limit: 'command',
});

/** A question to the caller, and what was said about it since. */
export const OwnQuestion = z.object({
  month: ReviewMonth,
  open: z.boolean(),
  steps: z.array(ReviewStep).max(LIMITS.steps),
});
export type OwnQuestion = z.infer<typeof OwnQuestion>;

/** The person asked sees the questions and their own answers, not score, rules or decisions. */
export const listOwnQuestions = endpoint({
  ...OWN_QUESTIONS,
  id: 'listOwnQuestions',
  method: 'POST',
  path: '/api/audit/review/own',
  summary: 'Questions of reviewers about own consultations, newest month first',
  response: z.object({ questions: z.array(OwnQuestion).max(LIMITS.steps) }),
  audit: 'review.own',
  limit: 'read',
});

/** `conflict` when no question is open. */
export const answerReview = endpoint({
  ...OWN_QUESTIONS,
  errors: [...CALL_ERRORS, 'conflict'],
  id: 'answerReview',
  method: 'POST',
  path: '/api/audit/review/answer',
  summary: 'Answer a question about own consultations; it cannot be changed',
  body: z.strictObject({ month: ReviewMonth, note }),
  response: OwnQuestion,
  audit: 'review.answer',
  limit: 'command',
});

const HouseholdPlate = z
  .string()
  .max(20)
  .transform((text) => text.toUpperCase().replaceAll(/[\s-]/g, ''))
  .pipe(z.string().regex(/^[A-Z0-9]{4,10}$/));

/** Replaces the caller's declaration. Plates are kept as keyed hashes and cannot be read back. */
export const declareHousehold = endpoint({
  ...OWN_QUESTIONS,
  id: 'declareHousehold',
  method: 'PUT',
  path: '/api/audit/household',
  summary: "Declare the plates of one's own household, so that looks at them are reviewed",
  body: z.strictObject({ plates: z.array(HouseholdPlate).max(LIMITS.households) }),
  response: z.object({ declared: z.int().min(0) }),
  audit: 'review.household',
  limit: 'command',
});
