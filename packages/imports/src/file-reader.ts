import { getValue } from './convert-record.ts';
import { readRecords } from './csv-records.ts';
import { describeFile, type FileDescription, planChoice, type ReadingChoice } from './describe-file.ts';
import type { ForeignFormat } from './foreign-format.ts';
import { type Encoding, type FileSource, inspectFile, readSample } from './inspect-file.ts';
import { type ImportBatch, readBatches } from './read-batches.ts';

/** What reading a file once says about it. */
export interface OpenedFile {
  /** SHA-256, hexadecimal. */
  readonly hash: string;
  readonly bytes: number;
  readonly encoding: Encoding;
  readonly foreign: ForeignFormat | null;
}

/** Lines of a whole file, without its titles, and the gates they name. */
export interface FileContents {
  readonly lines: number;
  /** By number of lines, the most first; empty where one gate is chosen for all. */
  readonly gates: readonly { readonly name: string; readonly lines: number }[];
  /** More gates are named than an import may have: counting stopped there. */
  readonly hasTooManyGates: boolean;
}

/** Gates that one import may name. */
const MAX_GATES = 500;

/** Reads one file as often as needed, never whole. All methods throw errors of the source. */
export interface FileReader {
  /** Reads the file once; must be called first. */
  open(onBytes: (bytes: number) => void): Promise<OpenedFile>;
  describe(choice: ReadingChoice): Promise<FileDescription>;
  /** Counts lines and gates of the whole file. Throws `BrokenFile`, and when it cannot be read as chosen. */
  count(choice: ReadingChoice, onLines: (lines: number) => void, signal: AbortSignal): Promise<FileContents>;
  /** Begins to read the lines; `next` yields them. Throws when the file cannot be read as chosen. */
  begin(choice: ReadingChoice): Promise<void>;
  /** The next lines; null: there are no more. Throws `BrokenFile`. */
  next(): Promise<ImportBatch | null>;
}

/** Creates the reader of a source. */
export function createFileReader(source: FileSource): FileReader {
  let found: Encoding = 'utf8';
  let batches: AsyncGenerator<ImportBatch> | null = null;
  const samples = new Map<Encoding, string>();
  const plan = async (choice: ReadingChoice) => {
    const encoding = choice.encoding ?? found;
    const planned = planChoice(await getSample(encoding), choice);
    if ('fault' in planned) throw new Error(`not readable as chosen: ${planned.fault}`);
    return { encoding, planned };
  };
  async function getSample(encoding: Encoding): Promise<string> {
    const known = samples.get(encoding);
    if (known !== undefined) return known;
    const sample = await readSample(source, encoding);
    samples.set(encoding, sample);
    return sample;
  }
  return {
    async open(onBytes) {
      const { hash, bytes, encoding, sample, foreign } = await inspectFile(source, null, onBytes);
      found = encoding;
      samples.set(encoding, sample);
      return { hash, bytes, encoding, foreign };
    },
    async describe(choice) {
      const encoding = choice.encoding ?? found;
      return describeFile(await getSample(encoding), encoding, choice);
    },
    async count(choice, onLines, signal) {
      const { encoding, planned } = await plan(choice);
      const { mapping, gate } = planned.plan;
      const gates = new Map<string, number>();
      let lines = 0;
      for await (const records of readRecords(source, encoding, planned.delimiter)) {
        signal.throwIfAborted();
        for (const { line, fields } of records) {
          if (line <= planned.headerLine) continue;
          lines += 1;
          const name = gate === null ? getValue(fields, mapping, 'gate') : undefined;
          if (name === undefined) continue;
          gates.set(name, (gates.get(name) ?? 0) + 1);
        }
        if (gates.size > MAX_GATES) break;
        onLines(lines);
      }
      const byLines = [...gates].map(([name, count]) => ({ name, lines: count })).toSorted((a, b) => b.lines - a.lines);
      return { lines, gates: byLines.slice(0, MAX_GATES), hasTooManyGates: gates.size > MAX_GATES };
    },
    async begin(choice) {
      await batches?.return(undefined);
      const { encoding, planned } = await plan(choice);
      batches = readBatches(source, encoding, planned);
    },
    async next() {
      if (batches === null) throw new Error('not begun');
      const { value, done } = await batches.next();
      return done === true ? null : value;
    },
  };
}
