import type { Transit } from '@varco/contract/plant/transit.ts';

/** List values that are no finding: not listed, not checked, hidden from the user. */
const QUIET: ReadonlySet<Transit['allarme']> = new Set(['no', '--', '**']);

/** True when the plate is on one of the plant's lists. */
export const isListed = ({ allarme }: Pick<Transit, 'allarme'>): boolean => !QUIET.has(allarme);

/** True for rows with a red bar: stolen or listed (design 8). */
export const isHit = (transit: Pick<Transit, 'allarme' | 'rubata'>): boolean =>
  transit.rubata === 'si' || isListed(transit);
