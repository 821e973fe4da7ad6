import { equalBytes, type Sha256 } from './audit-bytes.ts';
import {
  appendLeafHash,
  computeFrontierRoot,
  EMPTY_FRONTIER,
  type Frontier,
  hashLeaf,
  type TreeHead,
} from './merkle-tree.ts';
import { computeTileWidth, parseEntryBundle, parseHashes, TILE_WIDTH, type TileName } from './tile-path.ts';

/** Reads a published file; null when there is none. Rejects when it cannot be read. */
export type ReadPublished = (tile: TileName) => Promise<Uint8Array | null>;

/**
 * What is wrong with published files. `bundle`, `tile`: missing or of the wrong form; `entry`: the entry is not the one
 * the tile was made of; `node`: a tile above does not follow from the entries; `root`: the checkpoint does not; `known`:
 * a checkpoint kept elsewhere does not, so one of the entries up to it was changed; `short`: a checkpoint kept elsewhere
 * is larger.
 */
export type PublishedFlaw = 'bundle' | 'tile' | 'entry' | 'node' | 'root' | 'known' | 'short';

export type PublishedVerification =
  | { readonly state: 'whole'; readonly size: number }
  | { readonly state: 'broken'; readonly seq: number; readonly flaw: PublishedFlaw };

export interface PublishedLog {
  readonly sha256: Sha256;
  /** The checkpoint published with the files. */
  readonly head: TreeHead;
  readonly read: ReadPublished;
  /** Checkpoints of the same log kept elsewhere. */
  readonly known: readonly TreeHead[];
}

/** Bundles read ahead: a server far away is asked for several at once. */
const READ_AHEAD = 8;
const TILE_HEIGHT = 8;

type Broken = Extract<PublishedVerification, { readonly state: 'broken' }>;
const broken = (seq: number, flaw: PublishedFlaw): Broken => ({ state: 'broken', seq, flaw });

/** Bundle and tile of the same entries. */
type Piece = readonly [Uint8Array | null, Uint8Array | null];

/**
 * Computes the tree of a published log from its entries, in memory that does not grow with it, and compares every tile,
 * the checkpoint, and checkpoints kept elsewhere. Names the first entry that does not fit.
 */
export async function verifyPublishedLog(log: PublishedLog): Promise<PublishedVerification> {
  const { size } = log.head;
  const check = createTreeCheck(log);
  const bundles = Math.ceil(size / TILE_WIDTH);
  const ahead: Promise<Piece>[] = [];
  for (let index = 0; index < bundles; index += 1) {
    while (ahead.length < READ_AHEAD && index + ahead.length < bundles)
      ahead.push(readPiece(log, index + ahead.length));
    const flaw = await check.add(index, (await ahead.shift()) ?? [null, null]);
    if (flaw !== null) return flaw;
  }
  return check.finish();
}

function readPiece({ read, head }: PublishedLog, index: number): Promise<Piece> {
  const width = computeTileWidth(head.size, 0, index);
  const piece = Promise.all([read({ level: 'entries', index, width }), read({ level: 0, index, width })]);
  // Awaited later, in order; until then a failure is not an unhandled one.
  piece.catch(() => {});
  return piece;
}

/** A hash above level 0 that the entries have completed. */
interface DueNode {
  readonly level: number;
  readonly index: number;
  readonly hash: Uint8Array;
}

function createTreeCheck(log: PublishedLog) {
  const { sha256, head } = log;
  let tree: Frontier = EMPTY_FRONTIER;
  const above = createNodeReader(log);
  const known = new Map(log.known.map(({ size, root }) => [size, root]));
  const longest = Math.max(0, ...known.keys());

  const compareNode = async ({ level, index, hash }: DueNode): Promise<Broken | null> => {
    const published = await above(level, index);
    const first = index * TILE_WIDTH ** level + 1;
    if (published === null) return broken(first, 'tile');
    return equalBytes(published, hash) ? null : broken(first, 'node');
  };
  // Without a promise for most entries: there are millions of them.
  const addEntry = (leaf: Uint8Array): readonly DueNode[] => {
    const due: DueNode[] = [];
    tree = appendLeafHash(sha256, tree, leaf, (height, index, hash) => {
      if (height % TILE_HEIGHT === 0) due.push({ level: height / TILE_HEIGHT, index, hash });
    });
    return due;
  };
  return {
    async add(index: number, [bundle, tile]: Piece): Promise<Broken | null> {
      const width = computeTileWidth(head.size, 0, index);
      const first = index * TILE_WIDTH + 1;
      const entries = bundle === null ? null : parseEntryBundle(bundle);
      const hashes = tile === null ? null : parseHashes(tile);
      if (entries === null || entries.length !== width) return broken(first, 'bundle');
      if (hashes === null || hashes.length !== width) return broken(first, 'tile');
      for (const [at, entry] of entries.entries()) {
        const [published, leaf] = [hashes[at], hashLeaf(sha256, entry)];
        if (published === undefined || !equalBytes(published, leaf)) return broken(first + at, 'entry');
        for (const node of addEntry(leaf)) {
          const flaw = await compareNode(node);
          if (flaw !== null) return flaw;
        }
        const root = known.get(tree.size);
        if (root !== undefined && !equalBytes(root, computeFrontierRoot(sha256, tree)))
          return broken(tree.size, 'known');
      }
      return null;
    },
    finish(): PublishedVerification {
      if (!equalBytes(computeFrontierRoot(sha256, tree), head.root)) return broken(Math.max(1, head.size), 'root');
      return longest > head.size ? broken(head.size + 1, 'short') : { state: 'whole', size: head.size };
    },
  };
}

/** Reads published hashes above level 0; the last tile of each level is kept, because they are asked for in order. */
function createNodeReader({ read, head }: PublishedLog) {
  const last = new Map<number, { readonly index: number; readonly hashes: readonly Uint8Array[] }>();
  return async (level: number, node: number): Promise<Uint8Array | null> => {
    const index = Math.floor(node / TILE_WIDTH);
    let tile = last.get(level);
    if (tile?.index !== index) {
      const bytes = await read({ level, index, width: computeTileWidth(head.size, level, index) });
      tile = { index, hashes: (bytes === null ? null : parseHashes(bytes)) ?? [] };
      last.set(level, tile);
    }
    return tile.hashes[node % TILE_WIDTH] ?? null;
  };
}
