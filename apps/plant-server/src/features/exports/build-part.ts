import { rename } from 'node:fs/promises';
import { toRomeDay } from '@varco/domain/time/rome.ts';
import { waitForRoom } from '@varco/server-kit/disk/wait-for-room.ts';
import {
  findTransits,
  type FoundPage,
  createSinglePage,
  toTransit,
  type TransitRow,
} from '../transits/transits.public.ts';
import { readPicturesOfTransits } from '../media/media.public.ts';
import { assemblePart } from './assemble-part.ts';
import { countExportedTransits, computeExportLimitations } from './estimate.ts';
import { buildExportRow } from './export-row.ts';
import type { ExportJob } from './export-jobs.repository.ts';
import { ExportFailed, type ExportWork, type ClaimedJob, openExportWork, buildCurrentSearch } from './export-work.ts';
import { writeMarkedArchive } from './marking/marking-process.ts';
import type { ExportDeps } from './process/export-deps.ts';
import {
  WATERMARK_FONT,
  NO_PICTURES,
  assignPictures,
  type ExportedPictures,
  selectPictures,
} from './exported-pictures.ts';

/** Rows per segment: at most this many must be redone after a crash. */
const ROWS_PER_SEGMENT = { data: 900, pictures: 150 };
/** A segment whose rows are read and whose pictures are being prepared. */
interface StartedSegment {
  readonly number: number;
  readonly page: FoundPage;
  readonly firstNumber: number;
  readonly lastId: string;
  /** Resolves when the pictures are in a draft of their archive. */
  readonly pictures: Promise<PictureDraft> | null;
}

interface PictureDraft {
  readonly draft: string;
  readonly exportedPictures: ExportedPictures;
}

/** Builds the part of a job, continuing where it stopped. Throws `ExportFailed`. */
export async function buildPart(deps: ExportDeps, stored: ClaimedJob): Promise<ExportJob> {
  await waitForRoom(deps.diskGuard, 'exports', stored.signal);
  const work = await openExportWork(deps, stored);
  let job = await countTransits(work, stored.job);
  // Segments built on another machine are not available here: the job starts again.
  if (!(await work.files.hasAll(job.segments)))
    job = await stored.update({
      segments: 0,
      done: 0,
      cursor_id: null,
      pictures: 0,
      pictures_expired: 0,
      pictures_unreadable: 0,
    });
  return assemblePart(work, await recordMissingTransits(work, await storeAllSegments(work, job)));
}

/** Stores all missing segments. When it settles nothing writes to the job's files any more. */
async function storeAllSegments(work: ExportWork, from: ExportJob): Promise<ExportJob> {
  let job = from;
  let next = startSegment(work, { number: job.segments + 1, done: job.done, cursorId: job.cursor_id });
  try {
    for (let begun = await next; begun !== null; begun = await next) {
      // The next segment is read and its pictures are prepared while this one is written, so that the processors do not wait
      // for the disk.
      const { number, page: found, lastId } = begun;
      next = startSegment(work, { number: number + 1, done: job.done + found.rows.length, cursorId: lastId });
      // A rejection is reported when the promise is awaited.
      next.catch(() => {});
      await waitForRoom(work.deps.diskGuard, 'exports', work.claim.signal);
      job = await storeSegment(work, job, begun);
    }
    return job;
  } finally {
    const begun = await next.catch(() => null);
    await begun?.pictures?.catch(() => {});
  }
}

/** Individually selected transits may have been deleted or hidden since they were counted. */
async function recordMissingTransits({ search, claim: stored }: ExportWork, job: ExportJob): Promise<ExportJob> {
  if (search.pickedCount === null) return job;
  return stored.update({ limitations: computeExportLimitations(search, { count: job.done, isExact: true }) });
}

async function countTransits(
  { searchDeps: needs, search, claim: stored }: ExportWork,
  job: ExportJob,
): Promise<ExportJob> {
  if (job.total !== null) return job;
  const counted = await countExportedTransits(needs, search, stored.signal);
  if (counted.count > job.most) throw new ExportFailed('limit');
  const limitations = computeExportLimitations(search, counted);
  return stored.update({ limitations, ...(counted.isExact ? { total: counted.count } : {}) });
}

