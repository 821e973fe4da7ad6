import { z } from 'zod';
import { isHistory } from './backup-sets.ts';

/** What a restoration notes of itself under the number of the epoch it began, so that later ones know which changes it left. */
const Restoration = z.object({
  backup: z.string(),
  /** Branch of the log of changes that it began, as PostgreSQL counts them. */
  timeline: z.int().min(2),
  /** Up to here it has what was there before. */
  upTo: z.iso.datetime(),
  /** Since when the instants of the clock belong to it. */
  since: z.iso.datetime(),
});
export type Restoration = z.infer<typeof Restoration>;

/** Reads the note of a restoration; null: one of before they were written. */
export function parseRestoration(bytes: Buffer | null): Restoration | null {
  try {
    return Restoration.parse(JSON.parse(bytes?.toString('utf8') ?? ''));
  } catch {
    return null;
  }
}

/**
 * The note of a restoration that took `at`. One to the end has all there was, so what came after its last change belongs
 * to it; one to an instant left what came after.
 */
export const describeRestoration = (made: {
  readonly backup: string;
  readonly timeline: number;
  readonly at: Date;
  /** Null: to the end. */
  readonly to: Date | null;
  /** Instant of the newest change that came back. */
  readonly through: Date;
}): Restoration => ({
  backup: made.backup,
  timeline: made.timeline,
  upTo: (made.to ?? made.through).toISOString(),
  since: (made.to === null ? made.through : made.at).toISOString(),
});

/** The branch that has an instant. */
export interface Branch {
  /** For PostgreSQL; `latest`: the newest there is. */
  readonly timeline: string;
  /** Whether a backup that was finished at an instant lies on it. */
  readonly has: (stoppedAt: string) => boolean;
}

const HISTORY_TIMELINE = /^([0-9a-f]{8})history$/;

/** Numbers of the branches that the store has, without the first, from the names of its parts. */
export const listTimelines = (names: readonly string[]): readonly number[] =>
  [
    ...new Set(
      names.filter(isHistory).flatMap((name) => {
        const number = HISTORY_TIMELINE.exec(name)?.[1];
        return number === undefined ? [] : [Number.parseInt(number, 16)];
      }),
    ),
  ].sort((a, b) => a - b);

/**
 * Finds the branch of the log of changes that was in use at an instant (null: the newest), and the backups on it. The
 * newest branch has not everything: a restoration to an instant left what came after, and backups made meanwhile are not
 * on the branch it began. `timelines`: those of the store.
 */
export function findBranch(
  restorations: readonly Restoration[],
  timelines: readonly number[],
  to: Date | null,
): Branch {
  const known = new Map<number, { readonly since: number; readonly upTo: number }>();
  for (const { timeline, since, upTo } of restorations)
    if (timelines.includes(timeline)) known.set(timeline, { since: Date.parse(since), upTo: Date.parse(upTo) });
  const numbers = [...known.keys()].sort((a, b) => a - b);
  const newest = numbers.at(-1);
  // The newest one was begun by a version that noted nothing.
  if (newest === undefined || newest !== timelines.at(-1)) return { timeline: 'latest', has: () => true };
  const first = timelines.findLast((number) => number < (numbers[0] ?? 0)) ?? 1;
  const findAt = (ms: number, below: number): number =>
    numbers.findLast((number) => number < below && (known.get(number)?.since ?? 0) <= ms) ?? first;
  const chosen = findAt(to?.getTime() ?? Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY);
  /** Stretches of the clock on the way back to the first branch. */
  const spans: { readonly from: number; readonly end: number }[] = [];
  let [number, end] = [chosen, Number.POSITIVE_INFINITY];
  for (let one = known.get(number); one !== undefined; one = known.get(number)) {
    spans.push({ from: one.since, end });
    end = Math.min(end, one.upTo);
    number = findAt(end, number);
  }
  spans.push({ from: Number.NEGATIVE_INFINITY, end });
  return {
    timeline: String(chosen),
    has: (stoppedAt) => spans.some(({ from, end: until }) => isBetween(Date.parse(stoppedAt), from, until)),
  };
}

const isBetween = (ms: number, from: number, end: number): boolean => ms >= from && ms <= end;
