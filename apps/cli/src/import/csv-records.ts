import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { parse, type Options } from 'csv-parse';
import { parse as parseAtOnce } from 'csv-parse/sync';
import { createFileDecoder, type Encoding } from './inspect-file.ts';

/** One record of a file with the number of its first line, from 1. */
export interface CsvRecord {
  readonly line: number;
  readonly fields: readonly string[];
}

const DELIMITERS = [';', ',', '\t', '|'] as const;
const MAX_RECORD_CHARACTERS = 64 * 1024;

const buildParserOptions = (delimiter: string): Options => ({
  delimiter,
  relax_column_count: true,
  relax_quotes: true,
  skip_empty_lines: true,
  info: true,
  max_record_size: MAX_RECORD_CHARACTERS,
});

/** The delimiter that splits the most sample lines into the same number of columns, more than one. */
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

/**
 * Records of a sample. The last line may be truncated and is left out unless it is the only one. At most `most`
 * records.
 */
export function sampleRecords(sample: string, delimiter: string, most: number): readonly CsvRecord[] {
  const end = sample.lastIndexOf('\n');
  const whole = sample.length < 512 * 1024 || end < 0 ? sample : sample.slice(0, end + 1);
  const found: CsvRecord[] = [];
  try {
    // The records before a broken one still show the form of the file; reading all of it names the broken line.
    parseAtOnce(whole, {
      ...buildParserOptions(delimiter),
      to: most,
      on_record(record: unknown) {
        found.push(toRecord(record));
        return null;
      },
    });
  } catch {
    return found;
  }
  return found;
}

/**
 * Streams all records of a file, which may exceed the memory. Throws on an unterminated quotation or an oversized
 * record.
 */
export async function* readRecords(path: string, encoding: Encoding, delimiter: string): AsyncGenerator<CsvRecord> {
  const parser = parse(buildParserOptions(delimiter));
  const feeding = pipeline(createReadStream(path), createDecoder(encoding), parser);
  // The iteration below reports the parser's failure; this only prevents an unhandled rejection.
  feeding.catch(() => {});
  for await (const found of parser) yield toRecord(found);
  await feeding;
}

/** Decodes chunks of a file; a character split between two chunks is joined. */
const createDecoder = (encoding: Encoding) =>
  async function* decode(pieces: AsyncIterable<Buffer>): AsyncGenerator<string> {
    const decoder = createFileDecoder(encoding);
    for await (const piece of pieces) yield decoder.decode(piece, { stream: true });
    yield decoder.decode();
  };

function toRecord(found: unknown): CsvRecord {
  const record: unknown = Reflect.get(Object(found), 'record');
  const lines: unknown = Reflect.get(Object(Reflect.get(Object(found), 'info')), 'lines');
  const fields = Array.isArray(record) ? record.map(String) : [];
  const end = typeof lines === 'number' ? lines : 0;
  // The parser counts the line where a record ends; quoted fields may contain line breaks.
  return { line: end - fields.reduce((sum, field) => sum + field.split('\n').length - 1, 0), fields };
}
