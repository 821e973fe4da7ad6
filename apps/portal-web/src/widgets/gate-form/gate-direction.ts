import type { MessageKey } from '@varco/i18n/message-types.ts';

const DIRECTION_KEYS = [
  'transits:direction.d0',
  'transits:direction.d1',
  'transits:direction.d2',
  'transits:direction.d3',
  'transits:direction.d4',
] as const;

/** T 9: 1 into the city, 2 out of it, 3 approaching, 4 moving away, any other unknown. */
export const directionKey = (direction: number): MessageKey => DIRECTION_KEYS[direction] ?? DIRECTION_KEYS[0];

export const DIRECTION_CODES = [0, 1, 2, 3, 4] as const;
