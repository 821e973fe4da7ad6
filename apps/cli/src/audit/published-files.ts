import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { formatTilePath, parseEntryBundle, TILE_WIDTH, computeTileWidth } from '@varco/domain/audit/tile-path.ts';
import type { ReadPublished } from '@varco/domain/audit/published-log.ts';
import { type NotedCheckpoint, parseCheckpointNote } from '@varco/domain/audit/note-verify.ts';

/** A bundle of 256 entries of the longest kind is smaller; a server that sends more is not one of a log. */
const MAX_FILE_BYTES = 256 * 65_537;
const TIMEOUT_MS = 20_000;
const NOT_FOUND = [404, 410];

/** Published files of a log could not be read; the message is for the person at the terminal. */
export class UnreadableFiles extends Error {
  override readonly name = 'UnreadableFiles';
}

const isUrl = (place: string): boolean => /^https?:\/\//.test(place);

/** Bytes of a file or address; null when there is none. Throws `UnreadableFiles` for any other fault. */
async function readPlace(place: string): Promise<Uint8Array | null> {
  try {
    if (!isUrl(place)) return await readFile(place);
    const response = await fetch(place, { redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (NOT_FOUND.includes(response.status)) return null;
    if (!response.ok || response.body === null) throw new UnreadableFiles(`${place}: ${response.status}`);
    return await readBody(response.body, place);
  } catch (error) {
    if (error instanceof UnreadableFiles) throw error;
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw new UnreadableFiles(place, { cause: error });
  }
}

async function readBody(body: AsyncIterable<Uint8Array>, place: string): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > MAX_FILE_BYTES) throw new UnreadableFiles(place);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Checkpoint in a file or at an address. Throws `UnreadableFiles` when there is none or it is malformed. */
export async function readCheckpointFile(place: string): Promise<NotedCheckpoint> {
  const bytes = await readPlace(place);
  const checkpoint = bytes === null ? null : parseCheckpointNote(Buffer.from(bytes).toString('utf8'));
  if (checkpoint === null) throw new UnreadableFiles(place);
  return checkpoint;
}

/** The files of a published log in the layout of C2SP tlog-tiles. */
export interface PublishedFiles {
  readonly checkpoint: NotedCheckpoint;
  readonly read: ReadPublished;
  /** Entries from `seq` on, up to the end of its bundle; empty beyond the end. Throws `UnreadableFiles`. */
  readEntriesFrom(seq: number): Promise<readonly Uint8Array[]>;
}

/** Opens the published files of a log in a folder or at an address. Throws `UnreadableFiles` without a checkpoint. */
export async function openPublishedFiles(place: string): Promise<PublishedFiles> {
  const at = (path: string): string => (isUrl(place) ? `${place.replace(/\/+$/, '')}/${path}` : join(place, path));
  const checkpoint = await readCheckpointFile(at('checkpoint'));
  const { size } = checkpoint;
  const read: ReadPublished = async (tile) => {
    const found = await readPlace(at(formatTilePath(tile)));
    // A partial file may be replaced by the full one (C2SP tlog-tiles); what is beyond the checkpoint is left aside.
    if (found !== null || tile.width === TILE_WIDTH) return found;
    return cutToWidth(await readPlace(at(formatTilePath({ ...tile, width: TILE_WIDTH }))), tile.level, tile.width);
  };
  return {
    checkpoint,
    read,
    async readEntriesFrom(seq) {
      if (seq > size) return [];
      const index = Math.floor((seq - 1) / TILE_WIDTH);
      const bundle = await read({ level: 'entries', index, width: computeTileWidth(size, 0, index) });
      const entries = bundle === null ? null : parseEntryBundle(bundle);
      if (entries === null)
        throw new UnreadableFiles(at(formatTilePath({ level: 'entries', index, width: TILE_WIDTH })));
      return entries.slice((seq - 1) % TILE_WIDTH);
    },
  };
}

const HASH_BYTES = 32;

/** The first `width` hashes or entries of a full file. */
function cutToWidth(bytes: Uint8Array | null, level: number | 'entries', width: number): Uint8Array | null {
  if (bytes === null || level !== 'entries') return bytes?.slice(0, width * HASH_BYTES) ?? null;
  const entries = parseEntryBundle(bytes)?.slice(0, width);
  return entries === undefined
    ? null
    : bytes.slice(
        0,
        entries.reduce((sum, { length }) => sum + 2 + length, 0),
      );
}
