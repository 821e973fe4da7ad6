import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A small file system in memory, to be filled in tests. */
export interface SmallDisk {
  readonly path: string;
  /** Fills the disk until `leaveMb` MB (10^6 bytes) are free; 0: until the last byte. */
  fill(leaveMb: number): Promise<void>;
  /** Deletes what `fill` wrote. */
  free(): Promise<void>;
  /** May be called twice. */
  unmount(): void;
}

/** Mounts a disk of `sizeMb` MB in a new folder. Null: this user may not mount. */
export function mountSmallDisk(sizeMb: number): SmallDisk | null {
  const path = mkdtempSync(join(tmpdir(), 'varco-small-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${sizeMb * 1_000_000},mode=0755`, 'tmpfs', path], {
      stdio: 'ignore',
    });
  } catch {
    rmSync(path, { recursive: true });
    return null;
  }
  let isUnmounted = false;
  const filler = join(path, 'filler');
  return {
    path,
    async fill(leaveMb) {
      const { bavail, bsize } = await statfs(path);
      // More than there is: the last write ends dd.
      const mb = leaveMb === 0 ? sizeMb : Math.floor((bavail * bsize) / 1_000_000 - leaveMb);
      const args = ['if=/dev/zero', `of=${filler}`, 'bs=1000000', `count=${Math.max(0, mb)}`];
      await once(spawn('dd', [...args, 'oflag=append', 'conv=notrunc'], { stdio: 'ignore' }), 'exit');
    },
    free: () => rm(filler, { force: true }),
    unmount() {
      if (isUnmounted) return;
      isUnmounted = true;
      execFileSync('umount', ['-l', path]);
      rmSync(path, { recursive: true });
    },
  };
}
