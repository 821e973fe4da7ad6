/** Hashes in a full tile, and entries in a full bundle (C2SP tlog-tiles: height 8). */
export const TILE_WIDTH = 256;

/** A tile of hashes by its level, or a bundle of entries. `width` below 256: a partial one. */
export interface TileName {
  readonly level: number | 'entries';
  readonly index: number;
  readonly width: number;
}

/** Path below the prefix of the log: `tile/0/x001/x234/067`, `tile/entries/000.p/112`. */
export function formatTilePath({ level, index, width }: TileName): string {
  const parts: string[] = [String(index % 1000).padStart(3, '0')];
  for (let rest = Math.floor(index / 1000); rest > 0; rest = Math.floor(rest / 1000))
    parts.unshift(`x${String(rest % 1000).padStart(3, '0')}`);
  return `tile/${level}/${parts.join('/')}${width === TILE_WIDTH ? '' : `.p/${width}`}`;
}

/** Index and width of the part of a path after `tile/<level>/`; null when it is not written exactly as specified. */
export function parseTileIndex(text: string): { readonly index: number; readonly width: number } | null {
  const match = /^((?:x\d{3}\/){0,4}\d{3})(?:\.p\/([1-9]\d{0,2}))?$/.exec(text);
  if (match?.[1] === undefined || match[1].startsWith('x000/')) return null;
  const index = Number(match[1].replaceAll(/x|\//g, ''));
  const width = match[2] === undefined ? TILE_WIDTH : Number(match[2]);
  if (!Number.isSafeInteger(index) || (match[2] !== undefined && width >= TILE_WIDTH)) return null;
  return { index, width };
}

/** Hashes at a level of a tree with `size` entries, complete subtrees only. */
export const countTileHashes = (size: number, level: number): number => Math.floor(size / TILE_WIDTH ** level);

/** Width of a tile in a tree of `size` entries; 0: it does not exist. */
export const computeTileWidth = (size: number, level: number, index: number): number =>
  Math.max(0, Math.min(TILE_WIDTH, countTileHashes(size, level) - index * TILE_WIDTH));

/** Bytes of a bundle: each entry after its length as two bytes, most significant first. */
export function formatEntryBundle(entries: readonly Uint8Array[]): Uint8Array {
  const out = new Uint8Array(entries.reduce((sum, entry) => sum + 2 + entry.length, 0));
  let at = 0;
  for (const entry of entries) {
    out.set([entry.length >> 8, entry.length & 255], at);
    out.set(entry, at + 2);
    at += 2 + entry.length;
  }
  return out;
}

/** Entries of a bundle; null when its bytes do not end with an entry. */
export function parseEntryBundle(bytes: Uint8Array): Uint8Array[] | null {
  const entries: Uint8Array[] = [];
  for (let at = 0; at < bytes.length;) {
    const length = ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);
    if (at + 2 + length > bytes.length) return null;
    entries.push(bytes.slice(at + 2, at + 2 + length));
    at += 2 + length;
  }
  return entries;
}

/** Bytes of a hash, in tiles and nodes. */
const HASH_BYTES = 32;

/** Hashes of a tile; null when its length is no multiple of 32. */
export function parseHashes(bytes: Uint8Array): Uint8Array[] | null {
  if (bytes.length % HASH_BYTES !== 0) return null;
  return Array.from({ length: bytes.length / HASH_BYTES }, (_, i) => bytes.slice(i * HASH_BYTES, (i + 1) * HASH_BYTES));
}
