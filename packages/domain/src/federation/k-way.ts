/** Sorted keys of one plant, smallest first. `hasMore`: the plant has further rows with unknown keys. */
export interface MergeSource {
  readonly keys: ArrayLike<number>;
  readonly length: number;
  readonly hasMore: boolean;
}

export interface MergeRun {
  /** For each merged position from `skip` on: the source and the index of its row. Both arrays have the same length. */
  readonly sources: Int32Array;
  readonly rows: Int32Array;
  /** Rows taken from each source in total, and how many of these are before `skip`. */
  readonly taken: Int32Array;
  readonly skipped: Int32Array;
  /**
   * Source that ran out of known keys while it has more rows: the order after this point is unknown. Null: not
   * blocked.
   */
  readonly blockedBy: number | null;
}

const EXHAUSTED_KEY = Number.POSITIVE_INFINITY;

/**
 * Merges sorted sources: smallest key first, ties by the order of the sources, within a source in its own order.
 * Stops at `skip + take` rows, at the end of all sources, or at the first row that cannot be known yet. Uses a
 * tournament tree: log2(sources) comparisons and no allocation per row.
 */
export function mergeSources(sources: readonly MergeSource[], skip: number, take: number): MergeRun {
  const count = sources.length;
  const total = sources.reduce((sum, source) => sum + source.length, 0);
  const size = Math.max(0, Math.min(take, total - skip));
  const out = { sources: new Int32Array(size), rows: new Int32Array(size) };
  const taken = new Int32Array(count);
  const skipped = new Int32Array(count);
  const heads = Float64Array.from(sources, (source) => getHeadKey(source, 0));
  const tree = buildLoserTree(heads);

  let at = 0;
  let blockedBy: number | null = null;
  const end = skip + take;
  while (at < end && count > 0) {
    const winner = tree[0] ?? 0;
    const source = sources[winner];
    const row = taken[winner] ?? 0;
    if (source === undefined || heads[winner] === EXHAUSTED_KEY) break;
    if (row >= source.length) {
      blockedBy = winner;
      break;
    }
    if (at < skip) skipped[winner] = row + 1;
    else {
      out.sources[at - skip] = winner;
      out.rows[at - skip] = row;
    }
    at += 1;
    taken[winner] = row + 1;
    heads[winner] = getHeadKey(source, row + 1);
    replayMatches(tree, heads, winner);
  }
  const length = Math.max(0, at - skip);
  return { sources: out.sources.subarray(0, length), rows: out.rows.subarray(0, length), taken, skipped, blockedBy };
}

/** A source with unknown further rows sorts first, so that the merge stops at it. */
function getHeadKey(source: MergeSource, row: number): number {
  if (row < source.length) return source.keys[row] ?? EXHAUSTED_KEY;
  return source.hasMore ? Number.NEGATIVE_INFINITY : EXHAUSTED_KEY;
}

/** Loser tree: slot 0 holds the winner, slots 1.. the loser of each match; leaves are implied at `count`... */
function buildLoserTree(heads: Float64Array): Int32Array {
  const count = heads.length;
  const tree = new Int32Array(Math.max(1, count)).fill(-1);
  for (let source = count - 1; source >= 0; source -= 1) {
    let winner = source;
    let node = (source + count) >> 1;
    while (node > 0) {
      const other = tree[node] ?? -1;
      if (other === -1) {
        tree[node] = winner;
        winner = -1;
        break;
      }
      if (precedes(heads, other, winner)) {
        tree[node] = winner;
        winner = other;
      }
      node >>= 1;
    }
    if (winner !== -1) tree[0] = winner;
  }
  return tree;
}

/** Replays the matches on the path from a changed leaf to the root. */
function replayMatches(tree: Int32Array, heads: Float64Array, changed: number): void {
  let winner = changed;
  let key = heads[winner] ?? EXHAUSTED_KEY;
  for (let node = (changed + heads.length) >> 1; node > 0; node >>= 1) {
    const other = tree[node] ?? 0;
    const otherKey = heads[other] ?? EXHAUSTED_KEY;
    if (otherKey < key || (otherKey === key && other < winner)) {
      tree[node] = winner;
      winner = other;
      key = otherKey;
    }
  }
  tree[0] = winner;
}

function precedes(heads: Float64Array, a: number, b: number): boolean {
  const keyA = heads[a] ?? EXHAUSTED_KEY;
  const keyB = heads[b] ?? EXHAUSTED_KEY;
  return keyA < keyB || (keyA === keyB && a < b);
}
