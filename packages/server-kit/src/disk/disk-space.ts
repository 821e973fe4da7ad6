import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Bytes of a file system, as available to an unprivileged user. */
export interface DiskSpace {
  readonly totalBytes: number;
  readonly freeBytes: number;
}

/** Space of the file system of a folder; one that does not exist yet counts as its nearest existing parent. */
export async function readDiskSpace(folder: string): Promise<DiskSpace> {
  try {
    const { bsize, blocks, bavail } = await statfs(folder);
    return { totalBytes: blocks * bsize, freeBytes: bavail * bsize };
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    if (!isMissing || dirname(folder) === folder) throw error;
    return readDiskSpace(dirname(folder));
  }
}

/** Space of the fullest of several file systems, by what is free. */
export async function readLeastSpace(folders: readonly string[]): Promise<DiskSpace> {
  const all = await Promise.all(folders.map(readDiskSpace));
  return all.reduce((least, one) => (one.freeBytes < least.freeBytes ? one : least));
}
