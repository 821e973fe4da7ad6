import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CopyRowReader } from './copy-rows.ts';

type Field = Uint8Array | null;

const int32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
};
const int16 = (value: number): Buffer => int32(value).subarray(2);

/** The bytes PostgreSQL sends for rows. */
const encode = (rows: readonly (readonly Field[])[], end: readonly Buffer[] = [int16(-1)]): Buffer =>
  Buffer.concat([
    Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0', 'latin1'),
    ...rows.flatMap((row) => [
      int16(row.length),
      ...row.flatMap((field) => (field === null ? [int32(-1)] : [int32(field.length), field])),
    ]),
    ...end,
  ]);

/** Rows read from chunks that end at these places. */
function read(bytes: Buffer, cuts: readonly number[]): Field[][] {
  const reader = new CopyRowReader(2);
  const rows: Field[][] = [];
  const ends = [...new Set(cuts.map((cut) => cut % (bytes.length + 1)))].sort((a, b) => a - b);
  for (const [at, end] of [...ends, bytes.length].entries())
    reader.push(bytes.subarray(ends[at - 1] ?? 0, end), (chunk, bounds) => {
      const field = (start = -1, stop = 0): Field => (start < 0 ? null : new Uint8Array(chunk.subarray(start, stop)));
      rows.push([field(bounds[0], bounds[1]), field(bounds[2], bounds[3])]);
    });
  reader.finish();
  return rows;
}

test('rows are the same wherever the stream is cut', () => {
  const field = fc.option(fc.uint8Array({ maxLength: 40 }));
  const rows = fc.array(fc.tuple(field, field), { maxLength: 12 });
  fc.assert(
    fc.property(rows, fc.array(fc.nat(), { maxLength: 8 }), (written, cuts) => {
      expect(read(encode(written), cuts)).toEqual(written);
    }),
  );
});

test('a stream that ends early, or has other fields, is an error and not a short table', () => {
  const rows = [[Uint8Array.of(1), null]];
  expect(() => read(encode(rows, []), [])).toThrow('in the middle');
  expect(() => read(encode(rows).subarray(0, 25), [])).toThrow('in the middle');
  expect(() => read(encode([[null, null, null]]), [])).toThrow('3 fields');
});
