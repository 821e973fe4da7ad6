import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { parse, type Options } from 'csv-parse';
import { parse as parseAtOnce } from 'csv-parse/sync';
import { decoderOf, type Encoding } from './inspect-file.ts';

/** One record of a file and the line it begins at, from 1. */
export interface CsvRecord {
  readonly line: number;
  readonly fields: readonly string[];
}

const DELIMITERS = [';', ',', '\t', '|'] as const;
const MOST_CHARACTERS = 64 * 1024;

const optionsFor = (delimiter: string): Options => ({
  delimiter,
  relax_column_count: true,
  relax_quotes: true,
  skip_empty_lines: true,
  info: true,
  max_record_size: MOST_CHARACTERS,
});

/** The delimiter that cuts the most lines of the sample into the same number of columns, more than one. */
export function detectDelimiter(sample: string): string {
  let best = { delimiter: ',', score: 0 };
  for (const delimiter of DELIMITERS) {
    const widths = sampleRecords(sample, delimiter, 100).map(({ fields }) => fields.length);
    const counts = new Map<number, number>();
    for (const width of widths) counts.set(width, (counts.get(width) ?? 0) + 1);
    const [width = 1, times = 0] = [...counts].toSorted((a, b) => b[1] - a[1])[0] ?? [];
    const score = width < 2 ? 0 : (times / widths.length) * 100 + Math.min(width, 30);
    if (score > best.score) best = { delimiter, score };
  }
  return best.delimiter;
}

/** Records of a sample; its last line may be cut off and is left out unless it is the only one. */
export function sampleRecords(sample: string, delimiter: string, most: number): readonly CsvRecord[] {
  const end = sample.lastIndexOf('\n');
  const whole = sample.length < 512 * 1024 || end < 0 ? sample : sample.slice(0, end + 1);
  try {
    const found: unknown = parseAtOnce(whole, { ...optionsFor(delimiter), to: most });
    return Array.isArray(found) ? found.map(toRecord) : [];
  } catch {
    return [];
  }
}

/** All records of a file, in pieces: a file may be larger than the memory. Throws on an open quotation or a huge record. */
export async function* readRecords(path: string, encoding: Encoding, delimiter: string): AsyncGenerator<CsvRecord> {
  const parser = parse(optionsFor(delimiter));
  const feeding = pipeline(createReadStream(path), decoding(encoding), parser);
  // The parser's own failure comes out below; this one only waits to be looked at.
  feeding.catch(() => {});
  for await (const found of parser) yield toRecord(found);
  await feeding;
}

/** Pieces of a file as text; a character cut in two by a piece's end is put together. */
const decoding = (encoding: Encoding) =>
  async function* decode(pieces: AsyncIterable<Buffer>): AsyncGenerator<string> {
    const decoder = decoderOf(encoding);
    for await (const piece of pieces) yield decoder.decode(piece, { stream: true });
    yield decoder.decode();
  };

function toRecord(found: unknown): CsvRecord {
  const record: unknown = Reflect.get(Object(found), 'record');
  const lines: unknown = Reflect.get(Object(Reflect.get(Object(found), 'info')), 'lines');
  const fields = Array.isArray(record) ? record.map(String) : [];
  const end = typeof lines === 'number' ? lines : 0;
  // The parser counts where a record ends; a quoted field may hold line breaks.
  return { line: end - fields.reduce((sum, field) => sum + field.split('\n').length - 1, 0), fields };
}
