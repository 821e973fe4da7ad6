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

export type FlawAt = { readonly seq: number; readonly flaw: LogFlaw };

/** The finding with the smaller sequence number. */
export function earlierFlaw(a: FlawAt | null, b: FlawAt | null): FlawAt | null {
  if (a === null || b === null) return a ?? b;
  return b.seq < a.seq ? b : a;
}

/** Tracks missing rows and the entries that announced their removal (`audit.expire`, `audit.erase`). */
export function createRemovalTracker() {
  const entries: [number, number][] = [];
  const details: [number, number][] = [];
  const erased = new Set<number>();
  let through = 0;
  const add = (ranges: [number, number][], seq: number) => {
    const last = ranges.at(-1);
    if (last !== undefined && last[1] === seq - 1) last[1] = seq;
    else ranges.push([seq, seq]);
  };
  const firstUnannounced = (ranges: readonly [number, number][], announced: ReadonlySet<number>): number | null => {
    for (const [from, to] of ranges) {
      for (let seq = Math.max(from, through + 1); seq <= to; seq++) if (!announced.has(seq)) return seq;
    }
    return null;
  };
  const size = (ranges: readonly [number, number][]) => ranges.reduce((sum, [from, to]) => sum + to - from + 1, 0);
  return {
    entryGone: (seq: number) => add(entries, seq),
    detailGone: (seq: number) => add(details, seq),
    announce(action: string, detail: JsonValue | undefined) {
      if (typeof detail !== 'object' || detail === null) return;
      if (action === 'audit.expire' && 'through' in detail && typeof detail.through === 'number') {
        through = Math.max(through, detail.through);
      }
      if (action === 'audit.erase' && 'seq' in detail && typeof detail.seq === 'number') erased.add(detail.seq);
    },
    unannounced(): FlawAt | null {
      const entry = firstUnannounced(entries, new Set());
      const detail = firstUnannounced(details, erased);
      return earlierFlaw(
        entry === null ? null : { seq: entry, flaw: 'entry-missing' },
        detail === null ? null : { seq: detail, flaw: 'detail-missing' },
      );
    },
    counts: () => ({ removed: size(entries), erased: size(details) }),
  };
}
