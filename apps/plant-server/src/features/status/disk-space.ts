import { statfs } from 'node:fs/promises';

/** MB with a factor of 1000 (T 9). */
export interface DiskSpace {
  readonly total: number;
  readonly free: number;
}

/** Space of the file system a folder is on, as an unprivileged user may use it. */
export async function diskSpaceOf(folder: string): Promise<DiskSpace> {
  const { bsize, blocks, bavail } = await statfs(folder);
  const mb = (count: number): number => Math.floor((count * bsize) / 1_000_000);
  return { total: mb(blocks), free: mb(bavail) };
}
