import { rename } from 'node:fs/promises';
import { fileSink, ZipWriter } from '@varco/evidence/zip/zip-writer.ts';
import { threadedMarker } from '@varco/server-kit/media/mark-thread.ts';
import type { PlantDeps } from '../../plant/plant-app.ts';
import type { TransitRow } from '../../store/fetch-transits.ts';
import { picturesOfTransits } from '../media/pictures.queries.ts';
import { findTransits, type FoundPage } from '../transits/transits.service.ts';
import { toTransit } from '../transits/transits.view.ts';
import { assemblePart } from './assemble-part.ts';
import { countExport, exportLimitations } from './estimate.ts';
import { pickedCount } from './export-ask.ts';
import { exportRow } from './export-row.ts';
import type { ExportJob } from './export-jobs.queries.ts';
import { ExportFailed, type ExportWork, type HeldJob, openWork, rightsOf } from './export-work.ts';
import { MARK_FONT, noPictures, shelvePictures, type Shelved } from './picture-shelf.ts';

/** Rows of a stretch: what a kill in the middle costs. */
const ROWS = { data: 900, pictures: 150 };

/** Makes the part of a job, from where it stands. Throws `ExportFailed`. */
export async function buildPart(deps: PlantDeps, held: HeldJob): Promise<ExportJob> {
  const work = await openWork(deps, held);
  let job = await countFirst(work, held.job);
  // Stretches made on another machine are not here: the job begins anew.
  if (!(await work.files.hasAll(job.segments)))
    job = await held.change({
      segments: 0,
      done: 0,
      cursor_id: null,
      pictures: 0,
      pictures_expired: 0,
      pictures_unreadable: 0,
    });
  for (let isMore = true; isMore;) {
    const step = await nextStretch(work, job);
    isMore = step !== null;
    job = step ?? job;
  }
  return assemblePart(work, await missed(work, job));
}

/** Picked transits may have gone, or been hidden, since they were counted. */
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

/** One more stretch, safely stored; null: there is none. */
async function nextStretch(work: ExportWork, job: ExportJob): Promise<ExportJob | null> {
  const { deps, held, search, needs, settings, ask } = work;
  const { runner } = deps.store;
  held.signal.throwIfAborted();
  // Rights may go while a long export runs.
  await rightsOf(deps, job, ask, settings);
  const query = {
    ...search.query,
    paginate: true,
    offset: 0,
    limit: work.contents.pictures ? ROWS.pictures : ROWS.data,
    beside: job.cursor_id === null ? null : ({ side: 'after', id: job.cursor_id } as const),
  };
  const start = { leftOut: [], find: <Page>(find: (on: typeof runner) => Promise<Page>) => find(runner) };
  const found = await findTransits(needs, search.scope, query, start, held.signal);
  const last = found.rows.at(-1);
  if (last === undefined) return null;
  if (job.done + found.rows.length > job.most) throw new ExportFailed('limit');
  const number = job.segments + 1;
  const shelved = work.contents.pictures ? await archivePictures(work, found.rows, number, job.done + 1) : null;
  await work.files.putRows(number, {
    rows: rowsOf(found, shelved, job.done + 1),
    files: [...(shelved?.files ?? [])],
    hasArchive: shelved !== null,
  });
  return held.change({
    segments: number,
    done: job.done + found.rows.length,
    cursor_id: last.id,
    pictures: job.pictures + (shelved?.files.length ?? 0),
    pictures_expired: job.pictures_expired + (shelved?.expired ?? 0),
    pictures_unreadable: job.pictures_unreadable + (shelved?.unreadable ?? 0),
  });
}

const rowsOf = ({ rows, view }: FoundPage, shelved: Shelved | null, firstNumber: number): string[][] =>
  rows.map((row, index) =>
    exportRow(firstNumber + index, toTransit(row, view), shelved?.pictures.get(row.id) ?? noPictures),
  );

async function archivePictures(
  { deps, held, search, settings, files, password, contents }: ExportWork,
  rows: readonly TransitRow[],
  number: number,
  firstNumber: number,
): Promise<Shelved> {
  const ids = rows.map((row) => row.id);
  const nowMs = deps.now().getTime();
  const found = await picturesOfTransits(deps.store.runner, search.scope, settings, ids, nowMs);
  const draft = await files.draftPath(`${number}.pictures`);
  const sink = await fileSink(draft);
  try {
    const writer = new ZipWriter(sink, password);
    const marker = threadedMarker(contents.watermark, MARK_FONT);
    const shelf = {
      store: deps.pictures,
      marker,
      writer,
      withContext: contents.context_pictures,
      check: () => held.signal.throwIfAborted(),
    };
    const shelved = await shelvePictures(shelf, rows, new Map(found.map((one) => [one.id, one])), firstNumber);
    await writer.finish();
    await sink.close();
    await rename(draft, files.archivePath(number));
    return shelved;
  } catch (error) {
    await sink.discard().catch(() => {});
    throw error;
  }
}
