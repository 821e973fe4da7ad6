import { createHash } from 'node:crypto';
import { countOwnQuestions } from '@varco/contract/plant/own-questions.ts';
import * as api from '@varco/contract/plant/review.ts';
import { searchAudit } from '@varco/contract/plant/audit.ts';
import { AuditPage } from '@varco/contract/audit-log.ts';
import { getTransit } from '@varco/contract/plant/transit-detail.ts';
import { computePoints } from '@varco/domain/review/review-rules.ts';
import { openAuditWriter } from '@varco/server-kit/audit/audit-writer.ts';
import { createJobReport } from '@varco/server-kit/jobs/job-report.ts';
import { runDueJobs } from '@varco/server-kit/jobs/start-jobs.ts';
import { silentLog } from '@varco/server-kit/log/log.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildUserSeed, PLANT, REASON, startTestPlant, type TestPlant, USERS } from '../../testing/test-plant.ts';
import { createReviewHandler, enqueueMonthlyReview } from './review-job.ts';
import { createReviewMetrics } from './review-metrics.ts';
import { buildUserId, type PastCall, writeCheckpoint, writePastCalls } from '../../testing/past-calls.ts';

const OFFICER = 'garante';
const STALKER = buildUserId(5);
const HONEST = buildUserId(1);
const SELF = buildUserId(33);
const VICTIM = 'VT482MA';
const MONTH = '2026-10';
const NOTE = 'sentita la persona, il motivo è documentato';

const day = (month: number, date: number, hour = 10): string =>
  `2026-${String(month).padStart(2, '0')}-${String(date).padStart(2, '0')}T${String(hour).padStart(2, '0')}:15:00.000Z`;
const look = (user: number, name: string, at: string, plate: string, more: Partial<PastCall> = {}): PastCall => ({
  ...{ user, name, at, detail: { filter: { f_targa: plate } } },
  ...more,
});

/** One plate on 12 days without a case; a colleague with much work; a reviewer who looks as well; a plate two others know. */
const PAST: readonly PastCall[] = [
  ...[3, 10, 17, 24].map((date) => look(5, 'limitato', day(9, date), VICTIM)),
  ...[1, 5, 9, 13, 17, 21, 25, 29].map((date) => look(5, 'limitato', day(10, date), VICTIM)),
  ...Array.from({ length: 28 }, (_, at) =>
    look(1, 'operatore', day(10, at + 1), `AA${100 + at}BB`, { caseNo: `${at}/2026` }),
  ),
  ...[2, 6, 10, 14, 18, 22, 26, 30].map((date) => look(33, 'revisore.attivo', day(10, date), 'SE333LF')),
  ...[2, 6, 10, 14, 18, 22, 26, 30].flatMap((date) =>
    [6, 15].map((user) => look(user, `collega${user}`, day(10, date), 'CO555MU')),
  ),
  ...[2, 6, 10, 14, 18, 22, 26, 30].map((date) => look(14, 'vecchia2', day(10, date), 'CO555MU')),
  // What a hostile client may have written: no member has the type it should have.
  look(13, 'senzavarchi', day(10, 4), '', {
    detail: { filter: ['f_targa'], plate: { a: 1 }, window: 'x', plates: 'y' },
  }),
];

let plant: TestPlant;
beforeAll(async () => {
  plant = await startTestPlant(
    {
      groups: [...PLANT.groups, { id: 5, name: 'protezione dati', level: 1 }],
      users: [
        ...USERS,
        buildUserSeed(30, OFFICER, 5, { auditRead: true }),
        buildUserSeed(33, 'revisore.attivo', 1, { auditRead: true }),
      ],
    },
    {
      openAuditSink: async (pool) => {
        const sink = await openAuditWriter({ pool, identity: { host: 'prova.example', log: PLANT.uuid } });
        await writePastCalls(pool, PAST);
        return sink;
      },
    },
  );
});
afterAll(() => plant.close());

