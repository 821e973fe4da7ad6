import {
  NOTIFICATIONS,
  type NotificationCode,
  type NotificationType,
  addNotification,
} from '@varco/domain/portal/notifications.ts';
import type { MessageKey, Values } from '@varco/i18n/message-types.ts';
import { create } from 'zustand';
import { now } from '../clock.ts';
import { translate } from '../translate.ts';

/** P 3. `timeout` in milliseconds, 0: stays until closed. `link`: a page of the portal, or the origin of a server to check. */
export interface Notification {
  readonly id: string;
  readonly text: string;
  /** Of the catalogue, shown in the language of the moment: some stay until they are closed. */
  readonly message?: { readonly key: MessageKey; readonly values: Values };
  readonly type: NotificationType;
  readonly timeout: number;
  readonly link: string | null;
  readonly timestamp: string;
}

interface Notices {
  /** In order of arrival; at most five are shown (readings B-28). */
  readonly list: readonly Notification[];
}

export const useNotices = create<Notices>(() => ({ list: [] }));

/** Shows a notification; an existing one with the same id is replaced. Without an id a new one is generated. */
export function notify(input: Omit<Notification, 'id' | 'timestamp'> & { readonly id?: string }): string {
  const { id = crypto.randomUUID() } = input;
  const others = useNotices.getState().list.filter((one) => one.id !== id);
  useNotices.setState({ list: addNotification(others, { ...input, id, timestamp: now() }) });
  return id;
}

/** Shows the notification with a catalogue number (P 8), with its own text or a more specific one. */
export function notifyCode(code: NotificationCode, values: Values = {}, id?: string, words?: MessageKey): string {
  const { type, timeoutMs, link } = NOTIFICATIONS[code];
  const message = { key: words ?? (`notices:code.c${code}` as const), values };
  const text = translate(message.key, values);
  return notify({ text, message, type, timeout: timeoutMs, link, ...(id === undefined ? {} : { id }) });
}

/** Removes a notification; an unknown id changes nothing. */
export function dismiss(id: string): void {
  useNotices.setState(({ list }) => ({ list: list.filter((one) => one.id !== id) }));
}

/** Removes all notifications at sign-out, so that the next user does not see them. */
export const dismissAll = (): void => useNotices.setState({ list: [] });
