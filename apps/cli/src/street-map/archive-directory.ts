import { gzipSync } from 'node:zlib';

/** Tiles of one content: the first tile, how many follow with the same content, and where its bytes are. */
export interface ArchiveEntry {
  readonly id: number;
  /** Number of tiles; 0: a directory of further entries. */
  run: number;
  readonly offset: number;
  readonly length: number;
}

/** The first directory and the header fit in these bytes, so that a reader needs one request for both. */
export const HEAD_BYTES = 16_384;
export const HEADER_BYTES = 127;

function pushNumber(bytes: number[], value: number): void {
  let rest = value;
  while (rest >= 0x80) {
    bytes.push((rest % 128) | 0x80);
    rest = Math.floor(rest / 128);
  }
  bytes.push(rest);
}

/** A directory of PMTiles, version 3: four columns of numbers, one after the other, gzipped. */
function encodeDirectory(entries: readonly ArchiveEntry[]): Buffer {
  const bytes: number[] = [];
  pushNumber(bytes, entries.length);
  let last = 0;
  for (const { id } of entries) {
    pushNumber(bytes, id - last);
    last = id;
  }
  for (const { run } of entries) pushNumber(bytes, run);
  for (const { length } of entries) pushNumber(bytes, length);
  let end = -1;
  for (const { offset, length } of entries) {
    pushNumber(bytes, offset === end ? 0 : offset + 1);
    end = offset + length;
  }
  return gzipSync(Buffer.from(bytes));
}

/** The first directory, and those it points to where the entries do not fit in it. */
export function encodeDirectories(entries: readonly ArchiveEntry[]): {
  readonly root: Buffer;
  readonly leaves: Buffer;
} {
  const whole = encodeDirectory(entries);
  if (whole.length <= HEAD_BYTES - HEADER_BYTES) return { root: whole, leaves: Buffer.alloc(0) };
  for (let size = 4_096; ; size *= 2) {
    const parts: Buffer[] = [];
    const top: ArchiveEntry[] = [];
    let offset = 0;
    for (let from = 0; from < entries.length; from += size) {
      const part = encodeDirectory(entries.slice(from, from + size));
      top.push({ id: entries[from]?.id ?? 0, run: 0, offset, length: part.length });
      offset += part.length;
      parts.push(part);
    }
    const root = encodeDirectory(top);
    if (root.length <= HEAD_BYTES - HEADER_BYTES) return { root, leaves: Buffer.concat(parts) };
  }
}
