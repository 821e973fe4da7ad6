import type { Finding } from '@varco/domain/review/review-rules.ts';
import { findRow, type Runner } from '../../database/sql-statement.ts';

export interface RunRow {
  readonly id: number;
  readonly version: string;
  readonly at: string;
  readonly final: boolean;
  readonly people: number;
  readonly checkpoint: string | null;
}

export interface CaseRow {
  readonly person: string;
  readonly name: string;
  readonly job: string;
  readonly looks: number;
  readonly score: number;
  readonly flagged: boolean;
  readonly drawn: boolean;
  readonly findings: readonly Finding[];
  /** The newest step about this person and month; null: none. */
  readonly last_kind: StepRow['kind'] | null;
}

export interface StepRow {
  readonly id: number;
  readonly kind: 'fine' | 'ask' | 'escalate' | 'answer';
  readonly note: string;
  readonly by_name: string;
  readonly at: string;
}

/** The run that counts: of the newest, the final one first. Months are their first day. */
export const findRun = (runner: Runner, firstDay: string): Promise<RunRow | null> =>
  findRow<RunRow>(runner, {
    text: `select id, version, at, final, people, checkpoint from review_run where month = $1::date order by final desc, id desc limit 1`,
    values: [firstDay],
  });

const CASE_COLUMNS = `c.person, c.name, c.job, c.looks, c.score, c.flagged, c.drawn, c.findings,
  (select s.kind from review_step as s where s.month = r.month and s.person = c.person order by s.id desc limit 1) as last_kind`;

/** Cases of a run, the highest score first. */
export const listCases = (runner: Runner, run: number, limit: number): Promise<readonly CaseRow[]> =>
  runner.run<CaseRow>({
    text: `select ${CASE_COLUMNS} from review_case as c join review_run as r on r.id = c.run
      where c.run = $1 order by c.score desc, c.drawn, lower(c.name), c.person limit $2`,
    values: [run, limit],
  });

export const findCase = (runner: Runner, run: number, person: string): Promise<CaseRow | null> =>
  findRow<CaseRow>(runner, {
    text: `select ${CASE_COLUMNS} from review_case as c join review_run as r on r.id = c.run where c.run = $1 and c.person = $2::uuid`,
    values: [run, person],
  });

export const listSteps = (
  runner: Runner,
  firstDay: string,
  person: string,
  limit: number,
): Promise<readonly StepRow[]> =>
  runner.run<StepRow>({
    text: `select * from (select id, kind, note, by_name, at from review_step where month = $1::date and person = $2::uuid
      order by id desc limit $3) as s order by id`,
    values: [firstDay, person, limit],
  });

/** Two decisions about one case wait for each other. */
export async function lockCase(runner: Runner, firstDay: string, person: string): Promise<void> {
  await runner.run({
    text: 'select pg_advisory_xact_lock(hashtextextended($1, 47)) as locked',
    values: [`review ${firstDay} ${person}`],
  });
}

export interface NewStep {
  readonly firstDay: string;
  readonly person: string;
  readonly kind: StepRow['kind'];
  readonly note: string;
  readonly byId: string;
  readonly byName: string;
  readonly at: string;
}

export async function insertStep(runner: Runner, step: NewStep): Promise<void> {
  await runner.run({
    text: 'insert into review_step (month, person, kind, note, by_id, by_name, at) values ($1::date, $2::uuid, $3, $4, $5::uuid, $6, $7)',
    values: [step.firstDay, step.person, step.kind, step.note, step.byId, step.byName, step.at],
  });
}

/** Questions to a person and their answers, newest month first; decisions are not theirs to read. */
export const listOwnSteps = (
  runner: Runner,
  person: string,
  limit: number,
): Promise<readonly (StepRow & { readonly month: string; readonly open: boolean })[]> =>
  runner.run({
    text: `select s.id, s.kind, s.note, s.by_name, s.at, to_char(s.month, 'YYYY-MM') as month,
        (select n.kind from review_step as n where n.month = s.month and n.person = s.person order by n.id desc limit 1) = 'ask' as open
      from review_step as s where s.person = $1::uuid and s.kind in ('ask', 'answer') order by s.month desc, s.id limit $2`,
    values: [person, limit],
  });

