/** What a plant names in `Server-Timing`, in the order in which it is shown. */
export const TIMED_PARTS = ['queue', 'rights', 'index', 'database', 'pictures', 'log', 'json', 'code'] as const;
export type TimedPart = (typeof TIMED_PARTS)[number];

/** Milliseconds of one call: as the browser saw it, and what the plant says they went to. */
export interface CallTiming {
  readonly elapsedMs: number;
  readonly parts: readonly { readonly part: TimedPart; readonly ms: number }[];
  /** Not explained by the plant: network, and waiting in browser and server before the call began. */
  readonly networkMs: number;
}

/** Shorter parts are left out. */
const MIN_SHOWN_MS = 0.5;
const MAX_HEADER = 1_000;

/**
 * Reads the `Server-Timing` header of a plant; null when there is none. Names that are not known are ignored, and a plant
 * cannot claim more time than the call took.
 */
export function readCallTiming(header: string | null, elapsedMs: number): CallTiming | null {
  if (header === null) return null;
  const found = [...header.slice(0, MAX_HEADER).matchAll(/([a-z]+);dur=(\d{1,9}(?:\.\d{1,6})?)/g)];
  const msOf = (name: string): number =>
    Math.min(elapsedMs, Number(found.find(([, found]) => found === name)?.[2] ?? 0));
  const parts = TIMED_PARTS.map((part) => ({ part, ms: msOf(part) })).filter(({ ms }) => ms >= MIN_SHOWN_MS);
  return { elapsedMs, parts, networkMs: elapsedMs - msOf('total') };
}
