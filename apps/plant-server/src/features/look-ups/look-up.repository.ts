import { toIsoInstant } from '@varco/domain/time/rome.ts';
import type { Runner } from '../../database/sql-statement.ts';

export const LOOK_UP_STATES = { waiting: 0, sent: 1, answered: 2, failed: 3, cancelled: 4 } as const;

/** A look-up as stored; personal data is only in the sealed columns. Instants are ISO. */
export interface LookUpRow {
  readonly id: string;
  readonly user_id: number;
  readonly user_uuid: string;
  readonly username: string;
  readonly asked_at: string;
  readonly request: number;
  readonly key_kind: number;
  readonly vehicle_kind: number | null;
  readonly key_mac: string;
  readonly key_sealed: Buffer;
  readonly reason_sealed: Buffer | null;
  readonly is_paid: boolean;
  readonly state: number;
  readonly problem: string;
  readonly sent_at: string | null;
  readonly finished_at: string | null;
  readonly from_look_up: string | null;
  readonly is_found: boolean;
  readonly cents: number;
  readonly receipt: string | null;
  readonly has_answer: boolean;
  readonly answer_sealed: Buffer | null;
}

/** Columns without the registry response. */
export const COLUMNS_WITHOUT_ANSWER = `id, user_id, user_uuid, username, asked_at, request, key_kind, vehicle_kind, key_mac, key_sealed, reason_sealed, is_paid,
  state, problem, sent_at, finished_at, from_look_up, is_found, cents, receipt, answer_sealed is not null as has_answer`;

export const COLUMNS_WITH_ANSWER = `${COLUMNS_WITHOUT_ANSWER}, answer_sealed`;

/** Write-ahead: the look-up is durable before the registry is called. False: the id was used before. */
export async function insertLookUp(
  runner: Runner,
  row: Pick<
    LookUpRow,
    | 'id'
    | 'user_id'
    | 'user_uuid'
    | 'username'
    | 'asked_at'
    | 'request'
    | 'key_kind'
    | 'vehicle_kind'
    | 'key_mac'
    | 'key_sealed'
    | 'reason_sealed'
    | 'is_paid'
  >,
): Promise<boolean> {
  const rows = await runner.run<{ id: string }>({
    name: 'insert-look-up',
    text: `insert into look_up (id, user_id, user_uuid, username, asked_at, request, key_kind, vehicle_kind, key_mac, key_sealed,
        reason_sealed, is_paid, state)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, 0) on conflict (id) do nothing returning id`,
    values: [
      row.id,
      row.user_id,
      row.user_uuid,
      row.username,
      row.asked_at,
      row.request,
      row.key_kind,
      row.vehicle_kind,
      row.key_mac,
      row.key_sealed,
      row.reason_sealed,
      row.is_paid,
    ],
  });
  return rows.length === 1;
}

export async function findLookUp(runner: Runner, id: string): Promise<LookUpRow | null> {
  const text = `select ${COLUMNS_WITH_ANSWER} from look_up where id = $1`;
  const [row] = await runner.run<LookUpRow>({ name: 'look-up', text, values: [id] });
  return row ?? null;
}

/** Marks a look-up as sent: from now on it may have been charged. */
export async function markLookUpSent(runner: Runner, id: string, at: string): Promise<void> {
  const text = 'update look_up set state = 1, sent_at = $2 where id = $1 and state < 2';
  await runner.run({ name: 'look-up-sent', text, values: [id, at] });
}

/** Reopens a failed or cancelled look-up for another attempt with the same id; nothing was charged for it. */
export async function reopenLookUp(runner: Runner, id: string): Promise<boolean> {
  const text = `update look_up set state = 0, problem = '', finished_at = null where id = $1 and state in (3, 4) returning id`;
  return (await runner.run({ text, values: [id] })).length === 1;
}

export interface FinishedLookUp {
  readonly at: string;
  readonly isFound: boolean;
  readonly cents: number;
  readonly receipt: string | null;
  readonly answer: Buffer | null;
  readonly fromLookUp: string | null;
}