const runJobs = () =>
  runDueJobs({ pool: plant.pool, report: createJobReport(silentLog) }, createReviewHandler(plant.deps));
async function list(month = MONTH, user = OFFICER): Promise<api.ReviewQueue> {
  const answer = await plant.call(api.listReviews, { body: { month } }, user, REASON);
  expect(answer.status).toBe(200);
  return api.ReviewQueue.parse(answer.body);
}
async function open(person = STALKER, user = OFFICER): Promise<api.ReviewDetail> {
  const answer = await plant.call(api.openReview, { body: { month: MONTH, person } }, user, REASON);
  expect(answer.status).toBe(200);
  return api.ReviewDetail.parse(answer.body);
}
const decide = (decision: api.ReviewDecision, after: number, person = STALKER, user = OFFICER) =>
  plant.call(api.decideReview, { body: { month: MONTH, person, decision, note: NOTE, after } }, user, REASON);

test('a month is computed once, after a checkpoint covers it, and the stalked plate is at the top with its entries', async () => {
  expect((await list()).run).toBe(null);
  await enqueueMonthlyReview(plant.deps);
  await runJobs();
  // No checkpoint of the time after the month: the sample could be chosen.
  expect((await list()).run).toBe(null);
  await writeCheckpoint(plant.pool, '2026-11-01T00:01:00.000Z', PAST.length);
  await plant.pool.query("update job.job_common set start_after = now() where name = 'review.compute'");
  await runJobs();
  const queue = await list();
  expect(queue.run).toMatchObject({ final: true, people: 7, version: 'revisione-1' });
  const [first] = queue.cases;
  expect(first).toMatchObject({ person: STALKER, name: 'limitato', flagged: true, state: 'open', own: false });
  const { findings, entries, case: found } = await open();
  expect(findings[0]).toMatchObject({ rule: 'same_plate', plate: VICTIM, total: 12, numbers: { days: 12, alone: 12 } });
  expect(found.score).toBe(
    findings.reduce((sum, { rule, numbers }) => sum + computePoints(rule, numbers['n'] ?? 0), 0),
  );
  expect(entries).toHaveLength(12);
  expect(entries.every(({ actor, detail }) => actor.id === STALKER && JSON.stringify(detail).includes(VICTIM))).toBe(
    true,
  );
  // Three colleagues look at the same plate: the command knows it.
  expect(
    queue.cases
      .filter(({ flagged }) => flagged)
      .map(({ name }) => name)
      .toSorted(),
  ).toEqual(['limitato', 'revisore.attivo']);
});

test('the sample can be drawn again from what is published: month, checkpoint, ids', async () => {
  const { run, cases } = await list();
  expect(run?.checkpoint).toBe(
    `prova.example/audit/${PLANT.uuid}/1\n${PAST.length}\n${Buffer.alloc(32, 9).toString('base64')}`,
  );
  const people = [...new Set(PAST.map(({ user }) => buildUserId(user)))];
  const lot = (person: string): string =>
    createHash('sha256').update(`varco-review-sample-v1\n${MONTH}\n${run?.checkpoint}\n${person}\n`).digest('hex');
  const lowest = people.toSorted((a, b) => (lot(a) < lot(b) ? -1 : 1)).slice(0, 3);
  expect(cases.flatMap(({ drawn, person }) => (drawn ? [person] : [])).toSorted()).toEqual(lowest.toSorted());
});

test('only the right to read the log lets somebody review, and no right on transits is needed', async () => {
  for (const user of ['operatore', 'comune', 'quattro', 'oscurato'])
    for (const [endpoint, body] of [
      [api.listReviews, { month: MONTH }],
      [api.openReview, { month: MONTH, person: STALKER }],
      [api.computeReview, { month: MONTH }],
      [api.decideReview, { month: MONTH, person: STALKER, decision: 'fine', note: NOTE, after: 0 }],
    ] as const)
      expect([user, endpoint.id, (await plant.callRaw(endpoint, { body }, user)).status]).toEqual([
        user,
        endpoint.id,
        403,
      ]);
  expect((await plant.call(getTransit, { params: { id: '1' } }, OFFICER, REASON)).status).toBe(403);
});

