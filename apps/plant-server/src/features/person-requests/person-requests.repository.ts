import type {
  PersonFindings,
  PersonRequestKind,
  PersonRequestRegime,
  RefusalGround,
} from '@varco/contract/plant/person-requests.ts';
import { findRow, type Runner } from '../../database/sql-statement.ts';

/** A request as it was entered. Days are ISO days of Rome, instants ISO. */
export interface EnteredRequest {
  readonly id: string;
  readonly batch: string;
  readonly reference: string;
  readonly kind: PersonRequestKind;
  readonly regime: PersonRequestRegime;
  readonly person_name: string;
  readonly contact: string;
  readonly plate: string;
  readonly nation: string;
  readonly from_day: string;
  readonly to_day: string;
  readonly period_proof: string;
  readonly received_on: string;
  readonly due_on: string;
  readonly made_by: string;
  readonly made_name: string;
  readonly made_at: string;
}

/** A request with what happened to it; fields of a step are null while it did not happen. */
export interface RequestRow extends EnteredRequest {
  readonly identity_note: string | null;
  readonly identity_name: string | null;
  readonly identity_at: string | null;
  readonly extension_note: string | null;
  readonly extension_name: string | null;
  readonly extension_at: string | null;
  /** The day the extension moved the answer to. */
  readonly extended_to: string | null;
  readonly n_erased: number | null;
  readonly n_held: number | null;
  readonly erasure_name: string | null;
  readonly erasure_at: string | null;
  /** Transits that were restricted, and those that a hold let stay; null while that was not carried out to its end. */
  readonly n_restricted: number | null;
  readonly n_unrestricted: number | null;
  readonly restriction_name: string | null;
  readonly restriction_at: string | null;
  /** Transits that are restricted now. */
  readonly n_now: number;
  /** Why it is to be lifted, once the person was informed. */
  readonly notice_note: string | null;
  readonly notice_name: string | null;
  readonly notice_at: string | null;
  readonly n_lifted: number | null;
  readonly lift_name: string | null;
  readonly lift_at: string | null;
  readonly state: 'answered' | 'refused' | 'withdrawn' | null;
  readonly ground: RefusalGround | '' | null;
  readonly decision: string | null;
  readonly end_name: string | null;
  readonly end_at: string | null;
  readonly findings: PersonFindings | null;
  readonly digest: string | null;
}

const SELECT = `select r.id, r.batch, r.reference, r.kind, r.regime, r.person_name, r.contact, r.plate, r.nation, r.from_day, r.to_day,
    r.period_proof, r.received_on, r.due_on, r.made_by, r.made_name, r.made_at,
    i.note as identity_note, i.person_name as identity_name, i.at as identity_at,
    x.note as extension_note, x.person_name as extension_name, x.at as extension_at, x.due_on as extended_to,
    d.n as n_erased, d.n_held, d.person_name as erasure_name, d.at as erasure_at,
    s.n as n_restricted, s.n_held as n_unrestricted, s.person_name as restriction_name, s.at as restriction_at,
    (select count(*) from restricted_transit as t where t.request = r.id)::int as n_now,
    w.note as notice_note, w.person_name as notice_name, w.at as notice_at,
    l.n as n_lifted, l.person_name as lift_name, l.at as lift_at,
    e.state, e.ground, e.decision, e.person_name as end_name, e.at as end_at, e.findings, e.digest
  from person_request as r left join person_request_end as e on e.request = r.id
    left join person_request_step as i on i.request = r.id and i.kind = 'identity'
    left join person_request_step as x on x.request = r.id and x.kind = 'extension'
    left join person_request_step as d on d.request = r.id and d.kind = 'erasure'
    left join person_request_step as s on s.request = r.id and s.kind = 'restriction'
    left join person_request_step as w on w.request = r.id and w.kind = 'notice'
    left join person_request_step as l on l.request = r.id and l.kind = 'lift'`;

/** Open requests by the day they are due, then closed ones, newest first; those that still restrict something are never left out for newer ones. */
export const listRequests = (runner: Runner, limit: number): Promise<readonly RequestRow[]> =>
  runner.run<RequestRow>({
    text: `${SELECT} order by (e.request is not null), case when e.request is null then coalesce(x.due_on, r.due_on) end,
      e.request is not null and not exists (select from restricted_transit as t where t.request = r.id), e.at desc, r.id limit $1`,
    values: [limit],
  });

export const findRequest = (runner: Runner, id: string): Promise<RequestRow | null> =>
  findRow<RequestRow>(runner, { text: `${SELECT} where r.id = $1`, values: [id] });

