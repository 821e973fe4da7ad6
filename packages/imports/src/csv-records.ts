import { parse, type Options } from 'csv-parse/browser/esm';
import { parse as parseAtOnce } from 'csv-parse/browser/esm/sync';
import { createFileDecoder, type Encoding, type FileSource } from './inspect-file.ts';

/** One record of a file with the number of its first line, from 1. */
export interface CsvRecord {
  readonly line: number;
  readonly fields: readonly string[];
}

/** The file cannot be read as CSV from this line on: open quotes, or a record over 64 KiB. */
export class BrokenFile extends Error {
  override readonly name = 'BrokenFile';
  readonly line: number;

  constructor(line: number, cause: unknown) {
    super(`not readable at line ${line}`, { cause });
    this.line = line;
  }
}

export const DELIMITERS = [';', ',', '\t', '|'] as const;
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
 * Yields all records of a file, which may exceed the memory, as many at once as a piece of the source contains. Throws
 * `BrokenFile`, and errors of the source.
 */
export async function* readRecords(
  source: FileSource,
  encoding: Encoding,
  delimiter: string,
): AsyncGenerator<readonly CsvRecord[]> {
  const parser = parse(buildParserOptions(delimiter));
  const decoder = createFileDecoder(encoding);
  let found: CsvRecord[] = [];
  const collect = (): void => {
    for (let one: unknown = parser.read(); one !== null; one = parser.read()) found.push(toRecord(one));
  };
  const failed = new Promise<never>((_resolve, reject) => {
    parser.on('error', (error: unknown) => reject(toBrokenFile(error)));
  });
  // Reported by the races below; this only prevents an unhandled rejection between two of them.
  failed.catch(() => {});
  const ended = new Promise<void>((resolve) => {
    parser.on('end', () => resolve());
  });
  parser.on('readable', collect);
  const takeFound = (): readonly CsvRecord[] => {
    collect();
    const taken = found;
    found = [];
    return taken;
  };
  for await (const piece of source.read()) {
    const text = decoder.decode(piece, { stream: true });
    if (text === '') continue;
    await Promise.race([failed, new Promise<void>((resolve) => void parser.write(text, () => resolve()))]);
    yield takeFound();
  }
  parser.end(decoder.decode());
  await Promise.race([failed, ended]);
  yield takeFound();
}

/** The parser's errors carry the line they were found at. */
function toBrokenFile(error: unknown): BrokenFile {
  const lines: unknown = Reflect.get(Object(error), 'lines');
  return new BrokenFile(typeof lines === 'number' ? lines : 0, error);
}

function toRecord(found: unknown): CsvRecord {
  const record: unknown = Reflect.get(Object(found), 'record');
  const lines: unknown = Reflect.get(Object(Reflect.get(Object(found), 'info')), 'lines');
  const fields = Array.isArray(record) ? record.map(String) : [];
  const end = typeof lines === 'number' ? lines : 0;
  // The parser counts the line where a record ends; quoted fields may contain line breaks.
  return { line: end - fields.reduce((sum, field) => sum + field.split('\n').length - 1, 0), fields };
}
