import { CONFUSABLE_FROM, foldPlate } from '../plates/normalise-plate.ts';

/**
 * The fields of a list entry that matching needs. `text`: a plate, or a pattern with `*` (any run) and `?` (one
 * character).
 */
export interface IndexedEntry {
  /** Unique among all entries of the index. */
  readonly key: string;
  readonly text: string;
  readonly isPattern: boolean;
  /** Misreads of the plate match too. */
  readonly isApproximate: boolean;
  /** Expiry in milliseconds; null: never. */
  readonly expiresMs: number | null;
}

/** How a plate matched an entry: the plate itself, a pattern, or a plate the camera may have misread. */
export type ListCloseness = 'exact' | 'pattern' | 'misread';
export interface ListMatch<E> {
  readonly entry: E;
  readonly closeness: ListCloseness;
}

const AFFIX_LENGTH = 2;
/** Every character a folded plate can contain. */
const FOLDED_CHARACTERS = [...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'].filter((c) => !CONFUSABLE_FROM.includes(c));

/**
 * Maps a text to one or more entries. A single entry is stored without an array, because there are hundreds of
 * thousands of them.
 */
class MultiMap<E> {
  private readonly values = new Map<string, E | E[]>();

  add(get: string, entry: E): void {
    const found = this.values.get(get);
    if (found === undefined) this.values.set(get, entry);
    else if (Array.isArray(found)) found.push(entry);
    else this.values.set(get, [found, entry]);
  }

  remove(get: string, entry: E): void {
    const left = this.get(get).filter((one) => one !== entry);
    const [only, more] = left;
    if (only === undefined) this.values.delete(get);
    else this.values.set(get, more === undefined ? only : left);
  }

  get(place: string): readonly E[] {
    const found = this.values.get(place);
    return found === undefined ? [] : Array.isArray(found) ? found : [found];
  }
}

/**
 * True when the whole plate fits the pattern. The cost is linear in plate and pattern, so that no pattern can make it
 * slow.
 */
export function fitsPattern(plate: string, pattern: string): boolean {
  let [p, q, star, mark] = [0, 0, -1, 0];
  while (p < plate.length) {
    const requested = pattern[q];
    if (requested === '*') [star, mark, q] = [q, p, q + 1];
    else if (requested !== undefined && (requested === '?' || requested === plate[p])) [p, q] = [p + 1, q + 1];
    else if (star < 0) return false;
    else [q, mark, p] = [star + 1, mark + 1, mark + 1];
  }
  while (pattern[q] === '*') q += 1;
  return q === pattern.length;
}

/**
 * Index of list entries by plate, in memory. Plain plates are found with one lookup. Patterns are indexed by their
 * first or last two characters, so that only a few are tested per plate. Misreads are found by the folded plate, and
 * only entries that allow misreads are indexed that way. Pure: no clock and no I/O.
 */
export class ListIndex<E extends IndexedEntry> {
  private readonly entries = new Map<string, E>();
  private readonly plates = new MultiMap<E>();
  private readonly byPrefix = new MultiMap<E>();
  private readonly bySuffix = new MultiMap<E>();
  private readonly unindexedPatterns = new MultiMap<E>();
  private readonly byFoldedPlate = new MultiMap<E>();

  get size(): number {
    return this.entries.size;
  }

  /** Adds an entry, or replaces the one with the same key. */
  put(entry: E): void {
    this.remove(entry.key);
    this.entries.set(entry.key, entry);
    for (const [shelf, at] of this.findBuckets(entry)) shelf.add(at, entry);
  }

  /** Removes an entry; unknown keys are ignored. */
  remove(key: string): void {
    const entry = this.entries.get(key);
    if (entry === undefined) return;
    this.entries.delete(key);
    for (const [shelf, at] of this.findBuckets(entry)) shelf.remove(at, entry);
  }

  /**
   * Entries that match a plate at an instant, each once, by its closest match. `plate` may contain `?` where the
   * camera could not read a character.
   */
  match(plate: string, nowMs: number): readonly ListMatch<E>[] {
    const hits: ListMatch<E>[] = [];
    const seen = new Set<E>();
    const take = (entries: readonly E[], closeness: ListCloseness): void => {
      for (const entry of entries) {
        if (seen.has(entry) || (entry.expiresMs !== null && entry.expiresMs <= nowMs)) continue;
        if (closeness === 'pattern' && !fitsPattern(plate, entry.text)) continue;
        seen.add(entry);
        hits.push({ entry, closeness });
      }
    };
    take(this.plates.get(plate), 'exact');
    if (!plate.includes('?')) {
      take(this.byPrefix.get(plate.slice(0, AFFIX_LENGTH)), 'pattern');
      take(this.bySuffix.get(plate.slice(-AFFIX_LENGTH)), 'pattern');
      take(this.unindexedPatterns.get(''), 'pattern');
    }
    for (const byFoldedPlate of expandFoldedPlates(plate)) take(this.byFoldedPlate.get(byFoldedPlate), 'misread');
    return hits;
  }

  private findBuckets(entry: E): readonly (readonly [MultiMap<E>, string])[] {
    const { text, isPattern, isApproximate } = entry;
    if (isPattern) {
      const [head, tail] = [text.slice(0, AFFIX_LENGTH), text.slice(-AFFIX_LENGTH)];
      if (isPlainAffix(head)) return [[this.byPrefix, head]];
      return isPlainAffix(tail) ? [[this.bySuffix, tail]] : [[this.unindexedPatterns, '']];
    }
    return isApproximate
      ? [
          [this.plates, text],
          [this.byFoldedPlate, foldPlate(text)],
        ]
      : [[this.plates, text]];
  }
}

const isPlainAffix = (text: string): boolean => text.length === AFFIX_LENGTH && !/[*?]/.test(text);

/**
 * Folded plates that a read may stand for. One unread character is replaced by every possible one; with more than one
 * the plate is too vague and nothing is returned.
 */
function expandFoldedPlates(plate: string): readonly string[] {
  const folded = foldPlate(plate);
  const at = folded.indexOf('?');
  if (at < 0) return [folded];
  if (folded.includes('?', at + 1)) return [];
  return FOLDED_CHARACTERS.map((character) => folded.slice(0, at) + character + folded.slice(at + 1));
}
