import type { LiveAlert } from '@varco/contract/plant/alerts.ts';
import { ALERT_OUTCOMES } from '@varco/domain/alerts/alert-kinds.ts';
import { AppError } from '@varco/server-kit/errors/app-error.ts';
import type { Runner } from '../../database/sql-statement.ts';
import {
  type AlertChoice,
  findDecision,
  insertDecision,
  lockAlert,
  lockDecision,
  type StoredDecision,
} from './alert-decisions.repository.ts';
import { type AlertAction, closeAlert, sendPatrol, verifyAlert } from './alerts.repository.ts';

/** Id of a decision, and the instant of the decision of its kind that the person saw (ISO; null: none). */
export interface DecisionMark {
  readonly id: string;
  readonly seen: string | null;
}

/**
 * Decides about an alert, in the caller's transaction. With a mark it decides once (ADR 0048): returns the stored decision when
 * its id was used before for the same, else null. Throws `conflict` with `not_verified`, `decision_id_used` when the id belongs
 * to another decision, or `decided_meanwhile` when somebody decided after what the person saw.
 */
export async function decideAlert(
  runner: Runner,
  alert: string,
  by: AlertAction,
  decided: AlertChoice,
  mark: DecisionMark | null,
): Promise<StoredDecision | null> {
  if (mark === null) {
    await applyChoice(runner, alert, by, decided);
    return null;
  }
  await lockDecision(runner, mark.id);
  const stored = await findDecision(runner, mark.id);
  if (stored !== null) {
    if (!isSameDecision(stored, alert, by, decided)) throw new AppError('conflict', { sub: 'decision_id_used' });
    return stored;
  }
  const times = await lockAlert(runner, alert);
  if (times === null) throw new AppError('not_found');
  const last = { verify: times.verified_at, send: times.sent_at, outcome: times.outcome_at }[decided.kind];
  // A closed alert needs neither comparison nor patrol; only a later outcome may replace the one that was seen.
  const isClosed = decided.kind !== 'outcome' && times.outcome_at !== null;
  if (last !== mark.seen || isClosed) throw new AppError('conflict', { sub: 'decided_meanwhile' });
  await applyChoice(runner, alert, by, decided);
  await insertDecision(runner, mark.id, { alert, person: by.uuid, person_name: by.name, at: by.at, ...decided });
  return null;
}

/** The alert of a repeated decision: what was decided and its version are those stored the first time. */
export function showStoredDecision(alert: LiveAlert, stored: StoredDecision): LiveAlert {
  const { kind, choice, note, person_name: name, at, version: ver } = stored;
  if (kind === 'verify') return { ...alert, ver, verificato_da: name, verificato_il: at };
  if (kind === 'send') return { ...alert, ver, inviata: choice, inviata_da: name, inviata_il: at };
  const outcome = ALERT_OUTCOMES.find((one) => one === choice) ?? null;
  return { ...alert, ver, esito: outcome, esito_nota: note, esito_da: name, esito_il: at };
}

const isSameDecision = (
  stored: StoredDecision,
  alert: string,
  { uuid }: AlertAction,
  { kind, choice, note }: AlertChoice,
): boolean =>
  stored.alert === alert &&
  stored.person === uuid &&
  stored.kind === kind &&
  stored.choice === choice &&
  stored.note === note;

/** No stop on a misread: what sends or confirms needs a recorded comparison. Throws `conflict`/`not_verified`. */
async function applyChoice(runner: Runner, alert: string, by: AlertAction, decided: AlertChoice): Promise<void> {
  const { kind, choice, note } = decided;
  if (kind === 'verify') return verifyAlert(runner, alert, by);
  const isDone =
    kind === 'send' ? await sendPatrol(runner, alert, by, choice) : await closeAlert(runner, alert, by, choice, note);
  if (!isDone) throw new AppError('conflict', { sub: 'not_verified' });
}
