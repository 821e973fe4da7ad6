import { common } from './common.ts';
import { nations } from './nations.ts';
import { widgets } from './widgets.ts';

/** Every namespace, one file each. Italian is the source: `en/messages.ts` must have exactly these keys. */
export const it = { common, nations, widgets };
