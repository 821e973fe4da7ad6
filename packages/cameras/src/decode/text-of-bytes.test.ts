import { expect, test } from 'vitest';
import { toText } from './text-of-bytes.ts';

const XML = '<Msg><Make>Citroën</Make></Msg>';
const wide = (text: string, isBigEndian: boolean): Buffer => {
  const bytes = Buffer.from(text, 'utf16le');
  return isBigEndian ? bytes.swap16() : bytes;
};
const withMark = (text: string): Buffer => Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(text)]);

test.each([
  ['UTF-8', Buffer.from(XML), null],
  ['UTF-8 with its mark', withMark(XML), null],
  ['UTF-8 with its mark, declared as another', withMark(XML), 'iso-8859-1'],
  ['UTF-8 declared as UTF-16', Buffer.from(XML), 'utf-16'],
  ['Windows-1252 that nothing declares', Buffer.from(XML, 'latin1'), null],
  ['ISO 8859-1', Buffer.from(XML, 'latin1'), 'iso-8859-1'],
  ['UTF-16, low byte first, with its mark', wide(`\ufeff${XML}`, false), null],
  ['UTF-16, high byte first, with its mark', wide(`\ufeff${XML}`, true), null],
  ['UTF-16, low byte first, without a mark', wide(XML, false), null],
  ['UTF-16, high byte first, without a mark', wide(XML, true), null],
  ['UTF-16 without a mark, declared as UTF-8', wide(XML, false), 'utf-8'],
])('a body in %s is read as its text', (_name, bytes, charset) => {
  expect(toText(bytes, charset).replace(/^\ufeff/, '')).toBe(XML);
});

test('zeros in a body of single bytes make no UTF-16 of it', () => {
  for (const text of ['a\0b', 'ab\0\0cd\0\0', '\0\0\0\0\0\0\0\0', 'a\0b\0c\0de'])
    expect(toText(Buffer.from(text), null)).toBe(text);
});
