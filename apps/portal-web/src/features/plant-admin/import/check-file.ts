import type { ImportRead } from '@varco/contract/plant/file-imports.ts';
import type { ImportBatch } from '@varco/imports/read-batches.ts';
import type { CheckProgress } from './import-state.ts';
import type { RefusedList } from './refused-list.ts';

/** What the check of a file needs. */
export interface CheckPorts {
  /** The next lines of the file; null: there are no more. */
  next(): Promise<ImportBatch | null>;
  /** Has the plant check reads and stage them; returns those it refused. */
  send(reads: ImportRead[]): Promise<readonly { readonly line: number; readonly reason: string }[]>;
  /** Resolves at once, or when a pause ends. */
  waitForPause(): Promise<void>;
  onProgress(progress: Omit<CheckProgress, 'state' | 'rate'>): void;
  readonly refused: RefusedList;
  /** Up to this line the plant has the file already; it refused those of `refusedBefore`. */
  readonly readTo: number;
  readonly refusedBefore: ReadonlyMap<number, string>;
}

/** The plant takes no more lines. */
export class TooManyLines extends Error {
  override readonly name = 'TooManyLines';
}

/**
 * Sends a file to the plant batch by batch, each line once. Lines that the plant has from an earlier run are counted and not
 * sent. Throws `TooManyLines`, and what the ports throw.
 */
export async function checkFile(ports: CheckPorts): Promise<void> {
  const { refused, readTo, refusedBefore } = ports;
  let [accepted, unread] = [0, 0];
  let span: CheckProgress['span'] = null;
  const accept = ({ data, targa }: ImportRead): void => {
    accepted += 1;
    if (targa === '') unread += 1;
    if (span === null) span = { first: data, last: data };
    else if (data < span.first) span = { ...span, first: data };
    else if (data > span.last) span = { ...span, last: data };
  };
  let upcoming = readNext(ports);
  for (let batch = await upcoming; batch !== null; batch = await upcoming) {
    // The next lines are parsed while the plant checks these.
    upcoming = readNext(ports);
    await ports.waitForPause();
    for (const { line, reason, fields } of batch.refused) refused.add(line, reason, fields);
    const fresh = batch.lines.filter(({ read }) => read.line > readTo);
    const outcomes = fresh.length === 0 ? [] : await ports.send(fresh.map(({ read }) => read));
    const reasons = new Map(outcomes.map(({ line, reason }) => [line, reason]));
    if (outcomes.some(({ reason }) => reason === 'too_many_lines')) throw new TooManyLines();
    for (const { read, fields } of batch.lines) {
      const reason = reasons.get(read.line) ?? refusedBefore.get(read.line);
      if (reason === undefined) accept(read);
      else refused.add(read.line, reason, fields);
    }
    const counts = { accepted, unread, refused: new Map(refused.counts), refusedCount: refused.count };
    ports.onProgress({ ...counts, lines: batch.readLines, span });
  }
}

/** Its failure is reported when it is awaited, and is no unhandled one before. */
function readNext(ports: CheckPorts): Promise<ImportBatch | null> {
  const upcoming = ports.next();
  upcoming.catch(() => {});
  return upcoming;
}
