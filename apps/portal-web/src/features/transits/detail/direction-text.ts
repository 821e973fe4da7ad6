import type { MessageKey } from '@varco/i18n/message-types.ts';

/** Maps the wire codes of the direction (T 9) to text keys. */
const DIRECTION_TEXTS: readonly MessageKey[] = [
  'transits:direction.d0',
  'transits:direction.d1',
  'transits:direction.d2',
  'transits:direction.d3',
  'transits:direction.d4',
];

/** Text of a direction on the wire. */
export const getDirectionText = (direction: number): MessageKey =>
  DIRECTION_TEXTS[direction] ?? 'transits:direction.d0';
