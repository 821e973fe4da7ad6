import { statfs } from 'node:fs/promises';

/** Disk space in MB (10^6 bytes; T 9). */
export interface DiskSpace {
  readonly total: number;
  readonly free: number;
}

/** Space of the file system of a folder, as available to an unprivileged user. */
export async function readDiskSpace(folder: string): Promise<DiskSpace> {
  const { bsize, blocks, bavail } = await statfs(folder);
  const mb = (count: number): number => Math.floor((count * bsize) / 1_000_000);
  return { total: mb(blocks), free: mb(bavail) };
}