test('nobody sees, opens or decides their own case', async () => {
  const own = (await list(MONTH, 'revisore.attivo')).cases.find(({ person }) => person === SELF);
  expect(own).toMatchObject({ own: true, score: null, flagged: false, rules: [] });
  const opened = await plant.call(api.openReview, { body: { month: MONTH, person: SELF } }, 'revisore.attivo', REASON);
  expect(opened).toMatchObject({ status: 403, body: { error: { code: 'no_perms', sub_code: 'own_review' } } });
  expect((await decide('fine', 0, SELF, 'revisore.attivo')).status).toBe(403);
  expect((await open(SELF)).steps).toEqual([]);
});

test('a question reaches the person alone, the answer comes back, and each step needs the one before to be read', async () => {
  const person = 'limitato';
  expect((await plant.call(api.answerReview, { body: { month: MONTH, note: NOTE } }, person)).status).toBe(409);
  const asked = api.ReviewDetail.parse((await decide('ask', 0)).body);
  expect(asked.case.state).toBe('asked');
  // A second reviewer who has not seen the question decides nothing.
  expect((await decide('fine', 0, STALKER, 'revisore.attivo')).status).toBe(409);
  const questions = await plant.call(api.listOwnQuestions, {}, person);
  expect(questions.body).toMatchObject({
    questions: [{ month: MONTH, open: true, steps: [{ kind: 'ask', by: OFFICER, note: NOTE }] }],
  });
  expect(JSON.stringify(questions.body)).not.toMatch(/score|same_plate|VT482MA/);
  expect((await plant.call(api.listOwnQuestions, {}, 'operatore')).body).toEqual({ questions: [] });
  const count = async () => (await plant.call(countOwnQuestions, {}, person)).body;
  expect(await count()).toEqual({ open: 1 });
  const answered = await plant.call(
    api.answerReview,
    { body: { month: MONTH, note: 'veicolo di mia sorella, mi scuso' } },
    person,
  );
  expect(answered.body).toMatchObject({ open: false, steps: [{ kind: 'ask' }, { kind: 'answer', by: person }] });
  expect((await plant.call(api.answerReview, { body: { month: MONTH, note: NOTE } }, person)).status).toBe(409);
  expect(await count()).toEqual({ open: 0 });
  const seen = await open();
  expect(seen.case.state).toBe('answered');
  const last = seen.steps.at(-1)?.id ?? 0;
  const done = api.ReviewDetail.parse((await decide('escalate', last)).body);
  expect(done.case.state).toBe('escalated');
  expect(done.steps.map(({ kind }) => kind)).toEqual(['ask', 'answer', 'escalate']);
  expect(await list()).toMatchObject({ decided: 1 });
  // The person sees the question and the answer, and not what was decided.
  const after = await plant.call(api.listOwnQuestions, {}, person);
  expect(JSON.stringify(after.body)).not.toContain('escalate');
});

test('two reviewers who decide at once: one decision, one conflict', async () => {
  const answers = await Promise.all([decide('fine', 0, SELF), decide('escalate', 0, SELF, 'amministratore')]);
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
});

test('monitoring sees open cases and the decided share of the sample', async () => {
  const { cases, decided, sample } = await list();
  const [open, ratio] = await Promise.all(
    createReviewMetrics(plant.deps.store.runner).map(async (metric) => (await metric.get()).values[0]?.value),
  );
  expect(open).toBe(cases.length - decided);
  expect(ratio).toBeCloseTo(sample.decided / sample.drawn);
});

