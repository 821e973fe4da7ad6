/** Notifications by number (P 8, P 9). Their texts are in the language files under the same number. */

export const NOTIFICATION_TYPES = ['error', 'warning', 'success', 'info'] as const;
export type NotificationType = (typeof NOTIFICATION_TYPES)[number];

/** Type, duration and link of a number. `timeoutMs` 0: stays until closed (readings B-27). */
export interface NotificationStyle {
  readonly type: NotificationType;
  readonly timeoutMs: number;
  readonly link: '/credentials' | null;
}

/** P 9: durations: default, errors about black and white lists, sticky, and the interrupted reception of alerts. */
const DEFAULT_NOTIFICATION_MS = 5_000;
const LIST_ERROR_NOTIFICATION_MS = 10_000;
const STICKY_MS = 0;
const RECEPTION_NOTIFICATION_MS = 60_000;

const createRule = (type: NotificationType, timeoutMs = DEFAULT_NOTIFICATION_MS): NotificationStyle => ({
  type,
  timeoutMs,
  link: null,
});
const LIST_ERROR_RULE = createRule('error', LIST_ERROR_NOTIFICATION_MS);
/** The six about plant credentials stay until closed and link to the page that fixes them. */
const createCredentialRule = (type: NotificationType): NotificationStyle => ({
  type,
  timeoutMs: STICKY_MS,
  link: '/credentials',
});

/**
 * Every number of the catalogue. The specification defines 10002 to 10004, 10006, 10009 to 10017 and 10020; the
 * others were free and are assigned here (readings B-25, B-26).
 */
export const NOTIFICATIONS = {
  /** Saving failed. */
  10001: createRule('error'),
  10002: createRule('success'),
  10003: createRule('error'),
  10004: createCredentialRule('error'),
  /** A plant cannot be reached. */
  10005: createRule('warning'),
  10006: createCredentialRule('warning'),
  /** A new export was queued. */
  10007: createRule('info'),
  /** The portal account was disabled. */
  10008: createRule('error'),
  10009: createRule('success'),
  10010: LIST_ERROR_RULE,
  10011: createRule('success'),
  10012: LIST_ERROR_RULE,
  10013: createRule('success'),
  10014: LIST_ERROR_RULE,
  10015: createCredentialRule('error'),
  10016: createCredentialRule('warning'),
  10017: createCredentialRule('error'),
  /** Signed in to the plant, but without police rights there. */
  10018: createRule('warning'),
  /** Permissions are missing. */
  10019: createRule('error'),
  10020: createCredentialRule('error'),
  /** White list: added, updated, deleted, each done or failed. */
  10021: createRule('success'),
  10022: LIST_ERROR_RULE,
  10023: createRule('success'),
  10024: LIST_ERROR_RULE,
  10025: createRule('success'),
  10026: LIST_ERROR_RULE,
  /** Ticket sent, ticket failed. */
  10027: createRule('success'),
  10028: createRule('error'),
  /** The black list could not be read. */
  10029: LIST_ERROR_RULE,
  /** Plant credentials saved, plant added, plant removed. */
  10030: createRule('success'),
  10031: createRule('success'),
  10032: createRule('success'),
  /** Licence of a plant expiring, expired. */
  10033: createRule('warning'),
  10034: createRule('error'),
  /** Reception of alerts interrupted; it is being restored (DLG-05). */
  10035: createRule('warning', RECEPTION_NOTIFICATION_MS),
} as const satisfies Readonly<Record<number, NotificationStyle>>;

export type NotificationCode = keyof typeof NOTIFICATIONS;

/** P 9: at most this many are shown at a time. */
export const MAX_NOTIFICATIONS = 5;

/** The fields of a notification that the queue needs. */
export interface QueuedNotification {
  readonly id: string;
  readonly timeout: number;
}

/** Readings B-28: the newest five are shown, newest first. `list` is in the order of arrival. */
export const selectShownNotifications = <N extends QueuedNotification>(list: readonly N[]): readonly N[] =>
  list.slice(-MAX_NOTIFICATIONS).toReversed();

/**
 * Readings B-28: after an arrival, a timed notification that no longer fits is dropped; a sticky one waits until
 * there is space.
 */
export function addNotification<N extends QueuedNotification>(list: readonly N[], arrived: N): readonly N[] {
  const all = [...list, arrived];
  const shown = new Set(selectShownNotifications(all));
  return all.filter((one) => one.timeout === STICKY_MS || shown.has(one));
}
