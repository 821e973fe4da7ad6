import { createI18n } from '@varco/i18n/create-i18n.ts';
import { expect, it } from 'vitest';
import { DIRECTION_CODES, directionKey } from './gate-direction.ts';

it('PMAP-05 directions of a gate: 0 n.d., 1 city entry, 2 city exit, 3 approaching, 4 moving away', () => {
  const { t } = createI18n('it');
  expect(DIRECTION_CODES.map((code) => t(directionKey(code)))).toEqual([
    'n.d.',
    'Entrata città',
    'Uscita città',
    'In avvicinamento',
    'In allontanamento',
  ]);
  expect(directionKey(9)).toBe(directionKey(0));
});
