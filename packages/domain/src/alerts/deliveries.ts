import type { AlertKind, AlertPriority } from './alert-kinds.ts';

/**
 * Plans which recipients get an alert outside the browser, and by which channel (issue of alerts, ADR 0012). Pure:
 * the clock is a parameter.
 */

export const CHANNEL_KINDS = ['mail', 'push', 'telegram', 'tetra'] as const;
export type ChannelKind = (typeof CHANNEL_KINDS)[number];

/**
 * `new`: the alert was raised. `urged`: nobody has taken it in time, so the shift is told. `supervisor`: nobody has taken it
 * even then.
 */
export const DELIVERY_OCCASIONS = ['new', 'urged', 'supervisor'] as const;
export type DeliveryOccasion = (typeof DELIVERY_OCCASIONS)[number];

/** The fields of an alert that the planning needs. */
export interface PlannedAlert {
  readonly id: string;
  readonly kind: AlertKind;
  readonly priority: AlertPriority;
  readonly plate: string;
  readonly gate: number;
  /**
   * The channel switches of the blacklist entry (BLK-10); null: the alert comes from no blacklist entry, so every
   * channel is on.
   */
  readonly alarms: { readonly mail: boolean; readonly smartphone: boolean; readonly radio: boolean } | null;
  /** Direct e-mail addresses of the entry (BLK-11). */
  readonly direct: { readonly addresses: readonly string[]; readonly onlyThese: boolean };
}

export interface PlannedRecipient {
  readonly id: number;
  readonly channel: ChannelKind;
  readonly kinds: readonly string[];
  readonly gates: readonly number[] | null;
  readonly getsNew: boolean;
  readonly getsUrged: boolean;
  readonly getsSupervised: boolean;
  readonly quiet: { readonly from: number; readonly to: number } | null;
  readonly urgentAlways: boolean;
  readonly cooldownMin: number;
}

/**
 * A message to be written to the outbox. `held`: it is recorded, but the recipient's quiet hours or cool-down stop
 * it.
 */
export interface PlannedDelivery {
  readonly alert: string;
  readonly occasion: DeliveryOccasion;
  readonly channel: ChannelKind;
  readonly priority: AlertPriority;
  /** Null: a direct e-mail to `address`. */
  readonly recipient: number | null;
  readonly address: string;
  readonly suppressedBy: 'quiet' | 'cooled' | null;
}

/** Cool-down of direct e-mails, minutes. They have no settings of their own. */
export const DIRECT_COOLDOWN_MIN = 10;
export const DIRECT_PER_MINUTE = 10;

/** True within the quiet hours, which may span midnight. Equal ends mean the whole day. */
export const isInQuietHours = ({ from, to }: { readonly from: number; readonly to: number }, minute: number): boolean =>
  from < to ? minute >= from && minute < to : minute >= from || minute < to;

/** BLK-10: the entry has one switch each for e-mail, smartphone (Web Push and Telegram) and radio. */
function isChannelEnabled(alert: PlannedAlert, channel: ChannelKind): boolean {
  if (alert.alarms === null) return true;
  if (channel === 'mail') return alert.alarms.mail;
  return channel === 'tetra' ? alert.alarms.radio : alert.alarms.smartphone;
}

const receivesOccasion = (to: PlannedRecipient, occasion: DeliveryOccasion): boolean =>
  ({ new: to.getsNew, urged: to.getsUrged, supervisor: to.getsSupervised })[occasion];

const isAddressedTo = (alert: PlannedAlert, occasion: DeliveryOccasion, to: PlannedRecipient): boolean =>
  receivesOccasion(to, occasion) &&
  to.kinds.includes(alert.kind) &&
  (to.gates === null || to.gates.includes(alert.gate)) &&
  isChannelEnabled(alert, to.channel) &&
  !(to.channel === 'mail' && alert.direct.onlyThese);

/** Time of the last message by `buildCooldownKey`, milliseconds. */
export type CooldownTimes = Map<string, number>;
export const buildCooldownKey = (to: number | string, plate: string, kind: AlertKind): string =>
  `${to}\n${plate}\n${kind}`;

export interface DeliveryContext {
  readonly nowMs: number;
  /** Minute of the day in Rome. */
  readonly minute: number;
  /** Updated while planning, so that two alerts of one plate in the same run produce one message. */
  readonly cooldowns: CooldownTimes;
  readonly openChannels: ReadonlySet<ChannelKind>;
}

/**
 * Plans the messages of one alert. `recipients` are those whose rights allow this alert. Escalations ignore quiet
 * hours and cool-down: they report an alert that nobody has taken yet.
 */
export function planDeliveries(
  alert: PlannedAlert,
  occasion: DeliveryOccasion,
  recipients: readonly PlannedRecipient[],
  { nowMs, minute, cooldowns: cooling, openChannels }: DeliveryContext,
): readonly PlannedDelivery[] {
  const isCooled = (to: number | string, minutes: number): boolean => {
    if (occasion !== 'new' || minutes === 0) return false;
    const key = buildCooldownKey(to, alert.plate, alert.kind);
    const last = cooling.get(key);
    if (last !== undefined && nowMs - last < minutes * 60_000) return true;
    cooling.set(key, nowMs);
    return false;
  };
  const common = { alert: alert.id, occasion, priority: alert.priority };
  const meant = recipients.filter((to) => openChannels.has(to.channel) && isAddressedTo(alert, occasion, to));
  const planned = meant.map((to): PlannedDelivery => {
    const breaks = occasion !== 'new' || (to.urgentAlways && alert.priority === 1);
    const isStored = to.quiet !== null && !breaks && isInQuietHours(to.quiet, minute);
    const stored = isStored ? 'quiet' : isCooled(to.id, to.cooldownMin) ? 'cooled' : null;
    return { ...common, channel: to.channel, recipient: to.id, address: '', suppressedBy: stored };
  });
  const direct =
    occasion === 'new' && openChannels.has('mail') && isChannelEnabled(alert, 'mail') ? alert.direct.addresses : [];
  return [
    ...planned,
    ...direct.map((address): PlannedDelivery => {
      const stored = isCooled(address, DIRECT_COOLDOWN_MIN) ? 'cooled' : null;
      return { ...common, channel: 'mail', recipient: null, address, suppressedBy: stored };
    }),
  ];
}

/** Seconds until the next attempt after the service deferred a message: 5 s, doubled each time, at most 10 minutes. */
export const deliveryRetryDelayS = (tries: number): number => Math.min(600, 5 * 2 ** Math.min(tries - 1, 10));
/** After this many attempts a message is abandoned and the failure is reported. */
export const MAX_DELIVERY_ATTEMPTS = 14;
/**
 * Seconds a channel pauses while its service is unreachable: 1 s, doubled, at most 30. The pause does not count as an
 * attempt of any message.
 */
export const channelPauseS = (fails: number): number => Math.min(30, 2 ** Math.min(fails - 1, 5));
/** Undelivered messages older than this are abandoned: the alert is no longer current. */
export const DELIVERY_EXPIRY_MS = 24 * 3_600_000;
