import { createHash } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { BrokenFile } from './csv-records.ts';
import type { ReadingChoice } from './describe-file.ts';
import { createFileReader, type FileReader } from './file-reader.ts';
import type { FileSource } from './inspect-file.ts';

const AS_FOUND: ReadingChoice = {
  encoding: null,
  delimiter: null,
  columns: null,
  timeFormat: null,
  zone: null,
  gate: null,
  gateNames: [],
};

/** A file in pieces of `size` bytes. */
const toSource = (bytes: Uint8Array, size = 7): FileSource => ({
  async *read() {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  },
});
async function open(content: string | Uint8Array, size?: number): Promise<FileReader> {
  const reader = createFileReader(toSource(typeof content === 'string' ? Buffer.from(content) : content, size));
  await reader.open(() => {});
  return reader;
}
async function readAll(reader: FileReader, choice: ReadingChoice) {
  await reader.begin(choice);
  const [lines, refused] = [[] as unknown[], [] as unknown[]];
  for (let batch = await reader.next(); batch !== null; batch = await reader.next()) {
    lines.push(...batch.lines.map(({ read }) => read));
    refused.push(...batch.refused);
  }
  return { lines, refused };
}
const count = (reader: FileReader, choice = AS_FOUND) => reader.count(choice, () => {}, new AbortController().signal);

const ODD = [
  'Nr;VRM_x;Quando;Dove',
  '1;OD001DD;10/07/2026 - 16:30:51;T1',
  '2;OD002DD;13/07/2026 - 16:31:00;T2',
  '3;OD003DD;ieri;T1',
].join('\n');

test('a file with titles nobody knows is described, corrected by hand and read as chosen', async () => {
  const reader = await open(ODD);
  const found = await reader.describe(AS_FOUND);
  expect(found.fault).toMatchObject({ fault: 'noPlate' });
  expect(found.columns.map(({ name, meaning, examples }) => [name, meaning, examples[0]])).toEqual([
    ['Nr', null, '1'],
    ['VRM_x', null, 'OD001DD'],
    ['Quando', null, '10/07/2026 - 16:30:51'],
    ['Dove', null, 'T1'],
  ]);
  const choice: ReadingChoice = {
    ...AS_FOUND,
    columns: [
      ['plate', 1],
      ['time', 2],
      ['gate', 3],
    ],
    timeFormat: 'dd/MM/yyyy - HH:mm:ss',
    gateNames: [['T1', 'Porta Fiume']],
  };
  const described = await reader.describe(choice);
  expect(described).toMatchObject({
    fault: null,
    timeFormat: { pattern: 'dd/MM/yyyy - HH:mm:ss' },
    zone: 'Europe/Rome',
    times: [
      { text: '10/07/2026 - 16:30:51', at: '2026-07-10T14:30:51.000Z' },
      { text: '13/07/2026 - 16:31:00', at: '2026-07-13T14:31:00.000Z' },
      { text: 'ieri', at: null },
    ],
    preview: [
      { line: 2, outcome: { targa: 'OD001DD', varco: 'Porta Fiume' } },
      { line: 3, outcome: { varco: 'T2' } },
      { line: 4, outcome: 'time_unreadable' },
    ],
  });
  expect(await count(reader, choice)).toEqual({
    lines: 3,
    gates: [
      { name: 'T1', lines: 2 },
      { name: 'T2', lines: 1 },
    ],
    hasTooManyGates: false,
  });
  const all = await readAll(reader, choice);
  expect(all.lines).toHaveLength(2);
  expect(all.refused).toEqual([{ line: 4, reason: 'time_unreadable', fields: ['3', 'OD003DD', 'ieri', 'T1'] }]);
});

test('the hash is that of the file, whatever its pieces', async () => {
  const bytes = Buffer.from(ODD);
  for (const size of [1, 13, 4096]) {
    const opened = await createFileReader(toSource(bytes, size)).open(() => {});
    expect(opened.hash).toBe(createHash('sha256').update(bytes).digest('hex'));
  }
});

const SIMPLE = 'targa;data;varco\nAB123CD;2026-07-10 10:00;Località\n';
const utf16be = (text: string): Uint8Array => Buffer.from(`\ufeff${text}`, 'utf16le').swap16();
test.each([
  ['utf8', Buffer.from(SIMPLE)],
  ['utf8', Buffer.from(`\ufeff${SIMPLE}`)],
  ['latin1', Buffer.from(SIMPLE, 'latin1')],
  ['utf16le', Buffer.from(`\ufeff${SIMPLE}`, 'utf16le')],
  ['utf16be', utf16be(SIMPLE)],
])('%s is recognised', async (encoding, bytes) => {
  const reader = await open(bytes);
  expect(await reader.describe(AS_FOUND)).toMatchObject({
    encoding,
    fault: null,
    preview: [{ outcome: { targa: 'AB123CD', varco: 'Località' } }],
  });
});

test('another encoding than the one found can be chosen', async () => {
  const reader = await open(Buffer.from(SIMPLE));
  expect(await reader.describe({ ...AS_FOUND, encoding: 'latin1' })).toMatchObject({
    encoding: 'latin1',
    preview: [{ outcome: { varco: 'LocalitÃ' } }],
  });
});

test.each([
  ['zip', Buffer.concat([Buffer.from('PK\u0003\u0004'), deflateRawSync(Buffer.from(SIMPLE))])],
  ['gzip', Buffer.from([0x1f, 0x8b, 8, 0])],
  ['xls', Buffer.from([0xd0, 0xcf, 0x11, 0xe0])],
  ['pdf', Buffer.from('%PDF-1.7')],
  ['binary', Buffer.alloc(5_000)],
  ['binary', Buffer.from(SIMPLE, 'utf16le')],
])('%s is named and not read', async (foreign, bytes) => {
  let read = 0;
  const source = toSource(bytes, 1_000);
  const opened = await createFileReader(source).open((sum) => (read = sum));
  expect([opened.foreign, read]).toEqual([foreign, 0]);
});

test('a huge line and open quotes end with the number of the line', async () => {
  const huge = await open(`${SIMPLE}AB124CD;2026-07-10 10:00;${'x'.repeat(200_000)}\n`, 4_096);
  const line = await count(huge).then(
    () => null,
    (error: unknown) => error,
  );
  expect(line).toBeInstanceOf(BrokenFile);
  expect(line).toMatchObject({ line: 3 });
  const open64 = await open(`${SIMPLE}"AB124CD;2026-07-10 10:00;a\n${'b;c;d\n'.repeat(20_000)}`, 4_096);
  await expect(count(open64)).rejects.toBeInstanceOf(BrokenFile);
});

test('a file without a line break, an empty one and one of titles only end with a fault', async () => {
  expect((await (await open('x'.repeat(700_000), 65_536)).describe(AS_FOUND)).fault).not.toBeNull();
  expect((await (await open('')).describe(AS_FOUND)).fault).toEqual({ fault: 'empty', detail: '' });
  expect((await (await open('targa;data;varco\n')).describe(AS_FOUND)).fault).toMatchObject({ fault: 'unknownTimes' });
});

test('counting stops with too many gates, and when it is aborted', async () => {
  const rows = Array.from({ length: 3_000 }, (_, i) => `AB123CD;2026-07-10 10:00;Varco ${i}`);
  const reader = await open(['targa;data;varco', ...rows].join('\n'), 4_096);
  expect(await count(reader)).toMatchObject({ hasTooManyGates: true });
  const stopped = new AbortController();
  const running = reader.count(AS_FOUND, () => stopped.abort(), stopped.signal);
  await expect(running).rejects.toThrow('abort');
});