export const findRequestOfBatch = (runner: Runner, batch: string): Promise<RequestRow | null> =>
  findRow<RequestRow>(runner, { text: `${SELECT} where r.batch = $1`, values: [batch] });

/** Batches of open requests that are due on a day or before. */
export async function listDueBatches(runner: Runner, dayIso: string, limit: number): Promise<string[]> {
  const rows = await runner.run<{ batch: string }>({
    name: 'due-person-requests',
    text: `select r.batch from person_request as r left join person_request_end as e on e.request = r.id
        left join person_request_step as x on x.request = r.id and x.kind = 'extension'
      where e.request is null and coalesce(x.due_on, r.due_on) <= $1::date order by r.due_on, r.id limit $2`,
    values: [dayIso, limit],
  });
  return rows.map(({ batch }) => batch);
}

/** Serialises what is done to a request until the transaction ends. The serving role may not lock rows it cannot change. */
export async function lockRequest(runner: Runner, name: string): Promise<void> {
  await runner.run({
    text: 'select pg_advisory_xact_lock(hashtextextended($1, 0))',
    values: [`person request ${name}`],
  });
}

export async function insertRequest(runner: Runner, made: EnteredRequest): Promise<void> {
  await runner.run({
    text: `insert into person_request (id, batch, reference, kind, regime, person_name, contact, plate, nation, from_day, to_day, period_proof,
        received_on, due_on, made_by, made_name, made_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)`,
    values: [
      ...[made.id, made.batch, made.reference, made.kind, made.regime, made.person_name, made.contact, made.plate],
      ...[made.nation, made.from_day, made.to_day, made.period_proof, made.received_on, made.due_on],
      ...[made.made_by, made.made_name, made.made_at],
    ],
  });
}

/** Who did something, and when. */
export interface Actor {
  readonly person: string;
  readonly name: string;
  readonly at: string;
}

/** What happened: the note is empty where there are numbers, `due_on` is set for an extension only. */
export interface NewStep {
  readonly kind: 'identity' | 'extension' | 'erasure' | 'restriction' | 'notice' | 'lift';
  readonly note: string;
  readonly due_on?: string;
  readonly n?: number;
  readonly n_held?: number;
}

export async function insertStep(runner: Runner, request: string, step: NewStep, by: Actor): Promise<void> {
  await runner.run({
    text: `insert into person_request_step (request, kind, person, person_name, at, note, due_on, n, n_held)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    values: [
      ...[request, step.kind, by.person, by.name, by.at, step.note],
      ...[step.due_on ?? null, step.n ?? null, step.n_held ?? null],
    ],
  });
}

/** What is done in batches. */
export type BatchKind = 'erasure' | 'restriction' | 'lift';

/** Records how many transits one batch deleted, restricted or lifted, in the transaction of that batch. */
export async function insertBatch(runner: Runner, request: string, kind: BatchKind, n: number): Promise<void> {
  await runner.run({
    text: 'insert into person_request_batch (request, kind, n) values ($1, $2, $3)',
    values: [request, kind, n],
  });
}

/** Transits of all batches of a request so far, also of attempts that were interrupted. */
export async function countBatches(runner: Runner, request: string, kind: BatchKind): Promise<number> {
  const rows = await runner.run<{ n: number }>({
    text: 'select coalesce(sum(n), 0)::int as n from person_request_batch where request = $1 and kind = $2',
    values: [request, kind],
  });
  return rows[0]?.n ?? 0;
}

/** How a request ends. `ground` empty: not refused. `digest` empty: withdrawn. */
export interface NewEnd {
  readonly state: 'answered' | 'refused' | 'withdrawn';
  readonly ground: RefusalGround | '';
  readonly decision: string;
  readonly findings: PersonFindings | null;
  readonly digest: string;
}

export async function insertEnd(runner: Runner, request: string, end: NewEnd, by: Actor): Promise<void> {
  await runner.run({
    text: `insert into person_request_end (request, state, ground, decision, person, person_name, at, findings, digest)
      values ($1, $2, $3, $4, $5, $6, $7, $8::jsonb, $9)`,
    values: [
      ...[request, end.state, end.ground, end.decision, by.person, by.name, by.at],
      ...[end.findings === null ? null : JSON.stringify(end.findings), end.digest],
    ],
  });
}

/** Deletes requests past their term of five years, ended before an instant; returns their number. */
export async function deletePersonRequestsBefore(runner: Runner, beforeIso: string): Promise<number> {
  const rows = await runner.run<{ n: number }>({
    text: 'select person_request_prune($1)::int as n',
    values: [beforeIso],
  });
  return rows[0]?.n ?? 0;
}
