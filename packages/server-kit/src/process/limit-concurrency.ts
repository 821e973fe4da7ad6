/** Runs work now, or when one of the running pieces of work has ended. */
export type ConcurrencyLimit = <T>(work: () => Promise<T>) => Promise<T>;

/** Returns a function that runs at most `most` calls concurrently; further ones wait in order of arrival. */
export function limitConcurrency(most: number): ConcurrencyLimit {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running >= most) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      // The next call takes over this slot.
      if (next === undefined) running -= 1;
      else next();
    }
  };
}
