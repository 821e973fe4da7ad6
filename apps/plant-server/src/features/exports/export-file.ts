import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { StreamedFile } from '@varco/contract/endpoint.ts';
import { AppError } from '@varco/server-kit/errors/app-error.ts';
import type { ExportsDeps } from './exports.deps.ts';
import type { ExportJob } from './export-jobs.repository.ts';
import { SegmentStore } from './segment-store.ts';

/** Start of `Range: bytes=N-`; 0 without the header. Throws `bad_request` for any other range. */
export function parseRangeStart(range: string | undefined, size: number): number {
  if (range === undefined) return 0;
  const found = /^bytes=(\d{1,15})-$/.exec(range);
  const from = Number(found?.[1] ?? '-1');
  if (from < 0 || from > size) throw new AppError('bad_request', { sub: 'invalid_field', field: 'range' });
  return from;
}

/** Opens the finished file of a job. Throws `not_found` when there is none. */
export async function openExportFile(
  deps: ExportsDeps,
  job: ExportJob,
  range: string | undefined,
): Promise<StreamedFile> {
  const path = new SegmentStore(deps.exportFolder, job.id, deps.key).partPath();
  const size =
    job.state === 'ready'
      ? await stat(path).then(
          (found) => found.size,
          () => null,
        )
      : null;
  if (size === null) throw new AppError('not_found');
  const from = parseRangeStart(range, size);
  return {
    // The range starts at the end of a complete file: nothing is left to send.
    chunks: from === size ? emptyStream() : createReadStream(path, { start: from, highWaterMark: 256 * 1024 }),
    size,
    from,
    type: 'application/zip',
    fileName: `esportazione-${job.created_at.slice(0, 10)}-${job.id.slice(0, 8)}.zip`,
  };
}

async function* emptyStream(): AsyncGenerator<Uint8Array> {}
