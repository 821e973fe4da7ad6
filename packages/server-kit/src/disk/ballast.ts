import { open, rm, stat } from 'node:fs/promises';

const CHUNK = new Uint8Array(1_000_000);

/** A file that holds room which nobody else can take, until it is given back. */
export interface Ballast {
  /** Writes the file, unless it is there; false when there is not enough room. */
  make(bytes: number): Promise<boolean>;
  /** Gives the room back. */
  release(): Promise<void>;
}

/**
 * The ballast at a path. Its bytes are written, not only promised: a sparse file would hold no room. A file left half
 * written by a killed server is replaced.
 */
export function createBallast(path: string): Ballast {
  const release = (): Promise<void> => rm(path, { force: true });
  return {
    release,
    async make(bytes) {
      const size = await stat(path).then(
        (found) => found.size,
        () => 0,
      );
      if (size >= bytes) return true;
      try {
        const handle = await open(path, 'w', 0o600);
        try {
          for (let left = bytes; left > 0; left -= CHUNK.length)
            await handle.write(CHUNK, 0, Math.min(left, CHUNK.length));
          await handle.sync();
        } finally {
          await handle.close();
        }
        return true;
      } catch {
        // No room after all, or a folder that cannot be written: the guard works without it.
        await release().catch(() => {});
        return false;
      }
    },
  };
}
