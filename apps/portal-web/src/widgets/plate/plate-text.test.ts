import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cleanPlateInput, cleanPlateText } from './plate-text.ts';

describe('text of the plate box', () => {
  test.each([
    ['gk508rb', 'GK508RB'],
    ['gk 508 rb', 'GK508RB'],
    ['gk5*,*48*', 'GK5*,*48*'],
    ['{a;b}=1', '{A;B}=1'],
    ["<script>alert('x')</script>", 'SCRIPTALERTXSCRIPT'],
    ['gk-508_rb?%', 'GK508RB'],
    ['\u0000\u202egk\n', 'GK'],
  ])('%j becomes %s', (typed, text) => {
    expect(cleanPlateText(typed)).toBe(text);
  });

  test('whatever is typed or pasted, only allowed characters stay and cleaning again changes nothing', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (typed) => {
        const text = cleanPlateText(typed);
        expect(text).toMatch(/^[A-Z0-9,;={}*]*$/);
        expect(cleanPlateText(text)).toBe(text);
      }),
    );
  });

  test('the caret stays after what was typed before it', () => {
    expect(cleanPlateInput('gk 5|08', 5)).toEqual({ text: 'GK508', caret: 3 });
    expect(cleanPlateInput('a-b', 0)).toEqual({ text: 'AB', caret: 0 });
  });
});
