import type { ImportRead } from '@varco/contract/plant/file-imports.ts';
import { convertRecord, type RefusalReason } from './convert-record.ts';
import { readRecords } from './csv-records.ts';
import type { Encoding, FileSource } from './inspect-file.ts';
import type { PlannedImport } from './plan-import.ts';

/** Lines that the plant accepts in one call. */
const BATCH_SIZE = 500;

/** A read with the cells it was made of. */
export interface BatchLine {
  readonly read: ImportRead;
  readonly fields: readonly string[];
}

/** A line that is no read, with the code of the reason. */
export interface LineRefusal {
  readonly line: number;
  readonly reason: RefusalReason;
  readonly fields: readonly string[];
}

/** Up to 500 reads in the order of the file, with the lines refused between them. */
export interface ImportBatch {
  readonly lines: readonly BatchLine[];
  readonly refused: readonly LineRefusal[];
  /** Lines read from the file so far, without the header. */
  readonly readLines: number;
  /** Reads so far of a vehicle whose plate was not read. */
  readonly unread: number;
}

/** Yields all lines of a file as reads and refusals; the last batch may have no reads. Throws as `readRecords` does. */
export async function* readBatches(
  source: FileSource,
  encoding: Encoding,
  { plan, delimiter, headerLine }: Pick<PlannedImport, 'plan' | 'delimiter' | 'headerLine'>,
): AsyncGenerator<ImportBatch> {
  let lines: BatchLine[] = [];
  let refused: LineRefusal[] = [];
  let [readLines, unread] = [0, 0];
  for await (const records of readRecords(source, encoding, delimiter))
    for (const { line, fields } of records) {
      if (line <= headerLine) continue;
      readLines += 1;
      const read = convertRecord(line, fields, plan);
      if (typeof read === 'string') refused.push({ line, reason: read, fields });
      else {
        lines.push({ read, fields });
        if (read.targa === '') unread += 1;
      }
      if (lines.length + refused.length < BATCH_SIZE) continue;
      yield { lines, refused, readLines, unread };
      [lines, refused] = [[], []];
    }
  yield { lines, refused, readLines, unread };
}
