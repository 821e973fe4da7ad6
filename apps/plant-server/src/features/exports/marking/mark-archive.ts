import { availableParallelism } from 'node:os';
import { type FileLine, sha256Hex } from '@varco/evidence/manifest.ts';
import { addPicture, sealPicture, type SealedPicture } from '@varco/evidence/part-writer.ts';
import { createFileSink, ZipWriter } from '@varco/evidence/zip/zip-writer.ts';
import { PictureRejected } from '@varco/server-kit/media/picture-check.ts';
import { createPictureMarker, type PictureMarker } from '@varco/server-kit/media/picture-mark.ts';
import { openPictureSource } from '@varco/server-kit/media/picture-source.ts';
import { createPictureStore, type PictureStore } from '@varco/server-kit/media/picture-store.ts';
import { limitConcurrency } from '@varco/server-kit/process/limit-concurrency.ts';
import type { MarkedLines, MarkRequest } from './marking-process.ts';
import { createPictureQueue, type PictureQueue } from './picture-queue.ts';

/** Number of picture markers (one per watermark) kept in memory; each caches its overlays by picture size. */
const MAX_CACHED_MARKERS = 4;
/** Pictures of an export processed ahead of the writer: enough to keep the processors busy, few enough for the memory. */
const MAX_PICTURES_IN_PROGRESS = 8;

type SealedPictureQueue = PictureQueue<SealedPicture | null>;

export interface PictureMarking {
  /** Writes the archive of marked pictures. Throws the signal's reason and file system errors. */
  writeMarkedArchive(order: MarkRequest, signal: AbortSignal): Promise<MarkedLines>;
}

export function createPictureMarking(): PictureMarking {
  // An ordinary JPEG is marked on this thread. Others are decoded and encoded in libuv's thread pool, with one more at a
  // time than there are processors. The pool has four threads; one stays free for files and encryption.
  const inRun = limitConcurrency(Math.min(3, availableParallelism() + 1));
  const markers = new Map<string, PictureMarker>();
  const queues = new Map<string, { readonly queue: SealedPictureQueue; orders: number }>();

  const markerOf = ({ mark, fontFile }: MarkRequest): PictureMarker => {
    const name = `${fontFile}\n${mark}`;
    const made = markers.get(name) ?? createPictureMarker(mark, fontFile);
    if (markers.size >= MAX_CACHED_MARKERS && !markers.has(name)) markers.clear();
    markers.set(name, made);
    return made;
  };

  return {
    async writeMarkedArchive(order, signal) {
      const line = queues.get(order.line) ?? { queue: createPictureQueue(MAX_PICTURES_IN_PROGRESS), orders: 0 };
      queues.set(order.line, line);
      line.orders += 1;
      const store = createPictureStore(openPictureSource(order.source));
      const marker = markerOf(order);
      const work = {
        store,
        password: order.password,
        mark: (bytes: Uint8Array) => inRun(() => marker.mark(bytes)),
        signal,
      };
      try {
        return await writeSealedPictures(order, line.queue, (hash) => sealMarkedPicture(work, hash));
      } finally {
        line.orders -= 1;
        if (line.orders === 0) queues.delete(order.line);
      }
    },
  };
}

async function writeSealedPictures(
  { draft, password, pictures }: MarkRequest,
  queue: SealedPictureQueue,
  sealed: (hash: string) => Promise<SealedPicture | null>,
): Promise<MarkedLines> {
  const inWork = pictures.map((one) => ({ ...one, sealed: queue.enqueue(() => sealed(one.hash)) }));
  const sink = await createFileSink(draft);
  try {
    const writer = new ZipWriter(sink, password);
    const lines: (FileLine | null)[] = [];
    for (const { name, hash, transit, sealed: work } of inWork) {
      const picture = await work.result;
      lines.push(
        picture === null ? null : await addPicture(writer, { name, sealed: picture, storedHash: hash, transit }),
      );
      work.release();
    }
    await writer.finish();
    await sink.close();
    return lines;
  } catch (error) {
    await sink.discard().catch(() => {});
    throw error;
  } finally {
    // After a failure the queue must not wait for pictures that will never be written.
    for (const one of inWork) one.sealed.release();
  }
}

interface SealWork {
  readonly store: PictureStore;
  readonly mark: PictureMarker['mark'];
  readonly password: string;
  readonly signal: AbortSignal;
}

/** Marks and encrypts a picture. Null: it is missing, differs from what was stored, or cannot be decoded. */
async function sealMarkedPicture(
  { store, mark, password, signal }: SealWork,
  hash: string,
): Promise<SealedPicture | null> {
  signal.throwIfAborted();
  const original = await store.readOriginal(hash);
  if (original === null || sha256Hex(original) !== hash) return null;
  try {
    return await sealPicture(password, await mark(original));
  } catch (error) {
    // Other errors are not caused by the picture: the segment is tried again.
    if (error instanceof PictureRejected) return null;
    throw error;
  }
}
