/** Runs work, at most `most` pieces of it at the same moment; what is more waits in the order it came. */
export function createTurns(most: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running >= most) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      // Whose turn it is takes over the place of this one.
      if (next === undefined) running -= 1;
      else next();
    }
  };
}
