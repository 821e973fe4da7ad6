import { createHash } from 'node:crypto';
import type { BlobStore } from './blob-folder.ts';
import { type CheckedPicture, type PictureKind, PictureRefused, checkPicture } from './picture-check.ts';
import { type Rendition, RENDITIONS, render } from './picture-rendition.ts';

/** SHA-256 of the bytes as the camera sent them, 64 lower-case hexadecimal digits: the name of a picture. */
export type PictureHash = string;

export interface StoredPicture extends CheckedPicture {
  readonly hash: PictureHash;
  /** False when the same bytes were stored before. */
  readonly isNew: boolean;
}

export interface PictureStore {
  /**
   * Checks and stores a picture once. Durable when it resolves. Throws `PictureRefused` for what is not an acceptable
   * picture, and the disk's own error when it cannot be written.
   */
  put(bytes: Uint8Array, kind: PictureKind): Promise<StoredPicture>;
  /** A JPEG without metadata, made once and kept; null when there is no such picture. */
  read(hash: PictureHash, rendition: Rendition): Promise<Buffer | null>;
  /** The bytes as they came: evidence for reports and exports, never shown in a page. */
  readOriginal(hash: PictureHash): Promise<Buffer | null>;
  /**
   * Pictures of one of the 256 folders, also those of which only a rendition is left; one may be named more than once.
   * What a crash left half written before an instant (milliseconds) is removed.
   */
  list(folder: number, sinceMs: number): AsyncIterable<PictureHash>;
  /**
   * Removes a picture with all its renditions unless it was stored or sent again since an instant (milliseconds): one that
   * a read brings at this moment is safe. The number of files removed.
   */
  removeUntouched(hash: PictureHash, sinceMs: number): Promise<number>;
}

/** Folders a kind of picture is spread over. */
export const PICTURE_FOLDERS = 256;

const HASH = /^[0-9a-f]{64}$/;
const KINDS = ['original', ...RENDITIONS] as const;

/** Pictures by content on any blob store (security, part 10). */
export function createPictureStore(blobs: BlobStore): PictureStore {
  /** Renditions being made: twenty viewers of a new picture draw it once. */
  const inMaking = new Map<string, Promise<Buffer | null>>();

  const make = async (hash: PictureHash, rendition: Rendition, key: string): Promise<Buffer | null> => {
    const source = rendition === 'full' ? await blobs.get(keyOf('original', hash)) : await read(hash, 'full');
    if (source === null) return null;
    const bytes = await render(source, rendition);
    await blobs.put(key, bytes);
    return bytes;
  };
  const read = async (hash: PictureHash, rendition: Rendition): Promise<Buffer | null> => {
    const key = keyOf(rendition, hash);
    const kept = await blobs.get(key);
    if (kept !== null) return kept;
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
      // Touched, so that nobody clears it away before the transit that shows it is stored.
      const isNew = !(await blobs.touch(keyOf('original', hash)));
      if (isNew) {
        // Drawing it anew reads every pixel: damage is found before anything is stored.
        await blobs.put(keyOf('full', hash), await render(bytes, 'full'));
        await blobs.put(keyOf('original', hash), bytes);
      }
      return { ...checked, hash, isNew };
    },
    read,
    readOriginal: (hash) => blobs.get(keyOf('original', hash)),
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
      // The original decides, and goes first: what is left of its renditions is found again.
      const isGone = await blobs.removeUntouched(keyOf('original', hash), sinceMs);
      if (!isGone && (await blobs.has(keyOf('original', hash)))) return 0;
      const removed = await Promise.all(RENDITIONS.map((kind) => blobs.removeUntouched(keyOf(kind, hash), sinceMs)));
      return removed.filter(Boolean).length + (isGone ? 1 : 0);
    },
  };
}

/** 256 folders each. Only a hash of ours becomes a key. */
function keyOf(folder: Rendition | 'original', hash: PictureHash): string {
  if (!HASH.test(hash)) throw new PictureRefused('not-a-picture');
  return `${folder}/${hash.slice(0, 2)}/${hash}`;
}
