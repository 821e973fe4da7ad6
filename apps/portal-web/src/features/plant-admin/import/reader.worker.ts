import { BrokenFile } from '@varco/imports/csv-records.ts';
import { createFileReader, type FileReader } from '@varco/imports/file-reader.ts';
import { createBlobSource } from './blob-source.ts';
import type { ReaderRequest, ReaderResponse, ReadingFault } from './reader-messages.ts';

/** Reads and parses one file in a thread of its own, so that the page stays responsive whatever its size. */
let reader: FileReader | null = null;
let counting = new AbortController();
/** A page that is drawn for every piece of the file would be slower than the reading. */
const PROGRESS_INTERVAL_MS = 100;

addEventListener('message', ({ data }: MessageEvent<ReaderRequest>) => {
  const respond = (response: ReaderResponse): void => postMessage(response);
  let shownAt = 0;
  const report = (count: number): void => {
    if (performance.now() - shownAt < PROGRESS_INTERVAL_MS) return;
    shownAt = performance.now();
    respond({ id: data.id, kind: 'progress', count });
  };
  run(data, report).then(
    (value) => respond({ id: data.id, kind: 'done', value }),
    (error: unknown) => respond({ id: data.id, kind: 'failed', fault: toFault(error) }),
  );
});

function run(request: ReaderRequest, onProgress: (count: number) => void): Promise<unknown> {
  if (request.call === 'open') {
    reader = createFileReader(createBlobSource(request.file));
    return reader.open(onProgress);
  }
  if (reader === null) return Promise.reject(new Error('no file'));
  if (request.call === 'next') return reader.next();
  if (request.call === 'describe') return reader.describe(request.choice);
  if (request.call === 'begin') return reader.begin(request.choice);
  // Only the last count is of use.
  counting.abort();
  counting = new AbortController();
  return reader.count(request.choice, onProgress, counting.signal);
}

const toFault = (error: unknown): ReadingFault =>
  error instanceof BrokenFile
    ? { code: 'brokenFile', detail: String(error.line) }
    : { code: 'unreadable', detail: error instanceof Error ? error.name : '' };
