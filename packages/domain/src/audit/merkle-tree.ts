import { type Sha256, equalBytes } from './audit-bytes.ts';

/** Merkle tree of RFC 6962 over the entry hashes. Leaf index = seq - 1, size = last seq. */
const LEAF_PREFIX = Uint8Array.of(0);
const NODE_PREFIX = Uint8Array.of(1);

/** Hash of an entry as a leaf of the tree. */
export const hashLeaf = (sha256: Sha256, entry: Uint8Array): Uint8Array => sha256(LEAF_PREFIX, entry);
/** Hash of two neighbouring subtrees. */
export const hashNode = (sha256: Sha256, left: Uint8Array, right: Uint8Array): Uint8Array =>
  sha256(NODE_PREFIX, left, right);

/** Largest power of two strictly below `size` (size >= 2). */
export function largestPowerOfTwoBelow(size: number): number {
  let split = 1;
  while (split * 2 < size) split *= 2;
  return split;
}

/** True for 1, 2, 4 ...; exact for every safe integer, which a logarithm alone is not. */
export const isPowerOfTwo = (size: number): boolean => size >= 1 && 2 ** Math.round(Math.log2(size)) === size;

/**
 * Roots of the complete subtrees of a growing tree, largest first: the state needed to append and to compute the
 * root.
 */
export interface Frontier {
  readonly size: number;
  readonly roots: readonly Uint8Array[];
}
export const EMPTY_FRONTIER: Frontier = { size: 0, roots: [] };

type OnSubtree = (height: number, index: number, root: Uint8Array) => void;

/**
 * The frontier after one more entry hash. `onSubtree` gets the root of every complete subtree this entry ends: 2^height
 * entries, the `index`-th of that height.
 */
export const appendLeaf = (sha256: Sha256, frontier: Frontier, entry: Uint8Array, onSubtree?: OnSubtree): Frontier =>
  appendLeafHash(sha256, frontier, hashLeaf(sha256, entry), onSubtree);

/** `appendLeaf` for an entry whose hash as a leaf is known. */
export function appendLeafHash(sha256: Sha256, frontier: Frontier, leaf: Uint8Array, onSubtree?: OnSubtree): Frontier {
  const roots = [...frontier.roots];
  let node = leaf;
  let height = 0;
  for (let rest = frontier.size; rest % 2 === 1; rest = Math.floor(rest / 2)) {
    const left = roots.pop();
    if (left === undefined) throw new RangeError('frontier does not fit its size');
    node = hashNode(sha256, left, node);
    height += 1;
    onSubtree?.(height, Math.floor(rest / 2), node);
  }
  roots.push(node);
  return { size: frontier.size + 1, roots };
}

/** Tree head of a frontier; of an empty tree the hash of nothing (RFC 6962, 2.1). */
export function computeFrontierRoot(sha256: Sha256, frontier: Frontier): Uint8Array {
  const [last, ...others] = [...frontier.roots].reverse();
  if (last === undefined) return sha256();
  return others.reduce((right, left) => hashNode(sha256, left, right), last);
}

/** Tree head over entry hashes. */
export function computeTreeRoot(sha256: Sha256, entries: readonly Uint8Array[]): Uint8Array {
  const [first] = entries;
  if (first === undefined) return sha256();
  if (entries.length === 1) return hashLeaf(sha256, first);
  const split = largestPowerOfTwoBelow(entries.length);
  return hashNode(
    sha256,
    computeTreeRoot(sha256, entries.slice(0, split)),
    computeTreeRoot(sha256, entries.slice(split)),
  );
}

/** Audit path of the entry at `index` (RFC 6962, 2.1.1). */
export function buildInclusionProof(sha256: Sha256, entries: readonly Uint8Array[], index: number): Uint8Array[] {
  if (index < 0 || index >= entries.length) throw new RangeError('index outside the tree');
  if (entries.length === 1) return [];
  const split = largestPowerOfTwoBelow(entries.length);
  const [left, right] = [entries.slice(0, split), entries.slice(split)];
  return index < split
    ? [...buildInclusionProof(sha256, left, index), computeTreeRoot(sha256, right)]
    : [...buildInclusionProof(sha256, right, index - split), computeTreeRoot(sha256, left)];
}

/** True when `entry` is at `index` of the tree of `size` entries with head `root`. */
export function verifyInclusion(
  sha256: Sha256,
  claim: {
    readonly entry: Uint8Array;
    readonly index: number;
    readonly size: number;
    readonly root: Uint8Array;
  },
  proof: readonly Uint8Array[],
): boolean {
  if (claim.index < 0 || claim.index >= claim.size) return false;
  let [position, last] = [claim.index, claim.size - 1];
  let node = hashLeaf(sha256, claim.entry);
  for (const sibling of proof) {
    if (last === 0) return false;
    if (position % 2 === 1 || position === last) {
      node = hashNode(sha256, sibling, node);
      while (position % 2 === 0 && position !== 0) [position, last] = [position / 2, Math.floor(last / 2)];
    } else {
      node = hashNode(sha256, node, sibling);
    }
    [position, last] = [Math.floor(position / 2), Math.floor(last / 2)];
  }
  return last === 0 && equalBytes(node, claim.root);
}

/** Proof that the tree of the first `size` entries is a prefix of the whole (RFC 6962, 2.1.2). */
export function buildConsistencyProof(sha256: Sha256, entries: readonly Uint8Array[], size: number): Uint8Array[] {
  if (size < 1 || size > entries.length) throw new RangeError('size outside the tree');
  return buildSubProof(sha256, entries, size, true);
}

function buildSubProof(sha256: Sha256, entries: readonly Uint8Array[], size: number, whole: boolean): Uint8Array[] {
  if (size === entries.length) return whole ? [] : [computeTreeRoot(sha256, entries)];
  const split = largestPowerOfTwoBelow(entries.length);
  const [left, right] = [entries.slice(0, split), entries.slice(split)];
  return size <= split
    ? [...buildSubProof(sha256, left, size, whole), computeTreeRoot(sha256, right)]
    : [...buildSubProof(sha256, right, size - split, false), computeTreeRoot(sha256, left)];
}

/** Size and root of a tree, for comparison by two parties. */
export interface TreeHead {
  readonly size: number;
  readonly root: Uint8Array;
}

/** True when the newer head only added entries to the older one (RFC 9162, 2.1.4.2). */
export function verifyConsistency(
  sha256: Sha256,
  older: TreeHead,
  newer: TreeHead,
  proof: readonly Uint8Array[],
): boolean {
  if (older.size < 1 || older.size > newer.size) return false;
  if (older.size === newer.size) return proof.length === 0 && equalBytes(older.root, newer.root);
  const [first, ...rest] = isPowerOfTwo(older.size) ? [older.root, ...proof] : proof;
  if (first === undefined) return false;
  let [position, last] = [older.size - 1, newer.size - 1];
  while (position % 2 === 1) [position, last] = [Math.floor(position / 2), Math.floor(last / 2)];
  let [old, now] = [first, first];
  for (const sibling of rest) {
    if (last === 0) return false;
    if (position % 2 === 1 || position === last) {
      [old, now] = [hashNode(sha256, sibling, old), hashNode(sha256, sibling, now)];
      while (position % 2 === 0 && position !== 0) [position, last] = [position / 2, Math.floor(last / 2)];
    } else {
      now = hashNode(sha256, now, sibling);
    }
    [position, last] = [Math.floor(position / 2), Math.floor(last / 2)];
  }
  return last === 0 && equalBytes(old, older.root) && equalBytes(now, newer.root);
}
