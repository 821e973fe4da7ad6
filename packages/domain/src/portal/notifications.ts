/** Notifications by number (P 8, P 9). Their texts are in the language files under the same number. */

export const NOTIFICATION_TYPES = ['error', 'warning', 'success', 'info'] as const;
export type NotificationType = (typeof NOTIFICATION_TYPES)[number];

/** Type, duration and link of a number. `timeoutMs` 0: stays until closed (readings B-27). */
export interface NotificationRule {
  readonly type: NotificationType;
  readonly timeoutMs: number;
  readonly link: '/credentials' | null;
}

/** P 9: durations: default, errors about black and white lists, sticky, and the interrupted reception of alerts. */
const DEFAULT_MS = 5_000;
const LIST_ERROR_MS = 10_000;
const STICKY = 0;
const RECEPTION_MS = 60_000;

const rule = (type: NotificationType, timeoutMs = DEFAULT_MS): NotificationRule => ({ type, timeoutMs, link: null });
const listError = rule('error', LIST_ERROR_MS);
/** The six about plant credentials stay until closed and link to the page that fixes them. */
const credential = (type: NotificationType): NotificationRule => ({ type, timeoutMs: STICKY, link: '/credentials' });

/**
 * Every number of the catalogue. The specification defines 10002 to 10004, 10006, 10009 to 10017 and 10020; the
 * others were free and are assigned here (readings B-25, B-26).
 */
export const NOTIFICATIONS = {
  /** Saving failed. */
  10001: rule('error'),
  10002: rule('success'),
  10003: rule('error'),
  10004: credential('error'),
  /** A plant cannot be reached. */
  10005: rule('warning'),
  10006: credential('warning'),
  /** A new export was queued. */
  10007: rule('info'),
  /** The portal account was disabled. */
  10008: rule('error'),
  10009: rule('success'),
  10010: listError,
  10011: rule('success'),
  10012: listError,
  10013: rule('success'),
  10014: listError,
  10015: credential('error'),
  10016: credential('warning'),
  10017: credential('error'),
  /** Signed in to the plant, but without police rights there. */
  10018: rule('warning'),
  /** Permissions are missing. */
  10019: rule('error'),
  10020: credential('error'),
  /** White list: added, updated, deleted, each done or failed. */
  10021: rule('success'),
  10022: listError,
  10023: rule('success'),
  10024: listError,
  10025: rule('success'),
  10026: listError,
  /** Ticket sent, ticket failed. */
  10027: rule('success'),
  10028: rule('error'),
  /** The black list could not be read. */
  10029: listError,
  /** Plant credentials saved, plant added, plant removed. */
  10030: rule('success'),
  10031: rule('success'),
  10032: rule('success'),
  /** Licence of a plant expiring, expired. */
  10033: rule('warning'),
  10034: rule('error'),
  /** Reception of alerts interrupted; it is being restored (DLG-05). */
  10035: rule('warning', RECEPTION_MS),
} as const satisfies Readonly<Record<number, NotificationRule>>;

export type NotificationCode = keyof typeof NOTIFICATIONS;

/** P 9: at most this many are shown at a time. */
export const MAX_NOTIFICATIONS = 5;

/** The fields of a notification that the queue needs. */
export interface Queued {
  readonly id: string;
  readonly timeout: number;
}

/** Readings B-28: the newest five are shown, newest first. `list` is in the order of arrival. */
export const shownNotifications = <N extends Queued>(list: readonly N[]): readonly N[] =>
  list.slice(-MAX_NOTIFICATIONS).toReversed();

/**
 * Readings B-28: after an arrival, a timed notification that no longer fits is dropped; a sticky one waits until
 * there is space.
 */
export function withArrival<N extends Queued>(list: readonly N[], arrived: N): readonly N[] {
  const all = [...list, arrived];
  const shown = new Set(shownNotifications(all));
  return all.filter((one) => one.timeout === STICKY || shown.has(one));
}
