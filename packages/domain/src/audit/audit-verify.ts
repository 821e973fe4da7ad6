import { type Sha256, equalBytes } from './audit-bytes.ts';
import {
  countRemovals,
  earlierFlaw,
  findUnannounced,
  type FlawAt,
  joinRemovals,
  type LogFlaw,
  type Removals,
} from './log-removals.ts';
import { appendLeaf, computeFrontierRoot, EMPTY_FRONTIER, type Frontier } from './merkle-tree.ts';
import { type EntryRow, type RangeResult, type RangeStart, RangeVerifier } from './range-verifier.ts';

export type LogVerification =
  | {
      readonly state: 'whole';
      readonly size: number;
      readonly removed: number;
      readonly erased: number;
      readonly clockSteps: readonly number[];
    }
  | { readonly state: 'broken'; readonly seq: number; readonly flaw: LogFlaw };

/** What is known besides the ranges. */
export interface LogEvidence {
  /** Announcements read apart from the ranges. */
  readonly announced?: Removals;
  /** Largest size ever noted; null when the ranges do not reach the end of the log. */
  readonly noted: number | null;
}

/**
 * The verdict on a log from its ranges, in order and without gaps between them. A range that begins with another hash
 * than the one before it ended with is broken there.
 */
export function joinRanges(ranges: readonly RangeResult[], { announced, noted }: LogEvidence): LogVerification {
  const removals = joinRemovals([...ranges.map((range) => range.removals), ...(announced ? [announced] : [])]);
  const size = ranges.at(-1)?.last.seq ?? 0;
  const broken = ranges.reduce<FlawAt | null>((found, range, index) => {
    return earlierFlaw(earlierFlaw(found, findSeam(ranges[index - 1], range)), range.broken);
  }, null);
  const flaw =
    earlierFlaw(broken, findUnannounced(removals)) ??
    (noted !== null && noted > size ? { seq: size + 1, flaw: 'tail' as const } : null);
  if (flaw !== null) return { state: 'broken', ...flaw };
  return { state: 'whole', size, ...countRemovals(removals), clockSteps: joinClockSteps(ranges) };
}

function findSeam(previous: RangeResult | undefined, { before }: RangeResult): FlawAt | null {
  if (previous === undefined) return null;
  if (previous.last.seq !== before.seq) return { seq: previous.last.seq + 1, flaw: 'gap' };
  return equalBytes(previous.last.hash, before.hash) ? null : { seq: before.seq + 1, flaw: 'link' };
}

function joinClockSteps(ranges: readonly RangeResult[]): readonly number[] {
  let lastAt = 0;
  return ranges.flatMap(({ first, lastAt: rangeLastAt, clockSteps }) => {
    if (first === null) return [];
    const steps = first.at < lastAt ? [first.seq, ...clockSteps] : clockSteps;
    lastAt = rangeLastAt;
    return steps;
  });
}

/** Computes the tree of a log from its hashes, in order, and compares tree heads with it. */
export class TreeVerifier {
  readonly #sha256: Sha256;
  #tree: Frontier = EMPTY_FRONTIER;

  constructor(sha256: Sha256) {
    this.#sha256 = sha256;
  }

  add(hash: Uint8Array): void {
    this.#tree = appendLeaf(this.#sha256, this.#tree, hash);
  }

  /** True when this is the root of the tree of all hashes so far. */
  fits(root: Uint8Array): boolean {
    return equalBytes(root, computeFrontierRoot(this.#sha256, this.#tree));
  }
}

/** One row of the log with the tree head noted at this size, if there is one. */
export interface LogRow extends EntryRow {
  readonly root: Uint8Array | null;
}

/** Verifies a whole log row by row in constant memory: a single range, and the tree heads. */
export class LogVerifier {
  readonly #range: RangeVerifier;
  readonly #tree: TreeVerifier;
  #wrongRoot: FlawAt | null = null;

  /** `start.before` is the beginning of the log. */
  constructor(start: RangeStart) {
    this.#range = new RangeVerifier(start);
    this.#tree = new TreeVerifier(start.sha256);
  }

  /** Verifies the next row in order of seq. Returns null, or the flaw found; after a flaw rows are not looked at. */
  push(row: LogRow): LogFlaw | null {
    if (this.#wrongRoot !== null) return this.#wrongRoot.flaw;
    const flaw = this.#range.push(row);
    if (flaw !== null) return flaw;
    this.#tree.add(row.hash);
    if (row.root === null || this.#tree.fits(row.root)) return null;
    this.#wrongRoot = { seq: row.seq, flaw: 'root' };
    return 'root';
  }

  /** Last step; returns the verdict. */
  finish(evidence: LogEvidence): LogVerification {
    const range = this.#range.result();
    return joinRanges([{ ...range, broken: range.broken ?? this.#wrongRoot }], evidence);
  }
}
