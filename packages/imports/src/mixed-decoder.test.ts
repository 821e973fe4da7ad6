import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createMixedDecoder } from './mixed-decoder.ts';

/** Decodes in pieces of `size` bytes. */
function decodeInPieces(bytes: Buffer, size: number): string {
  const decoder = createMixedDecoder();
  let text = '';
  for (let at = 0; at < bytes.length; at += size)
    text += decoder.decode(bytes.subarray(at, at + size), { stream: true });
  return text + decoder.decode();
}

test.each([1, 2, 3, 7, 1000])('each line is read as what it is, also in pieces of %i bytes', (size) => {
  const lines = [
    Buffer.from('Località;è\r\n'),
    Buffer.from('Localit\xe0;\x80\n', 'latin1'),
    Buffer.from('è senza fine'),
  ];
  expect(decodeInPieces(Buffer.concat(lines), size)).toBe('Località;è\r\nLocalità;€\nè senza fine');
});

test('it tells whether a line was UTF-8; ASCII alone is not', () => {
  const decoder = createMixedDecoder();
  decoder.decode(Buffer.from('abc\nperch\xe9\n', 'latin1'), { stream: true });
  expect(decoder.hasUtf8).toBe(false);
  decoder.decode(Buffer.from('perché'));
  expect(decoder.hasUtf8).toBe(true);
});

test('UTF-8 is unchanged however it is cut; any bytes are decoded', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 1, max: 9 }), (text, size) => {
      expect(decodeInPieces(Buffer.from(text), size)).toBe(text.toWellFormed());
    }),
  );
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      expect(decodeInPieces(Buffer.from(bytes), 5)).toBe(decodeInPieces(Buffer.from(bytes), 200));
    }),
  );
});

test('a line without an end does not stay in memory', () => {
  const decoder = createMixedDecoder();
  let length = 0;
  for (let i = 0; i < 100; i += 1) length += decoder.decode(Buffer.alloc(64 * 1024, 'x'), { stream: true }).length;
  expect(length).toBeGreaterThan(95 * 64 * 1024);
});
