import type { AlertKind, AlertPriority } from './alert-kinds.ts';

/** Who is told of an alert outside of the browser, and by what (issue of alerts, ADR 0082). Pure: the clock is given. */

export const CHANNEL_KINDS = ['mail', 'push', 'telegram', 'tetra'] as const;
export type ChannelKind = (typeof CHANNEL_KINDS)[number];

/** `new`: it was raised. `urged`: nobody took it in time. */
export type Occasion = 'new' | 'urged';

/** An alert as the plan sees it. */
export interface PlannedAlert {
  readonly id: string;
  readonly kind: AlertKind;
  readonly priority: AlertPriority;
  readonly plate: string;
  readonly gate: number;
  /** The list entry's own switches (BLK-10); null: no entry of the blacklist, every channel. */
  readonly alarms: { readonly mail: boolean; readonly smartphone: boolean; readonly radio: boolean } | null;
  /** Direct e-mails of the entry (BLK-11). */
  readonly direct: { readonly addresses: readonly string[]; readonly onlyThese: boolean };
}

export interface PlannedRecipient {
  readonly id: number;
  readonly channel: ChannelKind;
  readonly kinds: readonly string[];
  readonly gates: readonly number[] | null;
  readonly getsNew: boolean;
  readonly getsUrged: boolean;
  readonly quiet: { readonly from: number; readonly to: number } | null;
  readonly urgentAlways: boolean;
  readonly cooldownMin: number;
}

/** A message that is to be written; `held`: written down, and kept back by the recipient's rules. */
export interface PlannedDelivery {
  readonly alert: string;
  readonly occasion: Occasion;
  readonly channel: ChannelKind;
  readonly priority: AlertPriority;
  /** Null: a direct e-mail to `address`. */
  readonly recipient: number | null;
  readonly address: string;
  readonly held: 'quiet' | 'cooled' | null;
}

/** Direct e-mails have no settings of their own. */
export const DIRECT_COOLDOWN_MIN = 10;
export const DIRECT_PER_MINUTE = 10;

/** True within the quiet hours; they may go over midnight. Equal ends: the whole day. */
export const isQuiet = ({ from, to }: { readonly from: number; readonly to: number }, minute: number): boolean =>
  from < to ? minute >= from && minute < to : minute >= from || minute < to;

/** BLK-10: e-mail, smartphone (Web Push and Telegram) and radio have a switch each in the entry. */
function isSwitchedOn(alert: PlannedAlert, channel: ChannelKind): boolean {
  if (alert.alarms === null) return true;
  if (channel === 'mail') return alert.alarms.mail;
  return channel === 'tetra' ? alert.alarms.radio : alert.alarms.smartphone;
}

const isMeant = (alert: PlannedAlert, occasion: Occasion, to: PlannedRecipient): boolean =>
  (occasion === 'new' ? to.getsNew : to.getsUrged) &&
  to.kinds.includes(alert.kind) &&
  (to.gates === null || to.gates.includes(alert.gate)) &&
  isSwitchedOn(alert, to.channel) &&
  !(to.channel === 'mail' && alert.direct.onlyThese);

/** What was sent to whom lately: key of `coolKey`, value the instant in milliseconds. */
export type Cooling = Map<string, number>;
export const coolKey = (to: number | string, plate: string, kind: AlertKind): string => `${to}\n${plate}\n${kind}`;

export interface PlanMoment {
  readonly nowMs: number;
  /** Minute of the day in Rome. */
  readonly minute: number;
  /** Grows with what is planned: two alerts of one plate in one turn are told once. */
  readonly cooling: Cooling;
  readonly openChannels: ReadonlySet<ChannelKind>;
}

/**
 * Messages of one alert. `recipients`: those whose rights allow this alert. What is urged breaks quiet hours and cool-down: it is the
 * second word about something nobody has taken.
 */
export function planDeliveries(
  alert: PlannedAlert,
  occasion: Occasion,
  recipients: readonly PlannedRecipient[],
  { nowMs, minute, cooling, openChannels }: PlanMoment,
): readonly PlannedDelivery[] {
  const isCooled = (to: number | string, minutes: number): boolean => {
    if (occasion === 'urged' || minutes === 0) return false;
    const key = coolKey(to, alert.plate, alert.kind);
    const last = cooling.get(key);
    if (last !== undefined && nowMs - last < minutes * 60_000) return true;
    cooling.set(key, nowMs);
    return false;
  };
  const common = { alert: alert.id, occasion, priority: alert.priority };
  const meant = recipients.filter((to) => openChannels.has(to.channel) && isMeant(alert, occasion, to));
  const planned = meant.map((to): PlannedDelivery => {
    const breaks = occasion === 'urged' || (to.urgentAlways && alert.priority === 1);
    const isHeld = to.quiet !== null && !breaks && isQuiet(to.quiet, minute);
    const held = isHeld ? 'quiet' : isCooled(to.id, to.cooldownMin) ? 'cooled' : null;
    return { ...common, channel: to.channel, recipient: to.id, address: '', held };
  });
  const direct =
    occasion === 'new' && openChannels.has('mail') && isSwitchedOn(alert, 'mail') ? alert.direct.addresses : [];
  return [
    ...planned,
    ...direct.map((address): PlannedDelivery => {
      const held = isCooled(address, DIRECT_COOLDOWN_MIN) ? 'cooled' : null;
      return { ...common, channel: 'mail', recipient: null, address, held };
    }),
  ];
}

/** Seconds to the next try of a message that its recipient's service put off: 5 s, doubled, at most 10 minutes. */
export const retryAfterS = (tries: number): number => Math.min(600, 5 * 2 ** Math.min(tries - 1, 10));
/** After this many tries a message is given up, and that is told. */
export const MOST_TRIES = 14;
/** A service that cannot be reached pauses its channel: 1 s, doubled, at most 30. Waiting costs no message its tries. */
export const pauseS = (fails: number): number => Math.min(30, 2 ** Math.min(fails - 1, 5));
/** After this time nobody wants the news any more: what still waits is given up. */
export const NEWS_MS = 24 * 3_600_000;
