/** Maximum time that image loads are held back. */
const MAX_HOLD_MS = 1_000;

const holds = new Set<object>();
let waiting: (() => void)[] = [];

/**
 * Holds back image loads while rows are being fetched, for at most a second, so that rows come first.
 * @returns function that releases the hold; calling it again does nothing
 */
export function holdImageLoads(): () => void {
  const holder = {};
  holds.add(holder);
  const end = (): void => {
    clearTimeout(timer);
    if (!holds.delete(holder) || holds.size > 0) return;
    const released = waiting;
    waiting = [];
    for (const go of released) go();
  };
  const timer = setTimeout(end, MAX_HOLD_MS);
  return end;
}

/** Resolves when no hold is active. */
export const imageLoadsAllowed = (): Promise<void> =>
  holds.size === 0 ? Promise.resolve() : new Promise((resolve) => waiting.push(resolve));
