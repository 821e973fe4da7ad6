import { createHash } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';

/**
 * Export parts and files on disk, one folder per export, encrypted with the password of the export. The database
 * states how many bytes of a part are valid; bytes beyond that come from an interrupted write and are written again.
 */
export interface PartStore {
  partPath(guid: string, peerNumber: number): string;
  filePath(guid: string): string;
  /** Writes a chunk at its offset; durable when it resolves. */
  write(guid: string, peerNumber: number, offset: number, bytes: Uint8Array): Promise<void>;
  /** SHA-256 of the first `size` bytes of a part; null: there are fewer. */
  hash(guid: string, peerNumber: number, size: number): Promise<Buffer | null>;
  /** Empties a part whose bytes are not what was announced. */
  dropPart(guid: string, peerNumber: number): Promise<void>;
  /**
   * Creates the file of an export with `write`, moves it to its final name and deletes the parts. Null: nothing was
   * written.
   */
  makeFile(
    guid: string,
    write: (path: string) => Promise<void>,
  ): Promise<{ readonly size: number; readonly sha256: Buffer }>;
  /** Size and bytes of the file; null: it does not exist. */
  openFile(guid: string): Promise<{ readonly size: number; readonly chunks: AsyncIterable<Uint8Array> } | null>;
  /** Deletes everything of an export. */
  remove(guid: string): Promise<void>;
  /** Exports that have files on disk. */
  listExports(): Promise<readonly string[]>;
}

const GUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const READ_BYTES = 256 * 1024;
const HASH_BYTES = 1024 * 1024;

export function createPartStore(root: string): PartStore {
  const folder = (guid: string): string => {
    // The path must not contain anything chosen by a caller.
    if (!GUID.test(guid)) throw new RangeError('not the id of an export');
    return path.join(root, guid);
  };
  const partPath = (guid: string, peerNumber: number): string =>
    path.join(folder(guid), `part-${Math.trunc(peerNumber)}`);
  const filePath = (guid: string): string => path.join(folder(guid), 'export.zip');
  return {
    partPath,
    filePath,
    async write(guid, peerNumber, offset, bytes) {
      await mkdir(folder(guid), { recursive: true, mode: 0o700 });
      const file = await open(partPath(guid, peerNumber), offset === 0 ? 'w' : 'r+', 0o600);
      try {
        let done = 0;
        while (done < bytes.length)
          done += (await file.write(bytes, done, bytes.length - done, offset + done)).bytesWritten;
        await file.datasync();
      } finally {
        await file.close();
      }
    },
    async hash(guid, peerNumber, size) {
      const found = await stat(partPath(guid, peerNumber)).catch(() => null);
      if (found === null || found.size < size) return null;
      return hashFile(partPath(guid, peerNumber), size);
    },
    dropPart: (guid, peerNumber) => rm(partPath(guid, peerNumber), { force: true }),
    async makeFile(guid, write) {
      const made = `${filePath(guid)}.new`;
      await rm(made, { force: true });
      await write(made);
      const { size } = await stat(made);
      const sha256 = await hashFile(made, size);
      await flushToDisk(made);
      await rename(made, filePath(guid));
      await flushToDisk(folder(guid));
      return { size, sha256 };
    },
    async openFile(guid) {
      const found = await stat(filePath(guid)).catch(() => null);
      if (found === null) return null;
      return { size: found.size, chunks: readChunks(filePath(guid), found.size) };
    },
    remove: (guid) => rm(folder(guid), { recursive: true, force: true }),
    async listExports() {
      const names = await readdir(root).catch(() => []);
      return names.filter((name) => GUID.test(name));
    },
  };
}

async function* readChunks(file: string, size: number): AsyncIterable<Uint8Array> {
  const handle = await open(file, 'r');
  try {
    for (let at = 0; at < size;) {
      const buffer = Buffer.allocUnsafe(Math.min(READ_BYTES, size - at));
      const { bytesRead } = await handle.read(buffer, 0, buffer.length, at);
      if (bytesRead === 0) throw new Error('a file of an export became shorter');
      at += bytesRead;
      yield buffer.subarray(0, bytesRead);
    }
  } finally {
    await handle.close();
  }
}

async function hashFile(file: string, size: number): Promise<Buffer> {
  const hash = createHash('sha256');
  // One buffer for the whole file: a new one for each chunk would burden the garbage collector.
  const space = Buffer.allocUnsafe(Math.min(HASH_BYTES, size));
  const handle = await open(file, 'r');
  try {
    for (let at = 0; at < size;) {
      const { bytesRead } = await handle.read(space, 0, Math.min(space.length, size - at), at);
      if (bytesRead === 0) throw new Error('a file of an export became shorter');
      hash.update(space.subarray(0, bytesRead));
      at += bytesRead;
    }
  } finally {
    await handle.close();
  }
  return hash.digest();
}

async function flushToDisk(target: string): Promise<void> {
  const handle = await open(target, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
