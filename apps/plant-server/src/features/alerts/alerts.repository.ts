import type { AlertKind, AlertOutcome } from '@varco/domain/alerts/alert-kinds.ts';
import {
  ALERT_COLUMNS,
  ALERT_FROM,
  alertScopeCondition,
  type AlertRow,
  type AlertScope,
  alertScopeParameters,
} from './alert.repository.ts';
import type { Runner } from '../../database/sql-statement.ts';

/** Filter of alerts; a null field does not filter. `from` and `to` are instants of the transit, half-open. */
export interface AlertQuery {
  readonly from: string;
  readonly to: string;
  readonly kinds: readonly AlertKind[] | null;
  readonly gates: readonly number[] | null;
  readonly plate: string | null;
  /** True: only alerts without an outcome; false: only those with one. */
  readonly isOpen: boolean | null;
  readonly outcomes: readonly AlertOutcome[] | null;
}

const FILTER_SQL = `a.ts >= $1 and a.ts < $2 and ($3::text[] is null or a.kind = any($3)) and ($4::smallint[] is null or a.gate = any($4))
  and ($5::text is null or a.plate = $5) and ($6::boolean is null or (a.outcome is null) = $6)
  and ($7::text[] is null or a.outcome = any($7)) and ${alertScopeCondition(8)}`;
const buildFilterParameters = (question: AlertQuery, scope: AlertScope): readonly unknown[] => [
  question.from,
  question.to,
  question.kinds,
  question.gates,
  question.plate,
  question.isOpen,
  question.outcomes,
  ...alertScopeParameters(scope),
];

/** A page of alerts, newest transit first; `after`: the last alert of the previous page. */
export const findAlerts = (
  runner: Runner,
  question: AlertQuery,
  scope: AlertScope,
  after: { readonly ts: string; readonly id: string } | null,
  limit: number,
  signal: AbortSignal,
): Promise<readonly AlertRow[]> =>
  runner.run<AlertRow>(
    {
      text: `select ${ALERT_COLUMNS} ${ALERT_FROM} where ${FILTER_SQL}
        and ($13::timestamptz is null or (a.ts, a.id) < ($13, $14::bigint)) order by a.ts desc, a.id desc limit $15`,
      values: [...buildFilterParameters(question, scope), after?.ts ?? null, after?.id ?? null, limit],
    },
    signal,
  );

/** One alert that this user may see; null: none. Transits before `from` are not visible. */
export async function findAlert(runner: Runner, id: string, scope: AlertScope, from: string): Promise<AlertRow | null> {
  const [row] = await runner.run<AlertRow>({
    text: `select ${ALERT_COLUMNS} ${ALERT_FROM} where a.id = $1 and a.ts >= $2 and ${alertScopeCondition(3)}`,
    values: [id, from, ...alertScopeParameters(scope)],
  });
  return row ?? null;
}

interface CountRow {
  readonly at: string;
  readonly outcome: AlertOutcome | null;
  readonly n: number;
}

/** Number of alerts per outcome, by gate or by kind. */
export const countOutcomes = (
  runner: Runner,
  by: 'gate' | 'kind',
  question: AlertQuery,
  scope: AlertScope,
  signal: AbortSignal,
): Promise<readonly CountRow[]> =>
  runner.run<CountRow>(
    {
      text: `select ${by === 'gate' ? 'a.gate::text' : 'a.kind'} as at, a.outcome, count(*)::int as n from alert as a
        where ${FILTER_SQL} group by 1, 2`,
      values: buildFilterParameters(question, scope),
    },
    signal,
  );

interface EntryCountRow extends CountRow {
  readonly list: 'blacklist' | 'figurehead';
  readonly text: string;
}

/** Number of alerts per outcome and list entry; `at`: uuid of the entry. */
export const countByEntry = (
  runner: Runner,
  question: AlertQuery,
  scope: AlertScope,
  signal: AbortSignal,
): Promise<readonly EntryCountRow[]> =>
  runner.run<EntryCountRow>(
    {
      text: `select a.list, coalesce(a.entry_facts->>'uuid', '') as at, coalesce(a.entry_facts->>'text', '') as text, a.outcome, count(*)::int as n
        from alert as a where a.list <> '' and ${FILTER_SQL} group by 1, 2, 3, 4`,
      values: buildFilterParameters(question, scope),
    },
    signal,
  );

/** The user who acts on an alert, and when. */
export interface AlertAction {
  readonly uuid: string;
  readonly name: string;
  readonly at: string;
}

/** SQL assignments of every change: raises the version and marks the alert for publication. */
const SET_CHANGED = 'version = version + 1, seq = null';

/** Assigns an alert to a user. False: another user has it. */
export async function takeAlert(runner: Runner, id: string, by: AlertAction, isForced: boolean): Promise<boolean> {
  const rows = await runner.run<{ id: string }>({
    text: `update alert set owner = $2, owner_name = $3, taken_at = $4, ${SET_CHANGED}
      where id = $1 and (owner is null or owner = $2 or $5) returning id::text as id`,
    values: [id, by.uuid, by.name, by.at, isForced],
  });
  return rows.length > 0;
}

export async function verifyAlert(runner: Runner, id: string, by: AlertAction): Promise<void> {
  await runner.run({
    text: `update alert set verified_by = $2, verified_at = $3, ${SET_CHANGED} where id = $1`,
    values: [id, by.name, by.at],
  });
}

/** SQL assignments that make who acts on an unowned alert its owner. `$2` name, `$3` time, `$4` uuid. */
const SET_OWNED = `owner = coalesce(owner, $4), owner_name = case when owner is null then $2 else owner_name end,
  taken_at = coalesce(taken_at, $3)`;

/** Records that a patrol is sent. False: nobody compared plate and picture yet. */
export async function sendPatrol(runner: Runner, id: string, by: AlertAction, patrol: string): Promise<boolean> {
  const rows = await runner.run<{ id: string }>({
    text: `update alert set sent_to = $5, sent_by = $2, sent_at = $3, ${SET_OWNED}, ${SET_CHANGED}
      where id = $1 and verified_at is not null returning id::text as id`,
    values: [id, by.name, by.at, by.uuid, patrol],
  });
  return rows.length > 0;
}

/** Records the outcome. False: it confirms a hit that nobody compared. */
export async function closeAlert(
  runner: Runner,
  id: string,
  by: AlertAction,
  outcome: string,
  note: string,
): Promise<boolean> {
  const rows = await runner.run<{ id: string }>({
    text: `update alert set outcome = $5, outcome_note = $6, outcome_by = $2, outcome_at = $3, ${SET_OWNED}, ${SET_CHANGED}
      where id = $1 and ($5 <> 'confirmed' or verified_at is not null) returning id::text as id`,
    values: [id, by.name, by.at, by.uuid, outcome, note],
  });
  return rows.length > 0;
}
