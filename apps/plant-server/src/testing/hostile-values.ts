import fc from 'fast-check';
import { TransitFilter } from '@varco/contract/plant/transits.ts';

/** Valid filter names, and invalid ones. */
export const FILTER_NAMES: readonly string[] = Object.keys(TransitFilter.shape);
export const arbitraryName = fc.oneof(
  { weight: 20, arbitrary: fc.constantFrom(...FILTER_NAMES) },
  {
    weight: 1,
    arbitrary: fc.constantFrom('f_targa ', 'F_TARGA', '__proto__', 'constructor', 'tickets', 'f_targa[]', ''),
  },
);

const TEXTS = [
  '',
  ' ',
  '0',
  '-0',
  '-1',
  '1e9',
  '1.5',
  '0x10',
  '٣',
  'NaN',
  'Infinity',
  'null',
  'true',
  'TRUE',
  '999999',
  '2147483648',
  '9223372036854775807',
  '9223372036854775808',
  '99999999999999999999999999',
  "'",
  "' or 1=1 --",
  '%',
  '_',
  '\\',
  '\u0000',
  '\ud800',
  'ÀÈ',
  '😀',
  '*',
  '**',
  '={*}',
  '{32}',
  '{33}',
  'A{1}*{2}B',
  '=',
  ',',
  ';',
  'A,B;C',
  'A'.repeat(64),
  'A'.repeat(65),
  '*A'.repeat(32),
  'A'.repeat(3000),
  '2026-11-20T00:00:00Z',
  '2026-02-30T00:00:00Z',
  '0001-01-01T00:00:00Z',
  '9999-12-31T23:59:59.999Z',
  '2026-11-20T00:00:00+25:00',
  '-data',
  '+g_transits',
  ' count_transits',
  '-g_transit_days',
  '01234560007',
  'X423',
  'white,undefined',
  'NA,NR,RUB,BL,PN,WL',
  '40,-40',
];

export const arbitraryText = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...TEXTS) },
  { weight: 2, arbitrary: fc.string({ maxLength: 12 }) },
  { weight: 2, arbitrary: fc.stringMatching(/^[A-Z0-9*{},;=]{0,12}$/) },
  { weight: 1, arbitrary: fc.integer({ min: -1000, max: 1_000_000 }).map(String) },
);

/** Any JSON value in place of a valid one. */
export const arbitraryValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 6, arbitrary: arbitraryText },
  { weight: 4, arbitrary: fc.integer({ min: -5, max: 130 }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(null, true, false, [], {}, [[]], [null], { $gt: '' }, 1e308, -1e308, 2 ** 53, 0.1),
  },
  { weight: 2, arbitrary: fc.array(arbitraryText, { maxLength: 4 }) },
  { weight: 2, arbitrary: fc.array(fc.integer({ min: -200, max: 1_000_000 }), { maxLength: 6 }) },
);
