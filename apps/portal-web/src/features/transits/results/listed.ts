import type { Transit } from '@varco/contract/plant/transit.ts';

/** Alarm values that say nothing against the vehicle: none, not checked, hidden from this person. */
const QUIET: ReadonlySet<Transit['allarme']> = new Set(['no', '--', '**']);

/** True when the plate stands on one of the plant's lists. */
export const isListed = ({ allarme }: Pick<Transit, 'allarme'>): boolean => !QUIET.has(allarme);

/** Red bar of a row: stolen or listed (design 8). */
export const isHit = (transit: Pick<Transit, 'allarme' | 'rubata'>): boolean =>
  transit.rubata === 'si' || isListed(transit);
