import { expect, test } from 'vitest';
import { DEFAULT_REASON_CODES, decodeReason, encodeReason, isMeaningfulReason, findReasonFault } from './reason.ts';

const reason = { code: 'stolen-vehicle', text: 'Ricerca di un veicolo rubato a Forlì', case: 'PP 12/2026' };
const header = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

test('a reason travels in the header and comes out as it was stated', () => {
  expect(encodeReason(reason)).toMatch(/^[A-Za-z0-9_-]+$/);
  expect(decodeReason(encodeReason(reason))).toEqual(reason);
  expect(decodeReason(header({ code: 'training', text: 'Prova di formazione' }))).toMatchObject({ case: null });
});

test.each([
  ['nine characters', 'abcdefghi', false],
  ['ten characters', 'abcdefghij', true],
  ['one repeated character', 'aaaaaaaaaaaaaaa', false],
  ['one repeated character with spaces', 'a a a a a a a a', false],
  ['spaces only', ' '.repeat(20), false],
  ['filled up with spaces', '  abcdefgh  ', false],
  ['ten emoji of two kinds', '🚗🚙🚗🚙🚗🚙🚗🚙🚗🚙', true],
])('reason text: %s', (_name, text, ok) => {
  expect(isMeaningfulReason(text)).toBe(ok);
});

test.each([
  ['not base64url', 'a+b='],
  ['not JSON', Buffer.from('code').toString('base64url')],
  ['not UTF-8', Buffer.from([0xff, 0xfe]).toString('base64url')],
  ['other member', header({ ...reason, admin: true })],
  ['no text', header({ code: 'training' })],
  ['code with capital letters', header({ ...reason, code: 'Training' })],
  ['control character', header({ ...reason, text: 'abcdefghij\u0000k' })],
  ['reversed writing direction', header({ ...reason, text: 'abcdefghij\u202ek' })],
  ['over 2 KiB', header({ ...reason, text: 'ab'.repeat(2_000) })],
])('a header is refused: %s', (_name, value) => {
  expect(decodeReason(value)).toBeNull();
});

test('what the plant asks decides', () => {
  const policy = { requiresReason: false, requiresCase: false, codes: [...DEFAULT_REASON_CODES] };
  expect(findReasonFault(null, policy)).toBeNull();
  expect(findReasonFault(null, { ...policy, requiresReason: true })).toBe('reason_missing');
  expect(findReasonFault(null, { ...policy, requiresCase: true })).toBe('reason_missing');
  expect(findReasonFault({ ...reason, case: null }, { ...policy, requiresCase: true })).toBe('case_required');
  expect(findReasonFault({ ...reason, case: null }, { ...policy, caseCodes: [reason.code] })).toBe('case_required');
  expect(findReasonFault({ ...reason, case: null }, { ...policy, caseCodes: ['accident'] })).toBeNull();
  expect(findReasonFault({ ...reason, code: 'curiosity' }, policy)).toBe('reason_invalid');
  expect(findReasonFault(reason, { ...policy, requiresReason: true, requiresCase: true })).toBeNull();
});
