import { findRow, type Runner } from '../../database/sql-statement.ts';

/** What is decided about an alert. `choice`: the patrol or the outcome; empty for a comparison. */
export interface AlertChoice {
  readonly kind: 'verify' | 'send' | 'outcome';
  readonly choice: string;
  readonly note: string;
}

/** A decision as it was stored; `version`: of the alert, as the decision left it. `at` is ISO. */
export interface StoredDecision extends AlertChoice {
  readonly alert: string;
  readonly person: string;
  readonly person_name: string;
  readonly at: string;
  readonly version: number;
}

/** Lets one transaction at a time store a decision of this id, so that repetitions at the same moment find the first one. */
export async function lockDecision(runner: Runner, id: string): Promise<void> {
  await runner.run({ text: 'select pg_advisory_xact_lock(hashtextextended($1, 0))', values: [`decision ${id}`] });
}

/** The decision of this id, whoever made it; null: none. */
export const findDecision = (runner: Runner, id: string): Promise<StoredDecision | null> =>
  findRow<StoredDecision>(runner, {
    text: `select alert::text as alert, person, person_name, kind, choice, note, at, version from alert_decision where id = $1`,
    values: [id],
  });

/** When each kind of decision was last made about an alert. Instants are ISO; null: not yet. */
export interface DecisionTimes {
  readonly verified_at: string | null;
  readonly sent_at: string | null;
  readonly outcome_at: string | null;
}

/** Reads the times and locks the alert, so that nobody decides about it until the transaction ends. Null: no such alert. */
export const lockAlert = (runner: Runner, alert: string): Promise<DecisionTimes | null> =>
  findRow<DecisionTimes>(runner, {
    text: 'select verified_at, sent_at, outcome_at from alert where id = $1 for update',
    values: [alert],
  });

/** Stores a decision with the version that its alert has now. */
export async function insertDecision(
  runner: Runner,
  id: string,
  { alert, person, person_name: name, kind, choice, note, at }: Omit<StoredDecision, 'version'>,
): Promise<void> {
  await runner.run({
    text: `insert into alert_decision (id, alert, person, person_name, kind, choice, note, at, version)
      select $1, a.id, $3, $4, $5, $6, $7, $8, a.version from alert as a where a.id = $2`,
    values: [id, alert, person, name, kind, choice, note, at],
  });
}
