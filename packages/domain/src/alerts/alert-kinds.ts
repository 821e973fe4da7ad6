/** Live alerts (T 3.14, T 4.8): what there is, what it is worth, and what a browser keeps of it. */

/** Kinds by the names of the alert settings; `varchi` narrows to gates and is none of them (readings TA36). */
export const ALERT_KINDS = ['blacklist', 'interforze', 'prestanome', 'revisione', 'rubata', 'rca'] as const;
export type AlertKind = (typeof ALERT_KINDS)[number];

/** What the body of the stream may name. */
export const ALERT_CHOICES = [...ALERT_KINDS, 'varchi'] as const;
export type AlertChoice = (typeof ALERT_CHOICES)[number];

/** 1 asks for a person at once, 2 soon, 3 is for information. */
export type AlertPriority = 1 | 2 | 3;

const PRIORITIES: Readonly<Record<AlertKind, AlertPriority>> = {
  rubata: 1,
  blacklist: 1,
  interforze: 2,
  prestanome: 2,
  rca: 3,
  revisione: 3,
};
export const priorityOf = (kind: AlertKind): AlertPriority => PRIORITIES[kind];

/** T 6, readings TA36: the stream is opened for at least one kind; gates alone open nothing. */
export const opensStream = (choices: readonly string[]): boolean =>
  choices.some((choice) => ALERT_KINDS.some((kind) => kind === choice));

/** Insurance and inspection: a vehicle that passes gate after gate raises one alert of a kind in this time (minutes of the passage). */
export const CHECK_PAUSE_MIN = 60;
export const isPaused = (kind: AlertKind): boolean => kind === 'rca' || kind === 'revisione';

/** How an alert ended. */
export const ALERT_OUTCOMES = ['confirmed', 'misread', 'other_vehicle', 'outdated', 'no_action'] as const;
export type AlertOutcome = (typeof ALERT_OUTCOMES)[number];

/** An open alert nobody took in this time is told to everybody once more; priority 3 waits for nobody. */
const ESCALATION_MS: Readonly<Record<AlertPriority, number | null>> = { 1: 3 * 60_000, 2: 10 * 60_000, 3: null };
export const escalationMs = (priority: AlertPriority): number | null => ESCALATION_MS[priority];

/** T 9: the latest 11 are kept. */
export const LATEST_ALERTS = 11;
/** T 9: a stream that ended is opened again after this time. */
export const RECONNECT_MS = 5_000;
/** T 9: the message that reception was interrupted stays this long. */
export const CLOSED_MESSAGE_MS = 60_000;

/**
 * The latest alerts after one more arrived: newest passage first, at most 11, one place each. A later word about an alert
 * (taken, ended) takes the place of the earlier one; an older word than the one held changes nothing.
 */
export function withAlert<A extends { readonly id: string; readonly at: string; readonly version: number }>(
  list: readonly A[],
  arrived: A,
): readonly A[] {
  const held = list.find(({ id }) => id === arrived.id);
  if (held !== undefined && held.version >= arrived.version) return list;
  const others = list.filter(({ id }) => id !== arrived.id);
  const place = others.findIndex(({ at }) => at <= arrived.at);
  const next = place < 0 ? [...others, arrived] : others.toSpliced(place, 0, arrived);
  return next.slice(0, LATEST_ALERTS);
}
