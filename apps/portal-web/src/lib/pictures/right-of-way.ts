/** Longest time pictures are held back by one who asked for it. */
const MOST_MS = 1_000;

const holders = new Set<object>();
let waiting: (() => void)[] = [];

/**
 * Rows go before their pictures: as long as somebody has the right of way, no picture is asked for (a second at most).
 * @returns gives it back; calling it again does nothing
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

/** Resolves as soon as nobody has the right of way. */
export const wayIsFree = (): Promise<void> =>
  holders.size === 0 ? Promise.resolve() : new Promise((resolve) => waiting.push(resolve));
