import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { type ArchiveEntry, encodeDirectories, HEAD_BYTES, HEADER_BYTES } from './archive-directory.ts';

/** A vector tile, gzipped. */
export interface ArchiveTile {
  /** See `computeTileId`. */
  readonly id: number;
  readonly bytes: Uint8Array;
}

export interface ArchiveFacts {
  readonly name: string;
  /** Who made the data, as shown on the map. */
  readonly attribution: string;
  readonly minZoom: number;
  readonly maxZoom: number;
  /** West, south, east, north in degrees. */
  readonly bounds: readonly [number, number, number, number];
  readonly layers: readonly string[];
}

/** Bytes collected before they are written. */
const CHUNK_BYTES = 4 << 20;
/** Only small tiles are alike: empty land, a field. */
const MAX_SHARED_BYTES = 2_048;

/**
 * Writes tiles as one PMTiles archive, version 3. Tiles of the same content are stored once.
 * @param tiles in ascending order of their ids
 * @param signal aborted: throws its reason and leaves an incomplete file
 * @returns number of tiles and bytes written
 */
export async function writeArchive(
  file: string,
  tiles: Iterable<ArchiveTile>,
  facts: ArchiveFacts,
  signal?: AbortSignal,
): Promise<{ readonly tiles: number; readonly bytes: number }> {
  const handle = await open(file, 'wx', 0o644);
  try {
    // The head is written last, when its numbers are known.
    const data = await writeTiles(handle, tiles, signal);
    const { root, leaves } = encodeDirectories(data.entries);
    const about = gzipSync(JSON.stringify(buildMetadata(facts)));
    const end = HEAD_BYTES + data.bytes;
    await handle.write(Buffer.concat([about, leaves]), 0, about.length + leaves.length, end);
    const header = buildHeader(facts, {
      root: [HEADER_BYTES, root.length],
      about: [end, about.length],
      leaves: [end + about.length, leaves.length],
      data: [HEAD_BYTES, data.bytes],
      counts: [data.tiles, data.entries.length, data.contents],
    });
    const head = Buffer.alloc(HEAD_BYTES);
    header.copy(head);
    root.copy(head, HEADER_BYTES);
    await handle.write(head, 0, HEAD_BYTES, 0);
    await handle.sync();
    return { tiles: data.tiles, bytes: end + about.length + leaves.length };
  } finally {
    await handle.close();
  }
}

async function writeTiles(handle: FileHandle, tiles: Iterable<ArchiveTile>, signal?: AbortSignal) {
  const entries: ArchiveEntry[] = [];
  const shared = new Map<string, number>();
  let [pending, pendingBytes, written, count]: [Uint8Array[], number, number, number] = [[], 0, 0, 0];
  const flush = async (): Promise<void> => {
    await handle.write(Buffer.concat(pending), 0, pendingBytes, HEAD_BYTES + written);
    written += pendingBytes;
    [pending, pendingBytes] = [[], 0];
  };
  for (const { id, bytes } of tiles) {
    count += 1;
    const hash = bytes.length <= MAX_SHARED_BYTES ? createHash('sha256').update(bytes).digest('base64') : null;
    const known = hash === null ? undefined : shared.get(hash);
    const offset = known ?? written + pendingBytes;
    const last = entries.at(-1);
    if (last !== undefined && last.offset === offset && last.id + last.run === id) last.run += 1;
    else entries.push({ id, run: 1, offset, length: bytes.length });
    if (known !== undefined) continue;
    if (hash !== null) shared.set(hash, offset);
    pending.push(bytes);
    pendingBytes += bytes.length;
    if (pendingBytes < CHUNK_BYTES) continue;
    signal?.throwIfAborted();
    await flush();
  }
  signal?.throwIfAborted();
  await flush();
  return { entries, tiles: count, bytes: written, contents: new Set(entries.map(({ offset }) => offset)).size };
}

const buildMetadata = ({ name, attribution, layers, minZoom, maxZoom }: ArchiveFacts): object => ({
  name,
  attribution,
  vector_layers: layers.map((id) => ({ id, fields: {}, minzoom: minZoom, maxzoom: maxZoom })),
});

type Section = readonly [offset: number, length: number];

function buildHeader(
  { minZoom, maxZoom, bounds }: ArchiveFacts,
  parts: Readonly<Record<'root' | 'about' | 'leaves' | 'data', Section>> & { readonly counts: readonly number[] },
): Buffer {
  const bytes = Buffer.alloc(HEADER_BYTES);
  bytes.write('PMTiles', 0);
  bytes[7] = 3;
  const numbers = [...parts.root, ...parts.about, ...parts.leaves, ...parts.data, ...parts.counts];
  for (const [index, value] of numbers.entries()) bytes.writeBigUInt64LE(BigInt(value), 8 + index * 8);
  // Clustered; directories and tiles gzipped; vector tiles; zoom levels.
  bytes.set([1, 2, 2, 1, minZoom, maxZoom], 96);
  const [west, south, east, north] = bounds;
  const degrees = [west, south, east, north];
  for (const [index, degree] of degrees.entries()) bytes.writeInt32LE(Math.round(degree * 1e7), 102 + index * 4);
  bytes[118] = Math.min(maxZoom, 11);
  bytes.writeInt32LE(Math.round(((west + east) / 2) * 1e7), 119);
  bytes.writeInt32LE(Math.round(((south + north) / 2) * 1e7), 123);
  return bytes;
}
