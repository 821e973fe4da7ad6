import { findRow, type Runner } from '../../database/sql-statement.ts';

/** A stored request. Instants are ISO; `is_over`: it waited too long, or its grant has ended. */
export interface ApprovalRow {
  readonly id: string;
  readonly batch: string;
  readonly requester: string;
  readonly requester_name: string;
  readonly requested_at: string;
  readonly reason: string;
  readonly case_number: string;
  readonly note: string;
  /** Canonical JSON of the filter. */
  readonly filter_text: string;
  readonly from_at: string | null;
  readonly to_at: string | null;
  readonly state: 'open' | 'granted' | 'refused' | 'withdrawn';
  readonly decided_name: string | null;
  readonly decided_at: string | null;
  readonly decision_note: string | null;
  readonly usable_until: string | null;
}

const COLUMNS = `a.id, a.batch, a.requester, a.requester_name, a.requested_at, a.reason, a.case_number, a.note, a.filter_text,
  a.from_at, a.to_at, a.state, a.decided_name, a.decided_at, a.decision_note, a.usable_until`;

export const findApproval = (runner: Runner, id: string): Promise<ApprovalRow | null> =>
  findRow<ApprovalRow>(runner, {
    name: 'find-approval',
    text: `select ${COLUMNS} from approval_request as a where a.id = $1`,
    values: [id],
  });

/** The same, locked until the transaction ends: a request is decided once. */
export const lockApproval = (runner: Runner, id: string): Promise<ApprovalRow | null> =>
  findRow<ApprovalRow>(runner, {
    text: `select ${COLUMNS} from approval_request as a where a.id = $1 for update`,
    values: [id],
  });

export interface ListedApproval extends ApprovalRow {
  /** The reader made consultations under the case number of the request. */
  readonly is_same_case: boolean;
}

/** True when the account consulted under this case number; the calls of this subject do not count. Alias `a`, `$1`: account. */
const WORKED_ON_CASE = `(a.case_number <> '' and exists (select from audit_entry as e
    where e.case_no = a.case_number and e.actor_id = $1 and e.action not like 'approvals.%'))`;

/** Requests since an instant, newest first: of one person, or of everybody. */
export const listApprovals = (
  runner: Runner,
  reader: { readonly uuid: string; readonly seesAll: boolean },
  sinceIso: string,
  limit: number,
): Promise<readonly ListedApproval[]> =>
  runner.run<ListedApproval>({
    name: 'list-approvals',
    text: `select ${COLUMNS}, ${WORKED_ON_CASE} as is_same_case from approval_request as a
      where a.requested_at >= $2 and ($3 or a.requester = $4) order by a.requested_at desc, a.id desc limit $5`,
    values: [reader.uuid, sinceIso, reader.seesAll, reader.uuid, limit],
  });

/** Whether the account consulted under the case number of a request. */
export async function hasWorkedOnCase(runner: Runner, account: string, id: string): Promise<boolean> {
  const rows = await runner.run<{ is_same_case: boolean }>({
    text: `select ${WORKED_ON_CASE} as is_same_case from approval_request as a where a.id = $2`,
    values: [account, id],
  });
  return rows[0]?.is_same_case ?? true;
}

/** Serialises the requests of one person until the transaction ends. */
export async function lockRequester(runner: Runner, requester: string): Promise<void> {
  await runner.run({
    text: 'select pg_advisory_xact_lock(hashtextextended($1, 0))',
    values: [`approvals ${requester}`],
  });
}

/** Requests of a person that wait or are granted, newest first. */
export const readLiveApprovals = (
  runner: Runner,
  requester: string,
  { openSinceIso, nowIso }: { readonly openSinceIso: string; readonly nowIso: string },
): Promise<readonly ApprovalRow[]> =>
  runner.run<ApprovalRow>({
    text: `select ${COLUMNS} from approval_request as a where a.requester = $1
      and ((a.state = 'open' and a.requested_at >= $2) or (a.state = 'granted' and a.usable_until > $3))
      order by a.requested_at desc, a.id desc`,
    values: [requester, openSinceIso, nowIso],
  });

export type NewApproval = Pick<
  ApprovalRow,
  | 'id'
  | 'batch'
  | 'requester'
  | 'requester_name'
  | 'requested_at'
  | 'reason'
  | 'case_number'
  | 'note'
  | 'filter_text'
  | 'from_at'
  | 'to_at'
>;

