import { type Sha256, equalBytes } from './audit-bytes.ts';
import { parseEntryHead } from './audit-entry.ts';
import { computeDetailCommitment, computeEntryHash } from './audit-hash.ts';
import { type JsonValue, canonicalJson } from './canonical-json.ts';
import { type FlawAt, type LogFlaw, createRemovalTracker, earlierFlaw } from './log-removals.ts';
import { type Frontier, appendLeaf, computeFrontierRoot } from './merkle-tree.ts';

/** A detail with its salt, as stored. */
export interface StoredDetail {
  readonly salt: Uint8Array;
  readonly text: string;
}

/** One row of the log as stored. `entry` and `detail` are null when their rows were deleted. */
export interface LogRow {
  readonly seq: number;
  readonly hash: Uint8Array;
  readonly entry: string | null;
  readonly detail: StoredDetail | null;
  /** Log hash noted at this size, if a commit ended here. */
  readonly head: Uint8Array | null;
  /** Tree head noted at this size, if there is one. */
  readonly root: Uint8Array | null;
}

export type LogVerification =
  | {
      readonly state: 'whole';
      readonly size: number;
      readonly removed: number;
      readonly erased: number;
      readonly clockSteps: readonly number[];
    }
  | { readonly state: 'broken'; readonly seq: number; readonly flaw: LogFlaw };

export interface VerifierStart {
  readonly sha256: Sha256;
  readonly log: string;
  readonly epoch: number;
  /** Sequence number and hash before the range: seq 0 and the genesis hash for the whole log. */
  readonly before: { readonly seq: number; readonly hash: Uint8Array };
  /** Tree over everything before the range; null: tree heads are not checked. */
  readonly tree: Frontier | null;
}

/** Verifies a log row by row in constant memory: numbers, links, commitments, noted heads and tree heads. */
export class LogVerifier {
  readonly #start: VerifierStart;
  readonly #removals = createRemovalTracker();
  readonly #clockSteps: number[] = [];
  #last: { readonly seq: number; readonly hash: Uint8Array };
  #tree: Frontier | null;
  #lastAt = 0;
  #broken: FlawAt | null = null;

  constructor(start: VerifierStart) {
    this.#start = start;
    this.#last = start.before;
    this.#tree = start.tree;
  }

  /**
   * Verifies the next row in order of seq. Returns null, or the flaw found there. After the first flaw the result no
   * longer changes.
   */
  push(row: LogRow): LogFlaw | null {
    if (this.#broken !== null) return this.#broken.flaw;
    const flaw = this.#check(row);
    // A missing number is reported where it is missing, not where the next one was found.
    if (flaw !== null) this.#broken = { seq: flaw === 'gap' ? Math.min(this.#last.seq + 1, row.seq) : row.seq, flaw };
    this.#last = row;
    return flaw;
  }

  /** Adds an entry that announces a removal and lies after the verified range. */
  addRemoval(text: string, detail: StoredDetail): void {
    const entry = parseStoredEntry(text);
    if (entry !== null && entry.detail === computeDetailCommitment(this.#start.sha256, detail.salt, detail.text)) {
      this.#removals.announce(entry.action, parseJsonOrUndefined(detail.text));
    }
  }

  /**
   * Last step; returns the result. `notedSize`: largest size ever noted, or null when the range does not reach the
   * end of the log.
   */
  finish(notedSize: number | null): LogVerification {
    const size = this.#last.seq;
    const isCut = notedSize !== null && notedSize > size;
    const flaw =
      earlierFlaw(this.#broken, this.#removals.unannounced()) ??
      (isCut ? { seq: size + 1, flaw: 'tail' as const } : null);
    if (flaw !== null) return { state: 'broken', ...flaw };
    return { state: 'whole', size, ...this.#removals.counts(), clockSteps: this.#clockSteps };
  }

  #check(row: LogRow): LogFlaw | null {
    if (row.seq !== this.#last.seq + 1) return 'gap';
    const flaw = row.entry === null ? this.#checkAbsent(row) : this.#checkPresent(row, row.entry);
    if (flaw !== null) return flaw;
    if (row.head !== null && !equalBytes(row.head, row.hash)) return 'head';
    if (this.#tree === null) return null;
    this.#tree = appendLeaf(this.#start.sha256, this.#tree, row.hash);
    return row.root !== null && !equalBytes(row.root, computeFrontierRoot(this.#start.sha256, this.#tree))
      ? 'root'
      : null;
  }

  #checkAbsent(row: LogRow): LogFlaw | null {
    if (row.detail !== null) return 'detail';
    this.#removals.entryGone(row.seq);
    return null;
  }

  #checkPresent(row: LogRow, text: string): LogFlaw | null {
    const { sha256, epoch, log } = this.#start;
    const entry = parseStoredEntry(text);
    if (entry === null) return 'form';
    if (entry.seq !== row.seq || entry.epoch !== epoch || entry.log !== log) return 'place';
    if (!equalBytes(computeEntryHash(sha256, this.#last.hash, text), row.hash)) return 'link';
    if (entry.at < this.#lastAt) this.#clockSteps.push(row.seq);
    this.#lastAt = entry.at;
    if (row.detail === null) {
      if (entry.detail !== null) this.#removals.detailGone(row.seq);
      return null;
    }
    if (computeDetailCommitment(sha256, row.detail.salt, row.detail.text) !== entry.detail) return 'detail';
    this.#removals.announce(entry.action, parseJsonOrUndefined(row.detail.text));
    return null;
  }
}

function parseStoredEntry(text: string): ReturnType<typeof parseEntryHead> {
  const value = parseJsonOrUndefined(text);
  return value !== undefined && isCanonical(value, text) ? parseEntryHead(value) : null;
}

/** Undefined when the text is not JSON, so that a damaged log produces a finding instead of an exception. */
function parseJsonOrUndefined(text: string): JsonValue | undefined {
  try {
    const value: JsonValue = JSON.parse(text);
    return value;
  } catch {
    return undefined;
  }
}

function isCanonical(value: JsonValue, text: string): boolean {
  try {
    return canonicalJson(value) === text;
  } catch {
    return false;
  }
}
