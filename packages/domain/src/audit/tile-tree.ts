import type { Sha256 } from './audit-bytes.ts';
import { hashNode, isPowerOfTwo, largestPowerOfTwoBelow } from './merkle-tree.ts';
import { computeTileWidth, type TileName, TILE_WIDTH } from './tile-path.ts';

/** Reads the hashes of a tile of the tree. Rejects when the tile cannot be read. */
export type ReadTile = (tile: TileName & { readonly level: number }) => Promise<readonly Uint8Array[]>;

/** A tree of which only tiles are at hand. */
export interface TileTree {
  readonly sha256: Sha256;
  /** Entries in the tree. */
  readonly size: number;
  readonly readTile: ReadTile;
}

/** Height of a tile. */
const TILE_HEIGHT = 8;

/**
 * Proof that the tree of the first `size` entries is a prefix of the whole (RFC 6962, 2.1.2), from tiles; empty for
 * size 0, of which every tree is a continuation. Reads some tiles per level. Throws `RangeError` for a size outside the
 * tree.
 */
export async function buildTileConsistencyProof(tree: TileTree, size: number): Promise<Uint8Array[]> {
  if (size < 0 || size > tree.size) throw new RangeError('size outside the tree');
  return size === 0 ? [] : buildSubProof(tree, size, { from: 0, to: tree.size }, true);
}

interface Range {
  readonly from: number;
  readonly to: number;
}

async function buildSubProof(tree: TileTree, size: number, { from, to }: Range, whole: boolean): Promise<Uint8Array[]> {
  if (size === to - from) return whole ? [] : [await computeRangeRoot(tree, { from, to })];
  const split = largestPowerOfTwoBelow(to - from);
  const left = { from, to: from + split };
  const right = { from: from + split, to };
  return size <= split
    ? [...(await buildSubProof(tree, size, left, whole)), await computeRangeRoot(tree, right)]
    : [...(await buildSubProof(tree, size - split, right, false)), await computeRangeRoot(tree, left)];
}

/** Root of a subtree that the recursion of RFC 6962 meets: it begins at a multiple of the power of two that covers it. */
async function computeRangeRoot(tree: TileTree, { from, to }: Range): Promise<Uint8Array> {
  if (isPowerOfTwo(to - from)) return readSubtree(tree, from, Math.round(Math.log2(to - from)));
  const split = largestPowerOfTwoBelow(to - from);
  const left = await computeRangeRoot(tree, { from, to: from + split });
  return hashNode(tree.sha256, left, await computeRangeRoot(tree, { from: from + split, to }));
}

/** Root of the complete subtree of 2^height entries at `from`, folded from the part of one tile. */
async function readSubtree(tree: TileTree, from: number, height: number): Promise<Uint8Array> {
  const level = Math.floor(height / TILE_HEIGHT);
  const position = from / TILE_WIDTH ** level;
  const index = Math.floor(position / TILE_WIDTH);
  const first = position % TILE_WIDTH;
  const tile = await tree.readTile({ level, index, width: computeTileWidth(tree.size, level, index) });
  let hashes = tile.slice(first, first + 2 ** (height % TILE_HEIGHT));
  if (hashes.length !== 2 ** (height % TILE_HEIGHT)) throw new RangeError('tile is too short');
  while (hashes.length > 1) {
    const pairs = hashes;
    hashes = pairs.flatMap((left, i) => {
      const right = pairs[i + 1];
      return i % 2 === 0 && right !== undefined ? [hashNode(tree.sha256, left, right)] : [];
    });
  }
  const [root] = hashes;
  if (root === undefined) throw new RangeError('tile is empty');
  return root;
}