export async function insertApproval(runner: Runner, added: NewApproval): Promise<void> {
  await runner.run({
    text: `insert into approval_request
        (id, batch, requester, requester_name, requested_at, reason, case_number, note, filter_text, from_at, to_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    values: [
      added.id,
      added.batch,
      added.requester,
      added.requester_name,
      added.requested_at,
      added.reason,
      added.case_number,
      added.note,
      added.filter_text,
      added.from_at,
      added.to_at,
    ],
  });
}

/** `usableUntil` null: refused. */
export interface Decision {
  readonly id: string;
  readonly by: string;
  readonly byName: string;
  readonly at: string;
  readonly note: string;
  readonly usableUntil: string | null;
}

/** Stores the decision about an open request. */
export async function storeDecision(runner: Runner, decision: Decision): Promise<void> {
  await runner.run({
    text: `update approval_request set state = case when $6::timestamptz is null then 'refused' else 'granted' end, decided_by = $2,
      decided_name = $3, decided_at = $4, decision_note = $5, usable_until = $6::timestamptz where id = $1 and state = 'open'`,
    values: [decision.id, decision.by, decision.byName, decision.at, decision.note, decision.usableUntil],
  });
}

export async function withdrawApproval(runner: Runner, id: string): Promise<void> {
  await runner.run({
    text: `update approval_request set state = 'withdrawn' where id = $1 and state = 'open'`,
    values: [id],
  });
}

/** Records which transits were shown under an approval. */
export async function recordApprovedTransits(runner: Runner, approval: string, ids: readonly string[]): Promise<void> {
  await runner.run({
    text: `insert into approval_transit (approval, id) select $1, id from unnest($2::bigint[]) as id order by 2 on conflict do nothing`,
    values: [approval, ids],
  });
}

/** The ids among these that were shown to a person under an approval that is still valid. */
export async function readApprovedTransits(
  runner: Runner,
  requester: string,
  ids: readonly string[],
  nowIso: string,
): Promise<ReadonlySet<string>> {
  const rows = await runner.run<{ id: string }>({
    name: 'approved-transits',
    text: `select distinct t.id::text as id from approval_request as a join approval_transit as t on t.approval = a.id
      where a.requester = $1 and a.state = 'granted' and a.usable_until > $3 and t.id = any($2::bigint[])`,
    values: [requester, ids, nowIso],
  });
  return new Set(rows.map(({ id }) => id));
}

export interface ShownTransit extends Pick<ApprovalRow, 'id' | 'decided_name' | 'usable_until'> {
  readonly transit: string;
}

/** Which of these transits were shown to a person, each under an approval that was usable at an instant. */
export const readShownUnder = (
  runner: Runner,
  requester: string,
  ids: readonly string[],
  atIso: string,
): Promise<readonly ShownTransit[]> =>
  runner.run<ShownTransit>({
    name: 'shown-under',
    text: `select distinct on (t.id) t.id::text as transit, a.id, a.decided_name, a.usable_until
      from approval_request as a join approval_transit as t on t.approval = a.id
      where a.requester = $1 and a.state = 'granted' and a.decided_at <= $3 and a.usable_until > $3 and t.id = any($2::bigint[])
      order by t.id, a.usable_until desc, a.id`,
    values: [requester, ids, atIso],
  });

/** What changed for everybody since the last look: one row a person who asked or may decide would see. */
export interface ApprovalChange {
  readonly requester: string;
  readonly case_number: string;
  readonly id: string;
  readonly state: ApprovalRow['state'];
  readonly requested_at: string;
}

/** Requests since an instant, for the streams. */
export const readRecentApprovals = (runner: Runner, sinceIso: string): Promise<readonly ApprovalChange[]> =>
  runner.run<ApprovalChange>({
    name: 'recent-approvals',
    text: `select a.requester, a.case_number, a.id, a.state, a.requested_at from approval_request as a
      where a.requested_at >= $1 order by a.requested_at, a.id`,
    values: [sinceIso],
  });

/** Deletes requests older than an instant with what they name; returns their number. */
export async function deleteApprovalsBefore(runner: Runner, beforeIso: string): Promise<number> {
  const rows = await runner.run<{ n: number }>({
    text: `with gone as (delete from approval_request where requested_at < $1 returning 1) select count(*)::int as n from gone`,
    values: [beforeIso],
  });
  await runner.run({ text: `delete from shown_rows where day < ($1::timestamptz)::date`, values: [beforeIso] });
  return rows[0]?.n ?? 0;
}
