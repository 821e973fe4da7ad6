/** Maximum time that image loads are held back. */
const MOST_MS = 1_000;

const holders = new Set<object>();
let waiting: (() => void)[] = [];

/**
 * Holds back image loads while rows are being fetched, for at most a second, so that rows come first.
 * @returns function that releases the hold; calling it again does nothing
 */
export function takeRightOfWay(): () => void {
  const holder = {};
  holders.add(holder);
  const end = (): void => {
    clearTimeout(timer);
    if (!holders.delete(holder) || holders.size > 0) return;
    const released = waiting;
    waiting = [];
    for (const go of released) go();
  };
  const timer = setTimeout(end, MOST_MS);
  return end;
}

/** Resolves when no hold is active. */
export const wayIsFree = (): Promise<void> =>
  holders.size === 0 ? Promise.resolve() : new Promise((resolve) => waiting.push(resolve));
