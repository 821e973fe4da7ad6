import { useEffect, useState } from 'react';

/** How long a page stands before the next one, ms: long enough to be read from across the room. */
export const ROTATE_EVERY_MS = 20_000;
/** Plants on a page of the wall. */
export const PLANTS_PER_PAGE = 8;

/**
 * Pages of the plants. With several pages the plants that are not live are on the first one, so that they are not
 * missed while another page stands.
 */
export function paginatePlants<Line extends { readonly state: string }>(
  lines: readonly Line[],
): readonly (readonly Line[])[] {
  if (lines.length <= PLANTS_PER_PAGE) return [lines];
  const sorted = lines.toSorted((a, b) => Number(a.state === 'live') - Number(b.state === 'live'));
  return Array.from({ length: Math.ceil(sorted.length / PLANTS_PER_PAGE) }, (_, page) =>
    sorted.slice(page * PLANTS_PER_PAGE, (page + 1) * PLANTS_PER_PAGE),
  );
}

/** Number of steps that all parts of the wall follow; it grows by itself unless paused. */
export function useRotation(isPaused: boolean): { readonly count: number; readonly step: (by: number) => void } {
  const [count, setCount] = useState(0);
  useEffect(() => {
    if (isPaused) return undefined;
    const timer = setInterval(() => setCount((now) => now + 1), ROTATE_EVERY_MS);
    return () => clearInterval(timer);
    // A step by hand gives the page its whole time.
  }, [isPaused, count]);
  return { count, step: (by) => setCount((now) => now + by) };
}

/** The page shown after a number of steps, which is negative after steps back. */
export const getPageOfStep = (count: number, pages: number): number => ((count % pages) + pages) % pages;
