import type { JsonValue } from './canonical-json.ts';

/**
 * What is wrong at a sequence number: it is missing or occurs twice (`gap`); the text is not canonical or not an
 * entry (`form`); the entry names another sequence number (`place`); the hash does not follow from the previous one
 * (`link`); the detail does not match its commitment (`detail`); rows are gone without an entry that announced it
 * (`entry-missing`, `detail-missing`); another hash or tree head was noted at that size (`head`, `root`); the log is
 * shorter than noted (`tail`).
 */
export type LogFlaw =
  | 'gap'
  | 'form'
  | 'place'
  | 'link'
  | 'detail'
  | 'entry-missing'
  | 'detail-missing'
  | 'head'
  | 'root'
  | 'tail';

export type FlawAt<Flaw = LogFlaw> = { readonly seq: number; readonly flaw: Flaw };

/** The finding with the smaller sequence number; of two at one number the first. */
export function earlierFlaw<Flaw>(a: FlawAt<Flaw> | null, b: FlawAt<Flaw> | null): FlawAt<Flaw> | null {
  if (a === null || b === null) return a ?? b;
  return b.seq < a.seq ? b : a;
}

/** First and last sequence number. */
type SeqRange = readonly [number, number];

/** Rows that are absent, and what entries announced about it. */
export interface Removals {
  readonly entries: readonly SeqRange[];
  readonly details: readonly SeqRange[];
  /** Entries up to this number were announced as expired (`audit.expire`). */
  readonly through: number;
  /** Details announced as erased (`audit.erase`). */
  readonly erased: readonly number[];
}

/** Collects absent rows, which are added in order, and announcements. */
export function createRemovalTracker() {
  const entries: [number, number][] = [];
  const details: [number, number][] = [];
  const erased: number[] = [];
  let through = 0;
  const add = (ranges: [number, number][], seq: number) => {
    const last = ranges.at(-1);
    if (last !== undefined && last[1] === seq - 1) last[1] = seq;
    else ranges.push([seq, seq]);
  };
  return {
    entryGone: (seq: number) => add(entries, seq),
    detailGone: (seq: number) => add(details, seq),
    announce(action: string, detail: JsonValue | undefined) {
      if (typeof detail !== 'object' || detail === null) return;
      if (action === 'audit.expire' && 'through' in detail && typeof detail.through === 'number') {
        through = Math.max(through, detail.through);
      }
      if (action === 'audit.erase' && 'seq' in detail && typeof detail.seq === 'number') erased.push(detail.seq);
    },
    state: (): Removals => ({ entries, details, through, erased }),
  };
}

/** The removals of several parts of one log, in order. */
export const joinRemovals = (parts: readonly Removals[]): Removals => ({
  entries: parts.flatMap(({ entries }) => entries),
  details: parts.flatMap(({ details }) => details),
  through: Math.max(0, ...parts.map(({ through }) => through)),
  erased: parts.flatMap(({ erased }) => erased),
});

/** The first absent row that no entry announced; null: every one was announced. */
export function findUnannounced({ entries, details, through, erased }: Removals): FlawAt | null {
  const entry = findFirst(entries, through, new Set());
  const detail = findFirst(details, through, new Set(erased));
  return earlierFlaw<LogFlaw>(
    entry === null ? null : { seq: entry, flaw: 'entry-missing' },
    detail === null ? null : { seq: detail, flaw: 'detail-missing' },
  );
}

function findFirst(ranges: readonly SeqRange[], through: number, announced: ReadonlySet<number>): number | null {
  for (const [from, to] of ranges)
    for (let seq = Math.max(from, through + 1); seq <= to; seq++) if (!announced.has(seq)) return seq;
  return null;
}

/** Numbers of entries and of details that are absent. */
export const countRemovals = ({ entries, details }: Removals) => ({
  removed: countIn(entries),
  erased: countIn(details),
});

const countIn = (ranges: readonly SeqRange[]): number => ranges.reduce((sum, [from, to]) => sum + to - from + 1, 0);
