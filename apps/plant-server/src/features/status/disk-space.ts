import { readDiskSpace } from '@varco/server-kit/disk/disk-space.ts';

/** Disk space in MB (10^6 bytes; T 9). */
export interface DiskSpace {
  readonly total: number;
  readonly free: number;
}

/** Space of the file system of a folder, as available to an unprivileged user. */
export async function readDiskSpaceMb(folder: string): Promise<DiskSpace> {
  const { totalBytes, freeBytes } = await readDiskSpace(folder);
  const toMb = (bytes: number): number => Math.floor(bytes / 1_000_000);
  return { total: toMb(totalBytes), free: toMb(freeBytes) };
}
