/** Runs work of one key after the other, in the order of the calls; other keys are not delayed. */
export type Serialise = <T>(key: string, work: () => Promise<T>) => Promise<T>;

export function createSerialise(): Serialise {
  const tails = new Map<string, Promise<unknown>>();
  return async (key, work) => {
    const before = tails.get(key);
    const own = (async () => {
      // The failure of another call is not this one's.
      await before?.catch(() => undefined);
      return work();
    })();
    tails.set(key, own);
    try {
      return await own;
    } finally {
      if (tails.get(key) === own) tails.delete(key);
    }
  };
}
