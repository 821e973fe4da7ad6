import { createHash } from 'node:crypto';
import { findStorageFailure } from '../disk/storage-failure.ts';
import type { BlobStore } from './blob-folder.ts';
import { type CheckedPicture, type PictureKind, PictureRejected, checkPicture } from './picture-check.ts';
import { type Rendition, RENDITIONS, renderPicture } from './picture-rendition.ts';

/** Name of a picture: SHA-256 of the bytes as sent by the camera, 64 lower-case hexadecimal digits. */
export type PictureHash = string;

export interface StoredPictureResult extends CheckedPicture {
  readonly hash: PictureHash;
  /** False when the same bytes were stored before. */
  readonly isNew: boolean;
}

export interface PictureStore {
  /**
   * Checks and stores a picture once. Durable when it resolves. Throws `PictureRejected` for an unacceptable picture,
   * and the disk's error when it cannot be written.
   */
  put(bytes: Uint8Array, kind: PictureKind): Promise<StoredPictureResult>;
  /** A JPEG without metadata, made at its first view and stored; null when the picture does not exist. */
  read(hash: PictureHash, rendition: Rendition): Promise<Buffer | null>;
  /** The bytes as received: evidence for reports and exports, never shown in a page. */
  readOriginal(hash: PictureHash): Promise<Buffer | null>;
  /**
   * Pictures of one of the 256 folders, including those with only a rendition left; one may occur more than once.
   * Partial files left by a crash before `sinceMs` (milliseconds) are removed.
   */
  list(folder: number, sinceMs: number): AsyncIterable<PictureHash>;
  /**
   * Removes a picture with all its renditions unless it was stored or sent again since `sinceMs`, so that a picture
   * arriving at this moment is safe. Returns the number of files removed.
   */
  removeUntouched(hash: PictureHash, sinceMs: number): Promise<number>;
}

/** Number of folders for each kind of picture. */
export const PICTURE_FOLDERS = 256;

const HASH = /^[0-9a-f]{64}$/;
const KINDS = ['original', ...RENDITIONS] as const;

/** Content-addressed pictures on any blob store (security, part 10). */
export function createPictureStore(blobs: BlobStore): PictureStore {
  /** Renditions in progress: concurrent viewers of a new picture share one rendering. */
  const inMaking = new Map<string, Promise<Buffer | null>>();

  const make = async (hash: PictureHash, rendition: Rendition, key: string): Promise<Buffer | null> => {
    const source = await blobs.get(buildPictureKey('original', hash));
    if (source === null) return null;
    const bytes = await renderPicture(source, rendition);
    try {
      await blobs.put(key, bytes);
    } catch (error) {
      // Shown all the same: it is made again at the next view.
      if (findStorageFailure(error) === null) throw error;
    }
    return bytes;
  };
  const read = async (hash: PictureHash, rendition: Rendition): Promise<Buffer | null> => {
    const key = buildPictureKey(rendition, hash);
    const stored = await blobs.get(key);
    if (stored !== null) return stored;
    const running = inMaking.get(key);
    if (running !== undefined) return running;
    const making = make(hash, rendition, key).finally(() => inMaking.delete(key));
    inMaking.set(key, making);
    return making;
  };

  return {
    async put(bytes, kind) {
      const checked = await checkPicture(bytes, kind);
      const hash = createHash('sha256').update(bytes).digest('hex');
      // Touched, so that a clean-up does not remove it before its transit is stored.
      const isNew = !(await blobs.touch(buildPictureKey('original', hash)));
      if (isNew) {
        // A thumbnail reads every pixel at the least cost, so damage is found before anything is stored.
        await renderPicture(bytes, 't100');
        await blobs.put(buildPictureKey('original', hash), bytes);
      }
      return { ...checked, hash, isNew };
    },
    read,
    readOriginal: (hash) => blobs.get(buildPictureKey('original', hash)),
    async *list(folder, sinceMs) {
      const name = folder.toString(16).padStart(2, '0');
      for (const kind of KINDS) {
        for await (const key of blobs.list(`${kind}/${name}`, sinceMs)) {
          const hash = key.split('/').at(-1) ?? '';
          if (HASH.test(hash)) yield hash;
        }
      }
    },
    async removeUntouched(hash, sinceMs) {
      // The original is checked and removed first; renditions left by a crash are found by the next clean-up.
      const isGone = await blobs.removeUntouched(buildPictureKey('original', hash), sinceMs);
      if (!isGone && (await blobs.has(buildPictureKey('original', hash)))) return 0;
      const removed = await Promise.all(
        RENDITIONS.map((kind) => blobs.removeUntouched(buildPictureKey(kind, hash), sinceMs)),
      );
      return removed.filter(Boolean).length + (isGone ? 1 : 0);
    },
  };
}

/** 256 folders each. Only a valid hash becomes a key. */
function buildPictureKey(folder: Rendition | 'original', hash: PictureHash): string {
  if (!HASH.test(hash)) throw new PictureRejected('not-a-picture');
  return `${folder}/${hash.slice(0, 2)}/${hash}`;
}
