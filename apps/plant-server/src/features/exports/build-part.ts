import { rename } from 'node:fs/promises';
import { findTransits, type FoundPage, lonePage, toTransit, type TransitRow } from '../transits/transits.public.ts';
import { picturesOfTransits } from '../media/media.public.ts';
import { assemblePart } from './assemble-part.ts';
import { countExport, exportLimitations } from './estimate.ts';
import { pickedCount } from './export-ask.ts';
import { exportRow } from './export-row.ts';
import type { ExportJob } from './export-jobs.queries.ts';
import { ExportFailed, type ExportWork, type HeldJob, openWork, rightsOf } from './export-work.ts';
import { archiveMarked } from './marking/marking-process.ts';
import type { ExportDeps } from './process/export-deps.ts';
import { MARK_FONT, noPictures, shelved, type Shelved, wantedPictures } from './picture-shelf.ts';

/** Rows per segment: at most this many must be redone after a crash. */
const ROWS = { data: 900, pictures: 150 };
/** A segment whose rows are read and whose pictures are being prepared. */
interface Begun {
  readonly number: number;
  readonly found: FoundPage;
  readonly firstNumber: number;
  readonly lastId: string;
  /** Resolves when the pictures are in a draft of their archive. */
  readonly pictures: Promise<DraftedPictures> | null;
}

interface DraftedPictures {
  readonly draft: string;
  readonly shelved: Shelved;
}

/** Builds the part of a job, continuing where it stopped. Throws `ExportFailed`. */
export async function buildPart(deps: ExportDeps, held: HeldJob): Promise<ExportJob> {
  const work = await openWork(deps, held);
  let job = await countFirst(work, held.job);
  // Segments built on another machine are not available here: the job starts again.
  if (!(await work.files.hasAll(job.segments)))
    job = await held.change({
      segments: 0,
      done: 0,
      cursor_id: null,
      pictures: 0,
      pictures_expired: 0,
      pictures_unreadable: 0,
    });
  return assemblePart(work, await missed(work, await storeAll(work, job)));
}

/** Stores all missing segments. When it settles nothing writes to the job's files any more. */
async function storeAll(work: ExportWork, from: ExportJob): Promise<ExportJob> {
  let job = from;
  let next = beginStretch(work, { number: job.segments + 1, done: job.done, cursorId: job.cursor_id });
  try {
    for (let begun = await next; begun !== null; begun = await next) {
      // The next segment is read and its pictures are prepared while this one is written, so that the processors do not wait
      // for the disk.
      const { number, found, lastId } = begun;
      next = beginStretch(work, { number: number + 1, done: job.done + found.rows.length, cursorId: lastId });
      // A rejection is reported when the promise is awaited.
      next.catch(() => {});
      job = await storeStretch(work, job, begun);
    }
    return job;
  } finally {
    const begun = await next.catch(() => null);
    await begun?.pictures?.catch(() => {});
  }
}

/** Individually selected transits may have been deleted or hidden since they were counted. */
async function missed({ search, held }: ExportWork, job: ExportJob): Promise<ExportJob> {
  if (pickedCount(search) === null) return job;
  return held.change({ limitations: exportLimitations(search, { count: job.done, isExact: true }) });
}

async function countFirst({ needs, search, held }: ExportWork, job: ExportJob): Promise<ExportJob> {
  if (job.total !== null) return job;
  const counted = await countExport(needs, search, held.signal);
  if (counted.count > job.most) throw new ExportFailed('limit');
  const limitations = exportLimitations(search, counted);
  return held.change({ limitations, ...(counted.isExact ? { total: counted.count } : {}) });
}

interface Place {
  /** Number of the segment. */
  readonly number: number;
  /** Number of rows before it. */
  readonly done: number;
  /** Id of the last row before it; null: none. */
  readonly cursorId: string | null;
}

/** Reads the rows of the next segment and starts preparing their pictures; null: no rows left. */
async function beginStretch(work: ExportWork, { number, done, cursorId }: Place): Promise<Begun | null> {
  const { deps, held, search, needs, settings, ask } = work;
  const { runner } = deps.store;
  held.signal.throwIfAborted();
  // The user may lose rights while a long export runs.
  await rightsOf(deps, held.job, ask, settings);
  const query = {
    ...search.query,
    paginate: true,
    offset: 0,
    limit: work.contents.pictures ? ROWS.pictures : ROWS.data,
    beside: cursorId === null ? null : ({ side: 'after', id: cursorId } as const),
  };
  const found = await findTransits(needs, search.scope, query, lonePage(runner), held.signal);
  const last = found.rows.at(-1);
  if (last === undefined) return null;
  if (done + found.rows.length > held.job.most) throw new ExportFailed('limit');
  const pictures = work.contents.pictures ? draftPictures(work, found.rows, number, done + 1) : null;
  // A rejection is reported when the promise is awaited.
  pictures?.catch(() => {});
  return { number, found, firstNumber: done + 1, lastId: last.id, pictures };
}

async function draftPictures(
  { deps, held, search, settings, files, password, contents }: ExportWork,
  rows: readonly TransitRow[],
  number: number,
  firstNumber: number,
): Promise<DraftedPictures> {
  const ids = rows.map((row) => row.id);
  const found = await picturesOfTransits(deps.store.runner, search.scope, settings, ids, deps.now().getTime());
  const byTransit = new Map(found.map((one) => [one.id, one]));
  const pictures = wantedPictures(rows, byTransit, firstNumber, contents.context_pictures);
  const draft = await files.draftPath(`${number}.pictures`);
  const order = {
    ...{
      line: held.job.id,
      mark: contents.watermark,
      fontFile: MARK_FONT,
      source: deps.pictureSource,
      password,
      draft,
    },
    pictures: pictures.wanted.map(({ name, hash, transit }) => ({ name, hash, transit })),
  };
  return { draft, shelved: shelved(pictures, await archiveMarked(order, held.signal)) };
}

/** Stores a segment. It is durable when this resolves. */
async function storeStretch({ held, files }: ExportWork, job: ExportJob, begun: Begun): Promise<ExportJob> {
  const { number, found, firstNumber, lastId, pictures } = begun;
  const drafted = await pictures;
  if (drafted !== null) await rename(drafted.draft, files.archivePath(number));
  const exported = drafted?.shelved ?? null;
  await files.putRows(number, {
    rows: rowsOf(found, exported, firstNumber),
    files: [...(exported?.files ?? [])],
    hasArchive: exported !== null,
  });
  return held.change({
    segments: number,
    done: job.done + found.rows.length,
    cursor_id: lastId,
    pictures: job.pictures + (exported?.files.length ?? 0),
    pictures_expired: job.pictures_expired + (exported?.expired ?? 0),
    pictures_unreadable: job.pictures_unreadable + (exported?.unreadable ?? 0),
  });
}

const rowsOf = ({ rows, view }: FoundPage, shelved: Shelved | null, firstNumber: number): string[][] =>
  rows.map((row, index) =>
    exportRow(firstNumber + index, toTransit(row, view), shelved?.pictures.get(row.id) ?? noPictures),
  );
