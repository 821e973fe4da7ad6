import {
  type LoggedCall,
  REVIEWED_ACTIONS,
  type ReviewEntry,
  toReviewEntry,
} from '@varco/domain/review/review-entry.ts';
import { toIsoInstant } from '@varco/domain/time/rome.ts';
import { findRow, type Runner } from '../../database/sql-statement.ts';

const BATCH_SIZE = 2_000;
/** Entries of one person that are read at most, the oldest first: no person makes so many in four months, a program might. */
const MAX_ENTRIES = 100_000;

/** Somebody with consultations in the month, as the log names them. */
export interface ActivePerson {
  readonly person: string;
  readonly name: string;
  readonly job: string;
}

/** People with consultations in a span, by id. Calls of servers and of people without an id are not theirs. */
export const listActivePeople = (
  runner: Runner,
  span: { readonly fromMs: number; readonly toMs: number },
  signal: AbortSignal,
): Promise<readonly ActivePerson[]> =>
  runner.run<ActivePerson>(
    {
      text: `select distinct on (e.actor_id) e.actor_id as person, coalesce(e.actor_name, '') as name,
          coalesce(e.body::jsonb -> 'actor' ->> 'group', '') as job
        from audit_entry as e
       where e.at >= $1::timestamptz and e.at < $2::timestamptz and e.action = any($3::text[])
         and e.body::jsonb -> 'actor' ->> 'kind' = 'user'
         and e.actor_id ~ '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$'
       order by e.actor_id, e.epoch desc, e.seq desc`,
      values: [toIsoInstant(span.fromMs), toIsoInstant(span.toMs), REVIEWED_ACTIONS],
    },
    signal,
  );

interface CallRow {
  readonly epoch: number;
  readonly seq: string;
  readonly at_ms: string;
  readonly action: string;
  readonly ip: string | null;
  readonly case_no: string | null;
  readonly detail: string | null;
}

/** The consultations of one person in a span, in order of time, in small batches. */
export async function readEntriesOf(
  runner: Runner,
  person: string,
  span: { readonly fromMs: number; readonly toMs: number },
  signal: AbortSignal,
): Promise<readonly ReviewEntry[]> {
  const [from, to] = [toIsoInstant(span.fromMs), toIsoInstant(span.toMs)];
  const first = await findRow<{ epoch: number; seq: string }>(
    runner,
    {
      text: 'select epoch, seq from audit_entry where at >= $1::timestamptz and at < $2::timestamptz order by at, epoch, seq limit 1',
      values: [from, to],
    },
    signal,
  );
  const entries: ReviewEntry[] = [];
  let after = first === null ? null : { epoch: first.epoch, seq: Number(first.seq) - 1 };
  while (after !== null && entries.length < MAX_ENTRIES) {
    const rows: readonly CallRow[] = await runner.run<CallRow>(
      {
        name: 'review-entries',
        text: `select e.epoch, e.seq, floor(extract(epoch from e.at) * 1000)::bigint as at_ms, e.action,
            e.body::jsonb -> 'from' ->> 'ip' as ip, e.case_no, d.body as detail
          from audit_entry as e left join audit_detail as d using (epoch, seq)
         where e.actor_id = $1 and (e.epoch, e.seq) > ($2::int, $3::bigint) and e.at >= $4::timestamptz and e.at < $5::timestamptz
           and e.action = any($6::text[]) and e.outcome in ('ok', 'partial')
         order by e.epoch, e.seq limit ${BATCH_SIZE}`,
        values: [person, after.epoch, after.seq, from, to, REVIEWED_ACTIONS],
      },
      signal,
    );
    entries.push(...rows.flatMap((row) => toReviewEntry(toLoggedCall(row)) ?? []));
    const last = rows.at(-1);
    after = rows.length < BATCH_SIZE || last === undefined ? null : { epoch: last.epoch, seq: Number(last.seq) };
  }
  return entries.toSorted((a, b) => a.atMs - b.atMs);
}

const toLoggedCall = (row: CallRow): LoggedCall => ({
  ...{ epoch: row.epoch, seq: Number(row.seq), atMs: Number(row.at_ms) },
  ...{ action: row.action, ip: row.ip, caseNo: row.case_no },
  detail: row.detail === null ? null : JSON.parse(row.detail),
});

/** How many other people named a plate in a span; counting ends at `enough`. */
export async function countOtherReaders(
  runner: Runner,
  question: {
    readonly plate: string;
    readonly person: string;
    readonly fromMs: number;
    readonly toMs: number;
    readonly enough: number;
  },
  signal: AbortSignal,
): Promise<number> {
  const rows = await runner.run<{ actor_id: string }>(
    {
      name: 'review-readers',
      text: `select distinct e.actor_id from audit_detail as d join audit_entry as e using (epoch, seq)
        where audit_words(d.body) @> array[$1]::text[] and e.actor_id <> $2 and e.at >= $3::timestamptz and e.at < $4::timestamptz
          and e.action = any($5::text[]) limit $6`,
      values: [
        ...[question.plate, question.person, toIsoInstant(question.fromMs), toIsoInstant(question.toMs)],
        ...[REVIEWED_ACTIONS, question.enough],
      ],
    },
    signal,
  );
  return rows.length;
}

/** The first checkpoint published after an instant, as its three lines; null: there is none yet. */
export async function findCheckpointAfter(runner: Runner, ms: number): Promise<string | null> {
  const row = await findRow<{ origin: string; size: string; root: Buffer }>(runner, {
    text: `select l.origin, c.size, c.root from audit_checkpoint as c join audit_log as l using (epoch)
      where c.at >= $1::timestamptz order by c.epoch, c.size limit 1`,
    values: [toIsoInstant(ms)],
  });
  return row === null ? null : `${row.origin}\n${row.size}\n${row.root.toString('base64')}`;
}
