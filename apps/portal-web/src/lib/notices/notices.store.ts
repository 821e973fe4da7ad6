import {
  NOTIFICATIONS,
  type NotificationCode,
  type NotificationType,
  withArrival,
} from '@varco/domain/portal/notifications.ts';
import type { MessageKey, Values } from '@varco/i18n/message-types.ts';
import { create } from 'zustand';
import { now } from '../clock.ts';
import { say } from '../say.ts';

/** P 3. `timeout` in milliseconds, 0: stays until closed. `link`: a page of ours, or the origin of a server to be checked. */
export interface Notification {
  readonly id: string;
  readonly text: string;
  readonly type: NotificationType;
  readonly timeout: number;
  readonly link: string | null;
  readonly timestamp: string;
}

interface Notices {
  /** In the order of arrival; at most five are shown (readings B-28). */
  readonly list: readonly Notification[];
}

export const useNotices = create<Notices>(() => ({ list: [] }));

/** Shows a notification; one with the same id is replaced. Without an id it gets its own. */
export function notify(given: Omit<Notification, 'id' | 'timestamp'> & { readonly id?: string }): string {
  const { id = crypto.randomUUID(), text, type, timeout, link } = given;
  const others = useNotices.getState().list.filter((one) => one.id !== id);
  useNotices.setState({ list: withArrival(others, { id, text, type, timeout, link, timestamp: now() }) });
  return id;
}

/** Shows the notification of a number of the catalogue (P 8), in its own words or in closer ones. */
export function notifyCode(code: NotificationCode, values?: Values, id?: string, words?: MessageKey): string {
  const { type, timeoutMs, link } = NOTIFICATIONS[code];
  const text = say(words ?? `notices:code.c${code}`, values);
  return notify({ text, type, timeout: timeoutMs, link, ...(id === undefined ? {} : { id }) });
}

/** Takes a notification away; unknown ids change nothing. */
export function dismiss(id: string): void {
  useNotices.setState(({ list }) => ({ list: list.filter((one) => one.id !== id) }));
}

/** Nothing of the one who left is shown to the next. */
export const dismissAll = (): void => useNotices.setState({ list: [] });