test('what was computed and decided cannot be changed by the server, nor by accident by its owner', async () => {
  for (const table of ['review_run', 'review_case', 'review_step'])
    for (const statement of [`update ${table} set at = at`, `delete from ${table}`, `truncate ${table} cascade`])
      await expect(
        plant.pool.query(statement.replace('set at = at', table === 'review_case' ? 'set score = 0' : 'set at = at')),
      ).rejects.toMatchObject({ code: '42501' });
  await expect(
    plant.pool.query(
      `insert into review_step (month, person, kind, note, by_id, by_name, at) values ('2026-10-01', $1, 'fine', 'mi assolvo da solo', $1, 'x', now())`,
      [STALKER],
    ),
  ).rejects.toMatchObject({ code: '23514' });
});

test('every call is an entry with month and person', async () => {
  const answer = await plant.call(
    searchAudit,
    { body: { actions: ['review.decide', 'review.open', 'review.answer'], limit: 50 } },
    OFFICER,
    REASON,
  );
  const { entries } = AuditPage.parse(answer.body);
  expect(entries.find(({ action, outcome }) => action === 'review.decide' && outcome === 'ok')).toMatchObject({
    detail: { month: MONTH, person: SELF },
  });
  expect(entries.map(({ action }) => action)).toEqual(expect.arrayContaining(['review.open', 'review.answer']));
});

describe('the month so far', () => {
  test('is computed on demand, without a sample, and not twice in five minutes', async () => {
    const ask = (month: string) => plant.call(api.computeReview, { body: { month } }, OFFICER, REASON);
    expect((await ask('2026-11')).body).toEqual({ queued: true });
    await runJobs();
    expect((await list('2026-11')).run).toMatchObject({ final: false, checkpoint: null });
    expect((await ask('2026-11')).body).toEqual({ queued: false });
    expect((await ask(MONTH)).status).toBe(409);
    expect((await ask('2026-12')).status).toBe(409);
  });
});

test('a declared plate of a household is kept as a keyed hash, and a look at it is a finding', async () => {
  const declare = (plates: readonly string[]) =>
    plant.call(api.declareHousehold, { body: { plates: [...plates] } }, 'operatore');
  expect((await declare(['vt 482-ma', VICTIM])).body).toEqual({ declared: 1 });
  const { rows } = await plant.pool.query('select person, hash from household_plate');
  expect(rows).toEqual([{ person: HONEST, hash: plant.deps.key.mac('household', VICTIM) }]);
  await plant.call(api.computeReview, { body: { month: '2026-09' } }, OFFICER, REASON);
  await runJobs();
  const answer = await plant.call(api.openReview, { body: { month: '2026-09', person: STALKER } }, OFFICER, REASON);
  const { findings } = api.ReviewDetail.parse(answer.body);
  expect(findings).toContainEqual(
    expect.objectContaining({ rule: 'household', points: 120, numbers: { n: 4 }, plate: VICTIM }),
  );
  expect((await declare([])).body).toEqual({ declared: 0 });
});

test.each([
  ['a month that is none', api.listReviews, { month: '2026-13' }],
  ['a person that is no id', api.openReview, { month: MONTH, person: "x' or 1=1" }],
  ['an unknown field', api.listReviews, { month: MONTH, all: true }],
  ['a short note', api.decideReview, { month: MONTH, person: HONEST, decision: 'fine', note: 'ok', after: 0 }],
  [
    'a note of spaces',
    api.decideReview,
    { month: MONTH, person: HONEST, decision: 'fine', note: ' '.repeat(40), after: 0 },
  ],
  [
    'a decision of the person asked',
    api.decideReview,
    { month: MONTH, person: HONEST, decision: 'answer', note: NOTE, after: 0 },
  ],
])('refused: %s', async (_name, endpoint, body) => {
  expect((await plant.callRaw(endpoint, { body }, OFFICER)).status).toBe(400);
});

test('a person of whom nothing was computed is not found', async () => {
  const answer = await plant.call(api.openReview, { body: { month: '2026-01', person: STALKER } }, OFFICER, REASON);
  expect(answer.status).toBe(404);
});