/** Months in which a question to a person waits for their answer. */
export async function countOpenQuestions(runner: Runner, person: string): Promise<number> {
  const row = await findRow<{ n: number }>(runner, {
    name: 'review-open-questions',
    text: `select count(*)::int as n from (select distinct on (month) kind from review_step where person = $1::uuid
      order by month, id desc) as last where kind = 'ask'`,
    values: [person],
  });
  return row?.n ?? 0;
}

/** People that somebody already decided about in a month. */
export async function listDecidedPeople(runner: Runner, firstDay: string): Promise<readonly string[]> {
  const rows = await runner.run<{ person: string }>({
    text: 'select distinct person from review_step where month = $1::date',
    values: [firstDay],
  });
  return rows.map(({ person }) => person);
}

export interface NewRun extends Omit<RunRow, 'id'> {
  readonly firstDay: string;
  readonly cases: readonly Omit<CaseRow, 'last_kind'>[];
}

/** Stores a run with its cases; false when the month already has its final run. Earlier runs of the month so far go. */
export async function insertRun(runner: Runner, run: NewRun): Promise<boolean> {
  const [made] = await runner.run<{ id: number }>({
    text: `insert into review_run (month, version, at, final, people, checkpoint)
      select $1::date, $2, $3, $4, $5, $6 where not exists (select from review_run where month = $1::date and final)
      on conflict do nothing returning id`,
    values: [run.firstDay, run.version, run.at, run.final, run.people, run.checkpoint],
  });
  if (made === undefined) return false;
  await runner.run({
    text: `insert into review_case (run, person, name, job, looks, score, flagged, drawn, findings)
      select $1, c.person, c.name, c.job, c.looks, c.score, c.flagged, c.drawn, c.findings
        from jsonb_to_recordset($2::jsonb) as c(person uuid, name text, job text, looks int, score int, flagged bool, drawn bool, findings jsonb)`,
    values: [made.id, JSON.stringify(run.cases)],
  });
  await runner.run({ text: 'select review_prune()', values: [] });
  return true;
}

/** Open cases and the sample of the newest final month. */
export interface ReviewBacklog {
  readonly month: string;
  readonly open: number;
  readonly drawn: number;
  readonly drawn_decided: number;
}

export const readBacklog = (runner: Runner): Promise<ReviewBacklog | null> =>
  findRow<ReviewBacklog>(runner, {
    text: `with run as (select id, month from review_run where final order by month desc limit 1),
        one as (select c.drawn, coalesce((select s.kind from review_step as s where s.month = run.month and s.person = c.person
          order by s.id desc limit 1) in ('fine', 'escalate'), false) as decided
          from run join review_case as c on c.run = run.id)
      select to_char((select month from run), 'YYYY-MM') as month, count(*) filter (where not decided)::int as open,
        count(*) filter (where drawn)::int as drawn, count(*) filter (where drawn and decided)::int as drawn_decided
      from one having exists (select from run)`,
    values: [],
  });

export async function replaceHousehold(runner: Runner, person: string, hashes: readonly string[]): Promise<void> {
  await runner.run({ text: 'delete from household_plate where person = $1::uuid', values: [person] });
  await runner.run({
    text: 'insert into household_plate (person, hash) select $1::uuid, h from unnest($2::text[]) as h',
    values: [person, hashes],
  });
}

export async function listHouseholdHashes(runner: Runner): Promise<ReadonlySet<string>> {
  const rows = await runner.run<{ hash: string }>({ text: 'select distinct hash from household_plate', values: [] });
  return new Set(rows.map(({ hash }) => hash));
}
