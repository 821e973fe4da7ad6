/** Runs work when a place is free, in the order of the calls. Rejects as the work does. */
export type Limiter = <T>(work: () => Promise<T>) => Promise<T>;

/** Lets at most `max` works run at the same time. */
export function createLimiter(max: number): Limiter {
  const waiting: (() => void)[] = [];
  let running = 0;

  async function enter(): Promise<void> {
    if (running < max) running += 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
  }
  function leave(): void {
    const next = waiting.shift();
    if (next === undefined) running -= 1;
    else next();
  }

  return async (work) => {
    await enter();
    try {
      return await work();
    } finally {
      leave();
    }
  };
}
