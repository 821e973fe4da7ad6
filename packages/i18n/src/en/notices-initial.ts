import type { initialNotices as source } from '../it/notices-initial.ts';
import type { Texts } from '../message-types.ts';

/** Texts that must be available when nothing more can be loaded; part of `notices`. */
export const initialNotices: Texts<typeof source> = {
  area: 'Notifications',
  close: 'Close the notification',
  error: 'error',
  warning: 'warning',
  success: 'done',
  info: 'information',
  serverTitle: 'Server connection error',
  serverText: 'The portal could not perform the operation: a part of the page did not load.',
  reload: 'RELOAD',
};
