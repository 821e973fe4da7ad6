import { FOLD_FROM, foldPlate } from '../plates/normalise-plate.ts';

/** An entry as far as a plate is held against it. `text`: a plate, or a pattern with `*` (any run) and `?` (one character). */
export interface IndexedEntry {
  /** Unique among all entries of the index. */
  readonly key: string;
  readonly text: string;
  readonly isPattern: boolean;
  /** Misreads of the plate count too. */
  readonly isApproximate: boolean;
  /** Milliseconds; null: never. */
  readonly expiresMs: number | null;
}

/** Why an entry was hit: the plate itself, its pattern, or a plate a camera may have misread. */
export type Closeness = 'exact' | 'pattern' | 'misread';
export interface ListHit<E> {
  readonly entry: E;
  readonly closeness: Closeness;
}

const HEAD = 2;
/** Every character a folded plate can hold. */
const FOLDED = [...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'].filter((c) => !FOLD_FROM.includes(c));

/** Places several entries under one text; one entry is kept without a list of its own: there are hundreds of thousands. */
class Shelf<E> {
  private readonly held = new Map<string, E | E[]>();

  add(at: string, entry: E): void {
    const found = this.held.get(at);
    if (found === undefined) this.held.set(at, entry);
    else if (Array.isArray(found)) found.push(entry);
    else this.held.set(at, [found, entry]);
  }

  remove(at: string, entry: E): void {
    const left = this.at(at).filter((one) => one !== entry);
    const [only, more] = left;
    if (only === undefined) this.held.delete(at);
    else this.held.set(at, more === undefined ? only : left);
  }

  at(place: string): readonly E[] {
    const found = this.held.get(place);
    return found === undefined ? [] : Array.isArray(found) ? found : [found];
  }
}

/** True when the whole plate fits; linear in plate and pattern, so that no pattern can make it slow. */
export function fitsPattern(plate: string, pattern: string): boolean {
  let [p, q, star, mark] = [0, 0, -1, 0];
  while (p < plate.length) {
    const wanted = pattern[q];
    if (wanted === '*') [star, mark, q] = [q, p, q + 1];
    else if (wanted !== undefined && (wanted === '?' || wanted === plate[p])) [p, q] = [p + 1, q + 1];
    else if (star < 0) return false;
    else [q, mark, p] = [star + 1, mark + 1, mark + 1];
  }
  while (pattern[q] === '*') q += 1;
  return q === pattern.length;
}

/**
 * Entries by plate, in memory. Whole plates are found by one look; patterns are kept by the two characters they begin or end
 * with, so that only a handful is tried; misreads are found by the class of their characters, and only entries that ask
 * for it are held there. Pure: no clock, nothing outside.
 */
export class ListIndex<E extends IndexedEntry> {
  private readonly entries = new Map<string, E>();
  private readonly plates = new Shelf<E>();
  private readonly heads = new Shelf<E>();
  private readonly tails = new Shelf<E>();
  private readonly others = new Shelf<E>();
  private readonly folded = new Shelf<E>();

  get size(): number {
    return this.entries.size;
  }

  /** Adds an entry, or takes its new state for the old. */
  put(entry: E): void {
    this.remove(entry.key);
    this.entries.set(entry.key, entry);
    for (const [shelf, at] of this.places(entry)) shelf.add(at, entry);
  }

  /** Unknown keys change nothing. */
  remove(key: string): void {
    const entry = this.entries.get(key);
    if (entry === undefined) return;
    this.entries.delete(key);
    for (const [shelf, at] of this.places(entry)) shelf.remove(at, entry);
  }

  /** Entries a plate hits at an instant, each once, by the closest way. `plate` may hold `?` where the camera read nothing. */
  match(plate: string, nowMs: number): readonly ListHit<E>[] {
    const hits: ListHit<E>[] = [];
    const seen = new Set<E>();
    const take = (entries: readonly E[], closeness: Closeness): void => {
      for (const entry of entries) {
        if (seen.has(entry) || (entry.expiresMs !== null && entry.expiresMs <= nowMs)) continue;
        if (closeness === 'pattern' && !fitsPattern(plate, entry.text)) continue;
        seen.add(entry);
        hits.push({ entry, closeness });
      }
    };
    take(this.plates.at(plate), 'exact');
    if (!plate.includes('?')) {
      take(this.heads.at(plate.slice(0, HEAD)), 'pattern');
      take(this.tails.at(plate.slice(-HEAD)), 'pattern');
      take(this.others.at(''), 'pattern');
    }
    for (const folded of foldsOf(plate)) take(this.folded.at(folded), 'misread');
    return hits;
  }

  private places(entry: E): readonly (readonly [Shelf<E>, string])[] {
    const { text, isPattern, isApproximate } = entry;
    if (isPattern) {
      const [head, tail] = [text.slice(0, HEAD), text.slice(-HEAD)];
      if (isPlain(head)) return [[this.heads, head]];
      return isPlain(tail) ? [[this.tails, tail]] : [[this.others, '']];
    }
    return isApproximate
      ? [
          [this.plates, text],
          [this.folded, foldPlate(text)],
        ]
      : [[this.plates, text]];
  }
}

const isPlain = (text: string): boolean => text.length === HEAD && !/[*?]/.test(text);

/** Classes a plate may be a misread of; one character that was not read stands for each of them, more are too vague. */
function foldsOf(plate: string): readonly string[] {
  const folded = foldPlate(plate);
  const at = folded.indexOf('?');
  if (at < 0) return [folded];
  if (folded.includes('?', at + 1)) return [];
  return FOLDED.map((character) => folded.slice(0, at) + character + folded.slice(at + 1));
}
