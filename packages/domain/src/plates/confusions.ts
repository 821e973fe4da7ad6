import { findDifferingPosition } from './plate-neighbours.ts';

/** A read and what it was corrected to. */
export interface Correction {
  readonly plate: string;
  readonly corrected: string;
}

/** A character that was read as another, and how often. */
export interface Confusion {
  readonly read: string;
  readonly actual: string;
  readonly count: number;
}

/** Days over which the corrections of a camera are counted. */
export const CONFUSION_DAYS = 30;
/** Fewer corrections of one kind say nothing about a camera. */
export const MIN_CONFUSIONS = 5;

/** Counts corrections that change exactly one character, the most frequent first. */
export function countConfusions(corrections: readonly Correction[]): readonly Confusion[] {
  const counts = new Map<string, number>();
  for (const { plate, corrected } of corrections) {
    const at = findDifferingPosition(plate, corrected);
    if (at === null) continue;
    const pair = plate.charAt(at) + corrected.charAt(at);
    counts.set(pair, (counts.get(pair) ?? 0) + 1);
  }
  return [...counts]
    .map(([pair, count]) => ({ read: pair.charAt(0), actual: pair.charAt(1), count }))
    .toSorted((a, b) => b.count - a.count || (a.read + a.actual < b.read + b.actual ? -1 : 1));
}
