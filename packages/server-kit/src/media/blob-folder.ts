import { randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, opendir, readFile, rename, rm, stat, utimes } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';

/**
 * Stores bytes under a generated key (`original/ab/abcd...`): in a folder here, in a bucket of an object store in
 * `blob-bucket.ts`.
 */
export interface BlobStore {
  /** Null when the key does not exist. */
  get(key: string): Promise<Buffer | null>;
  has(key: string): Promise<boolean>;
  /** Durable and complete when it resolves; readers never see a partial write. */
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** Marks the object as in use now; false when it does not exist. */
  touch(key: string): Promise<boolean>;
  /**
   * Removes the object unless it was written or touched at or after `sinceMs`; a concurrent touch is never lost.
   * True: removed.
   */
  removeUntouched(key: string, sinceMs: number): Promise<boolean>;
  /** Removes the object whatever its age; one that does not exist is no fault. */
  remove(key: string): Promise<void>;
  /** Keys directly below a folder, unordered. Partial files left by a crash before `sinceMs` are removed. */
  list(folder: string, sinceMs: number): AsyncIterable<string>;
}

const KEY_PATTERN = /^[a-z0-9]+(\/[a-z0-9]+)*$/;

export const isBlobKey = (key: string): boolean => KEY_PATTERN.test(key);

/** Returns a valid key; throws `RangeError` otherwise, so that no name can leave the folder or the bucket. */
export function checkBlobKey(key: string): string {
  if (!isBlobKey(key)) throw new RangeError('not a blob key');
  return key;
}

/** A folder as blob store. Throws `RangeError` on an invalid key. */
export function createBlobFolder(root: string): BlobStore {
  const madeFolders = new Set<string>();
  const pathOf = (key: string): string => join(root, checkBlobKey(key));
  return {
    get: (key) => missingAsNull(readFile(pathOf(key))),
    has: async (key) => (await missingAsNull(stat(pathOf(key)))) !== null,
    async put(key, bytes) {
      const path = pathOf(key);
      const folder = dirname(path);
      if (!madeFolders.has(folder)) {
        await createFolder(root, folder);
        madeFolders.add(folder);
      }
      await writeAtomically(path, bytes);
    },
    touch: async (key) => {
      const now = new Date();
      return (await missingAsNull(utimes(pathOf(key), now, now).then(() => true))) ?? false;
    },
    removeUntouched: async (key, sinceMs) => (await missingAsNull(removeIfUntouched(pathOf(key), sinceMs))) ?? false,
    remove: (key) => rm(pathOf(key), { force: true }),
    list: (folder, sinceMs) => listFolderKeys(root, pathOf(folder), sinceMs),
  };
}

async function missingAsNull<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

/**
 * The file is renamed first: a touch before that is visible in its time, and a later writer finds nothing and writes
 * it again. Rejects with ENOENT when it does not exist.
 */
async function removeIfUntouched(path: string, sinceMs: number): Promise<boolean> {
  const aside = `${path}.${randomUUID()}.part`;
  await rename(path, aside);
  if ((await stat(aside)).mtimeMs < sinceMs) {
    await rm(aside);
    return true;
  }
  // A new file under the same key has the same bytes, because the key is their hash.
  await rename(aside, path);
  return false;
}

async function* listFolderKeys(root: string, folder: string, sinceMs: number): AsyncIterable<string> {
  const files = await missingAsNull(opendir(folder));
  if (files === null) return;
  for await (const file of files) {
    const path = join(folder, file.name);
    if (!file.name.endsWith('.part')) yield relative(root, path);
    else if (((await missingAsNull(stat(path)))?.mtimeMs ?? sinceMs) < sinceMs) await rm(path, { force: true });
  }
}

/** New folders must survive a power cut too: each parent is flushed. */
async function createFolder(root: string, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (let parent = dirname(folder); parent.length >= root.length; parent = dirname(parent)) await flushFolder(parent);
}

async function flushFolder(folder: string): Promise<void> {
  await withHandle(await open(folder, 'r'), (handle) => handle.sync());
}

/** Writes to a temporary file, flushes, then renames: a reader or a crash sees the whole file or none. */
async function writeAtomically(path: string, bytes: Uint8Array): Promise<void> {
  const temporary = `${path}.${randomUUID()}.part`;
  try {
    await withHandle(await open(temporary, 'wx', 0o600), async (handle) => {
      await handle.writeFile(bytes);
      await handle.sync();
    });
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  await flushFolder(dirname(path));
}

async function withHandle(handle: FileHandle, work: (handle: FileHandle) => Promise<void>): Promise<void> {
  try {
    await work(handle);
  } finally {
    await handle.close();
  }
}
