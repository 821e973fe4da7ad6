import type { FileHandle } from 'node:fs/promises';

/** Bytes read at once. */
const WINDOW_BYTES = 1024 * 1024;

/**
 * Reads at least one and at most `most` bytes at an offset; the result is valid until the next call. Fails where the
 * file ends earlier.
 */
export type ReadWindow = (offset: number, most: number) => Buffer | Promise<Buffer>;

/** Buffers a file for sequential reading: many small reads become few large ones. */
export function createReadWindow(handle: FileHandle, fileSize: number): ReadWindow {
  const space = Buffer.allocUnsafe(Math.min(WINDOW_BYTES, fileSize));
  let from = 0;
  let stored = 0;
  const cut = (offset: number, most: number): Buffer => {
    const at = offset - from;
    return space.subarray(at, Math.min(at + most, stored));
  };
  const fill = async (offset: number, most: number): Promise<Buffer> => {
    stored = 0;
    const { bytesRead } = await handle.read(space, 0, Math.min(space.length, Math.max(0, fileSize - offset)), offset);
    if (bytesRead === 0) throw new Error('the file ends before');
    from = offset;
    stored = bytesRead;
    return cut(offset, most);
  };
  return (offset, most) => (offset >= from && offset < from + stored ? cut(offset, most) : fill(offset, most));
}