/** Stores a response. It replaces any earlier failure; the first of two responses stays. */
export async function markLookUpAnswered(runner: Runner, id: string, done: FinishedLookUp): Promise<void> {
  await runner.run({
    name: 'look-up-answered',
    text: `update look_up set state = 2, problem = '', finished_at = $2, is_found = $3, cents = $4, receipt = $5, answer_sealed = $6,
        from_look_up = $7 where id = $1 and state <> 2`,
    values: [id, done.at, done.isFound, done.cents, done.receipt, done.answer, done.fromLookUp],
  });
}

/** Marks a look-up as ended without a response and certainly without a charge. `state`: 3 failed, 4 cancelled. */
export async function markLookUpEnded(
  runner: Runner,
  id: string,
  state: 3 | 4,
  problem: string,
  at: string,
): Promise<void> {
  const text = 'update look_up set state = $2, problem = $3, finished_at = $4 where id = $1 and state < 2';
  await runner.run({ name: 'look-up-ended', text, values: [id, state, problem, at] });
}

/** The fields by which two look-ups count as the same (readings TA45). */
export interface LookUpIdentity {
  readonly keyMac: string;
  readonly keyKind: number;
  readonly request: number;
  readonly vehicleKind: number | null;
}

/** The newest response of the ministry itself to the same look-up, not older than `since`; null: none. */
export async function findNewestAnswer(
  runner: Runner,
  question: LookUpIdentity,
  since: string | null,
): Promise<LookUpRow | null> {
  const [row] = await runner.run<LookUpRow>({
    name: 'look-up-newest-answer',
    text: `select ${COLUMNS_WITH_ANSWER} from look_up where key_mac = $1 and key_kind = $2 and request = $3 and vehicle_kind is not distinct from $4::smallint
        and state = 2 and from_look_up is null and answer_sealed is not null and ($5::timestamptz is null or finished_at >= $5)
      order by asked_at desc limit 1`,
    values: [question.keyMac, question.keyKind, question.request, question.vehicleKind, since],
  });
  return row ?? null;
}

/** Unfinished look-ups started before `before`, which no client is waiting for. */
export async function readOpenLookUps(runner: Runner, before: string): Promise<readonly LookUpRow[]> {
  const text = `select ${COLUMNS_WITH_ANSWER} from look_up where state < 2 and coalesce(sent_at, asked_at) < $1 order by asked_at limit 100`;
  return runner.run<LookUpRow>({ name: 'look-ups-open', text, values: [before] });
}

/** Number of look-ups since an instant that were charged or still may be. */
export async function countPaidLookUps(runner: Runner, since: string): Promise<number> {
  const [row] = await runner.run<{ n: number }>({
    name: 'look-ups-paid',
    text: 'select count(*)::integer as n from look_up where asked_at >= $1 and is_paid and (cents > 0 or state < 2)',
    values: [since],
  });
  return row?.n ?? 0;
}

/** Answers counted at most. */
const MAX_COUNTED_ANSWERS = 100_000;

/** Counts stored answers that came in a half-open range of milliseconds, up to a maximum; an empty range is 0. */
export async function countAnswers(
  runner: Runner,
  { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number },
  signal?: AbortSignal,
): Promise<{ readonly count: number; readonly capped: boolean }> {
  if (fromMs >= toMs) return { count: 0, capped: false };
  const [row] = await runner.run<{ n: number }>(
    {
      text: `select count(*)::int as n from (select from look_up where finished_at >= $1 and finished_at < $2
        and answer_sealed is not null limit $3) as found`,
      values: [toIsoInstant(fromMs), toIsoInstant(toMs), MAX_COUNTED_ANSWERS + 1],
    },
    signal,
  );
  const count = row?.n ?? 0;
  return { count: Math.min(count, MAX_COUNTED_ANSWERS), capped: count > MAX_COUNTED_ANSWERS };
}

/** Deletes responses past their retention, and entries past theirs; returns the number of each. */
export async function deleteExpiredLookUps(
  runner: Runner,
  answersBefore: string,
  entriesBefore: string,
): Promise<{ readonly answers: number; readonly entries: number }> {
  const answers = await runner.run({
    text: `update look_up set answer_sealed = null where finished_at < $1 and answer_sealed is not null returning id`,
    values: [answersBefore],
  });
  const entries = await runner.run({
    text: 'delete from look_up where asked_at < $1 and state >= 2 returning id',
    values: [entriesBefore],
  });
  return { answers: answers.length, entries: entries.length };
}
