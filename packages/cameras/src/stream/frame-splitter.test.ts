import { expect, test } from 'vitest';
import * as fc from 'fast-check';
import { FrameSplitter, FrameTooLong } from './frame-splitter.ts';

const MAX = 10_000;
const FRAMES = [
  '<root a="1>2"><!-- </root> --><plate>AA000BB</plate><x/><![CDATA[</root>]]></root>',
  '<?xml version="1.0"?>\n<Msg><A b=\'/>\'/></Msg>',
  '<empty/>',
  '{"plate":"AA000BB","note":"\\"}{","list":[1,{"a":[]}]}',
  '[{"plate":"AA000BB"}]',
  '\u0002AA000BB;2026-11-27\u0003',
  'AA000BB;2026-11-27T10:00:00\n',
];
const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const textOf = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

function splitInPieces(text: string, sizes: readonly number[]): readonly string[] {
  const splitter = new FrameSplitter(MAX);
  const bytes = bytesOf(text);
  const found: string[] = [];
  let at = 0;
  for (let turn = 0; at < bytes.length; turn += 1) {
    const size = sizes[turn % sizes.length] ?? 1;
    found.push(...splitter.push(bytes.subarray(at, at + size)).map(textOf));
    at += size;
  }
  return found;
}

test.each(FRAMES)('a frame is found whatever the pieces: %s', (frame) => {
  for (const size of [1, 2, 3, 7, 1_000]) expect(splitInPieces(`${frame}\r\n${frame}`, [size])).toEqual([frame, frame]);
});

test('documents, lines and fillers after each other are separate frames', () => {
  const [xml = '', declared = '', , json = '', list = '', , line = ''] = FRAMES;
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 8 }), (sizes) => {
      const text = `\r\n${xml}\0${declared}\n\n${json}${list} \t${line}${xml}`;
      expect(splitInPieces(text, sizes)).toEqual([xml, declared, json, list, line, xml]);
    }),
  );
});

test('a checksum after ETX is dropped, even one that looks like the start of a document', () => {
  expect(splitInPieces('\u0002AA000BB\u0003<\u0002AA111BB\u0003{', [4])).toEqual([
    '\u0002AA000BB\u0003',
    '\u0002AA111BB\u0003',
  ]);
});

test('a line without an end is taken when asked, a document that is not complete never', () => {
  const line = new FrameSplitter(MAX);
  expect(line.push(bytesOf('AA000BB;1'))).toEqual([]);
  expect(textOf(line.flushLine() ?? new Uint8Array())).toBe('AA000BB;1');
  expect(line.push(bytesOf('AA111BB\n')).map(textOf)).toEqual(['AA111BB\n']);
  const document = new FrameSplitter(MAX);
  document.push(bytesOf('<a><b>'));
  expect(document.flushLine()).toBeNull();
  expect(document.pending).toBe(6);
});

test('a frame longer than allowed ends the connection, however it arrives', () => {
  for (const start of ['<a>', '{"a":"', '\u0002', 'x']) {
    const splitter = new FrameSplitter(100);
    splitter.push(bytesOf(start));
    expect(() => splitter.push(bytesOf('y'.repeat(200)))).toThrow(FrameTooLong);
  }
});

test('any bytes in any pieces give frames or an error, in time that grows with the bytes', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 500 }), fc.integer({ min: 1, max: 9 }), (bytes, size) => {
      const splitter = new FrameSplitter(MAX);
      let taken = 0;
      for (let at = 0; at < bytes.length; at += size)
        for (const frame of splitter.push(bytes.subarray(at, at + size))) taken += frame.length;
      expect(taken + splitter.pending).toBeLessThanOrEqual(bytes.length);
    }),
    { numRuns: 500 },
  );
  const splitter = new FrameSplitter(3_000_000);
  splitter.push(bytesOf('<a><![CDATA['));
  const one = bytesOf(']');
  for (let at = 0; at < 2_000_000; at += 1) splitter.push(one);
  expect(splitter.push(bytesOf('>]]></a>'))).toHaveLength(1);
});
