import type { Transit } from '@varco/contract/plant/transit.ts';

/** List values that are no finding: not listed, not checked, hidden from the user. */
const UNLISTED_VALUES: ReadonlySet<Transit['allarme']> = new Set(['no', '--', '**']);

/** True when the plate is on one of the plant's lists. */
export const isOnList = ({ allarme }: Pick<Transit, 'allarme'>): boolean => !UNLISTED_VALUES.has(allarme);

/** True for rows with a red bar: stolen or listed (design 8). */
export const hasAlarm = (transit: Pick<Transit, 'allarme' | 'rubata'>): boolean =>
  transit.rubata === 'si' || isOnList(transit);
