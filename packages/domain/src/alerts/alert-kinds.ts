/** Live alerts (T 3.14, T 4.8): their kinds, priorities, outcomes and the list of latest alerts in a browser. */

/**
 * Alert kinds, named as in the alert settings. `varchi` is not a kind: it only narrows the stream to chosen gates
 * (readings TA36).
 */
export const ALERT_KINDS = ['blacklist', 'interforze', 'prestanome', 'revisione', 'rubata', 'rca'] as const;
export type AlertKind = (typeof ALERT_KINDS)[number];

/** Values a client may send when it opens the alert stream. */
export const ALERT_CHOICES = [...ALERT_KINDS, 'varchi'] as const;
export type AlertChoice = (typeof ALERT_CHOICES)[number];

/** 1: needs attention at once; 2: soon; 3: for information. */
export type AlertPriority = 1 | 2 | 3;

const PRIORITY_BY_KIND: Readonly<Record<AlertKind, AlertPriority>> = {
  rubata: 1,
  blacklist: 1,
  interforze: 2,
  prestanome: 2,
  rca: 3,
  revisione: 3,
};
export const getAlertPriority = (kind: AlertKind): AlertPriority => PRIORITY_BY_KIND[kind];

/** T 6, readings TA36: the stream is opened only when at least one kind is chosen; gates alone do not open it. */
export const hasAlertKind = (choices: readonly string[]): boolean =>
  choices.some((choice) => ALERT_KINDS.some((kind) => kind === choice));

/**
 * Insurance and inspection: minutes (of passage time) within which a vehicle raises at most one alert of a kind,
 * however many gates it passes.
 */
export const CHECK_ALERT_INTERVAL_MIN = 60;
export const isRateLimitedKind = (kind: AlertKind): boolean => kind === 'rca' || kind === 'revisione';

/** How an alert ended. */
export const ALERT_OUTCOMES = ['confirmed', 'misread', 'other_vehicle', 'outdated', 'no_action'] as const;
export type AlertOutcome = (typeof ALERT_OUTCOMES)[number];

/** Who an alert that nobody took has climbed to; null: nobody yet. */
export const ESCALATION_LEVELS = [null, 'shift', 'supervisor'] as const;

/**
 * Milliseconds after which an open alert that nobody has taken climbs: first to the shift, and after the same time again to
 * the supervisor; null: never.
 */
const ESCALATION_DELAY_MS: Readonly<Record<AlertPriority, number | null>> = { 1: 60_000, 2: 10 * 60_000, 3: null };
export const getEscalationDelayMs = (priority: AlertPriority): number | null => ESCALATION_DELAY_MS[priority];

/** T 9: number of latest alerts a browser shows. */
export const MAX_LATEST_ALERTS = 11;
/** T 9: delay before a stream that ended is opened again. */
export const ALERT_RECONNECT_MS = 5_000;
/** T 9: how long the message "reception was interrupted" stays on screen. */
export const STREAM_CLOSED_MESSAGE_MS = 60_000;

/**
 * Adds an alert to the latest ones: newest passage first, at most 11, each alert once. A newer version of an alert
 * (taken, ended) replaces the older one; an older version is ignored.
 */
export function addLatestAlert<A extends { readonly id: string; readonly at: string; readonly version: number }>(
  list: readonly A[],
  arrived: A,
): readonly A[] {
  const stored = list.find(({ id }) => id === arrived.id);
  if (stored !== undefined && stored.version >= arrived.version) return list;
  const others = list.filter(({ id }) => id !== arrived.id);
  const place = others.findIndex(({ at }) => at <= arrived.at);
  const next = place < 0 ? [...others, arrived] : others.toSpliced(place, 0, arrived);
  return next.slice(0, MAX_LATEST_ALERTS);
}