interface SegmentStart {
  /** Number of the segment. */
  readonly number: number;
  /** Number of rows before it. */
  readonly done: number;
  /** Id of the last row before it; null: none. */
  readonly cursorId: string | null;
}

/** Reads the rows of the next segment and starts preparing their pictures; null: no rows left. */
async function startSegment(
  work: ExportWork,
  { number, done, cursorId }: SegmentStart,
): Promise<StartedSegment | null> {
  const { deps, claim: stored, search, searchDeps: needs, settings, request: ask } = work;
  const { runner } = deps.store;
  stored.signal.throwIfAborted();
  // The user may lose rights while a long export runs; the approvals of the order are read again too.
  const { permit } = await buildCurrentSearch(deps, stored.job, ask, settings);
  const query = {
    ...search.query,
    paginate: true,
    offset: 0,
    limit: work.contents.pictures ? ROWS_PER_SEGMENT.pictures : ROWS_PER_SEGMENT.data,
    beside: cursorId === null ? null : ({ side: 'after', id: cursorId } as const),
  };
  const found = await findTransits(needs, search.scope, query, createSinglePage(runner), stored.signal);
  const last = found.rows.at(-1);
  if (last === undefined) return null;
  if (done + found.rows.length > stored.job.most) throw new ExportFailed('limit');
  const today = toRomeDay(deps.now().getTime());
  const isTaken = await permit.take(
    today,
    found.rows.map(({ id }) => id),
  );
  if (!isTaken) throw new ExportFailed('limit');
  const pictures = work.contents.pictures ? writePictureDraft(work, found.rows, number, done + 1) : null;
  // A rejection is reported when the promise is awaited.
  pictures?.catch(() => {});
  return { number, page: found, firstNumber: done + 1, lastId: last.id, pictures };
}

async function writePictureDraft(
  { deps, claim: stored, search, settings, files, password, contents }: ExportWork,
  rows: readonly TransitRow[],
  number: number,
  firstNumber: number,
): Promise<PictureDraft> {
  const ids = rows.map((row) => row.id);
  const found = await readPicturesOfTransits(deps.store.runner, search.scope, settings, ids, deps.now().getTime());
  const byTransit = new Map(found.map((one) => [one.id, one]));
  const pictures = selectPictures(rows, byTransit, firstNumber, contents.context_pictures);
  const draft = await files.draftPath(`${number}.pictures`);
  const order = {
    ...{
      line: stored.job.id,
      mark: contents.watermark,
      fontFile: WATERMARK_FONT,
      source: deps.pictureSource,
      password,
      draft,
    },
    pictures: pictures.wanted.map(({ name, hash, transit }) => ({ name, hash, transit })),
  };
  return { draft, exportedPictures: assignPictures(pictures, await writeMarkedArchive(order, stored.signal)) };
}

/** Stores a segment. It is durable when this resolves. */
async function storeSegment(
  { claim: stored, files }: ExportWork,
  job: ExportJob,
  begun: StartedSegment,
): Promise<ExportJob> {
  const { number, page: found, firstNumber, lastId, pictures } = begun;
  const drafted = await pictures;
  if (drafted !== null) await rename(drafted.draft, files.archivePath(number));
  const exported = drafted?.exportedPictures ?? null;
  await files.storeRows(number, {
    rows: buildExportRows(found, exported, firstNumber),
    files: [...(exported?.files ?? [])],
    hasArchive: exported !== null,
  });
  return stored.update({
    segments: number,
    done: job.done + found.rows.length,
    cursor_id: lastId,
    pictures: job.pictures + (exported?.files.length ?? 0),
    pictures_expired: job.pictures_expired + (exported?.expired ?? 0),
    pictures_unreadable: job.pictures_unreadable + (exported?.unreadable ?? 0),
  });
}

const buildExportRows = (
  { rows, view }: FoundPage,
  shelved: ExportedPictures | null,
  firstNumber: number,
): string[][] =>
  rows.map((row, index) =>
    buildExportRow(firstNumber + index, toTransit(row, view), shelved?.pictures.get(row.id) ?? NO_PICTURES),
  );
