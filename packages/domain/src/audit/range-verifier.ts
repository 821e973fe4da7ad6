import { type Sha256, equalBytes, fromUtf8Bytes } from './audit-bytes.ts';
import { computeDetailCommitment, computeEntryHash } from './audit-hash.ts';
import type { JsonValue } from './canonical-json.ts';
import { parseEntryText, parseJsonOrUndefined } from './entry-text.ts';
import { createRemovalTracker, type FlawAt, type LogFlaw, type Removals } from './log-removals.ts';

/** A detail with its salt, as stored. Nearly no detail is read, only hashed: its text may be given as UTF-8 bytes. */
export interface StoredDetail {
  readonly salt: Uint8Array;
  readonly text: string | Uint8Array;
}

/** One row of the log as stored. `entry` and `detail` are null when their rows were deleted. */
export interface EntryRow {
  readonly seq: number;
  readonly hash: Uint8Array;
  readonly entry: string | null;
  readonly detail: StoredDetail | null;
  /** Log hash noted at this size, if a commit ended here. */
  readonly head: Uint8Array | null;
}

/** A sequence number and the log hash there. */
export interface ChainPoint {
  readonly seq: number;
  readonly hash: Uint8Array;
}

export interface RangeStart {
  readonly sha256: Sha256;
  readonly log: string;
  readonly epoch: number;
  /** Where the range begins: seq 0 and the genesis hash for the beginning of the log. */
  readonly before: ChainPoint;
}

/** What verifying a range found. Plain values, because a range may be verified by another thread. */
export interface RangeResult {
  readonly before: ChainPoint;
  /** Last verified row; `before` when there was none. */
  readonly last: ChainPoint;
  readonly broken: FlawAt | null;
  readonly removals: Removals;
  /** First present entry, and time of the last one (UTC ms); null: no entry was present. */
  readonly first: { readonly seq: number; readonly at: number } | null;
  readonly lastAt: number;
  /** Numbers at which the clock of the database went back. */
  readonly clockSteps: readonly number[];
}

/**
 * Verifies a range of the log row by row in constant memory: numbers, links, commitments and noted hashes. The hash of
 * the last row commits to every present row of the range, so ranges can be verified apart and joined (`joinRanges`).
 */
export class RangeVerifier {
  readonly #start: RangeStart;
  readonly #removals = createRemovalTracker();
  readonly #clockSteps: number[] = [];
  #last: ChainPoint;
  #first: RangeResult['first'] = null;
  #lastAt = 0;
  #broken: FlawAt | null = null;

  constructor(start: RangeStart) {
    this.#start = start;
    this.#last = start.before;
  }

  /** Verifies the next row in order of seq. Returns null, or the flaw found there; after a flaw rows are not looked at. */
  push(row: EntryRow): LogFlaw | null {
    if (this.#broken !== null) return this.#broken.flaw;
    const flaw = this.#check(row);
    // A missing number is reported where it is missing, not where the next one was found.
    if (flaw !== null) this.#broken = { seq: flaw === 'gap' ? Math.min(this.#last.seq + 1, row.seq) : row.seq, flaw };
    else this.#last = { seq: row.seq, hash: row.hash };
    return flaw;
  }

  result(): RangeResult {
    return {
      before: this.#start.before,
      last: this.#last,
      broken: this.#broken,
      removals: this.#removals.state(),
      first: this.#first,
      lastAt: this.#lastAt,
      clockSteps: this.#clockSteps,
    };
  }

  #check(row: EntryRow): LogFlaw | null {
    if (row.seq !== this.#last.seq + 1) return 'gap';
    const flaw = row.entry === null ? this.#checkAbsent(row) : this.#checkPresent(row, row.entry);
    if (flaw !== null) return flaw;
    return row.head !== null && !equalBytes(row.head, row.hash) ? 'head' : null;
  }

  #checkAbsent(row: EntryRow): LogFlaw | null {
    if (row.detail !== null) return 'detail';
    this.#removals.entryGone(row.seq);
    return null;
  }

  #checkPresent(row: EntryRow, text: string): LogFlaw | null {
    const { sha256, epoch, log } = this.#start;
    const entry = parseEntryText(text);
    if (entry === null) return 'form';
    if (entry.seq !== row.seq || entry.epoch !== epoch || entry.log !== log) return 'place';
    if (!equalBytes(computeEntryHash(sha256, this.#last.hash, text), row.hash)) return 'link';
    if (entry.at < this.#lastAt) this.#clockSteps.push(row.seq);
    this.#lastAt = entry.at;
    this.#first ??= { seq: row.seq, at: entry.at };
    if (row.detail === null) {
      if (entry.detail !== null) this.#removals.detailGone(row.seq);
      return null;
    }
    if (computeDetailCommitment(sha256, row.detail.salt, row.detail.text) !== entry.detail) return 'detail';
    if (announcesRemoval(entry.action)) this.#removals.announce(entry.action, parseDetail(row.detail));
    return null;
  }
}

const announcesRemoval = (action: string): boolean => action === 'audit.expire' || action === 'audit.erase';

const parseDetail = ({ text }: StoredDetail): JsonValue | undefined =>
  parseJsonOrUndefined(typeof text === 'string' ? text : fromUtf8Bytes(text));

/** What entries announce that were not verified with a range, because they lie after it or after a flaw. */
export function readAnnouncements(
  sha256: Sha256,
  entries: readonly { readonly entry: string; readonly detail: StoredDetail }[],
): Removals {
  const tracker = createRemovalTracker();
  for (const { entry: text, detail } of entries) {
    const entry = parseEntryText(text);
    if (entry?.detail !== computeDetailCommitment(sha256, detail.salt, detail.text)) continue;
    tracker.announce(entry.action, parseDetail(detail));
  }
  return tracker.state();
}
