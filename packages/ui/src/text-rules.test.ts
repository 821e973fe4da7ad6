import { describe, expect, test } from 'vitest';
import { cleanText, findTextFault, type TextRules } from './text-rules.ts';

const CODE: TextRules = { required: true, minLength: 3, maxLength: 6, invalid: /[^A-Z0-9]/g };

describe('inputs of forms (T 5.6)', () => {
  test.each([
    ['UIE-12 matches of the pattern are removed wherever they stand', 'a C-E.S 1', 'CES1'],
    ['UIE-12 what is longer is cut, after the removal', '--ABCDEFGH', 'ABCDEF'],
    ['UIE-12 what fits stays', 'CES01', 'CES01'],
    ['UIE-12 nothing may be left', 'èé!', ''],
  ])('%s', (_title, typed, stored) => {
    expect(cleanText(typed, CODE)).toBe(stored);
  });

  test('UIE-12 required and minlength are told; an empty text nobody requires is right', () => {
    expect(findTextFault('', CODE)).toBe('required');
    expect(findTextFault('   ', CODE)).toBe('required');
    expect(findTextFault('CE', CODE)).toBe('short');
    expect(findTextFault('CES', CODE)).toBeNull();
    expect(findTextFault('', { minLength: 3 })).toBeNull();
    expect(findTextFault('ab', {})).toBeNull();
    expect(cleanText('anything at all!', {})).toBe('anything at all!');
  });
});
