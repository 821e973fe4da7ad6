// Loaded by product code in the place of `node:timers/promises`; the timers of this process are the simulated ones.

interface WaitOptions {
  readonly signal?: AbortSignal;
}

/** Resolves with `value` after simulated milliseconds; rejects when the signal aborts. */
export function setTimeout<T>(ms?: number, value?: T, { signal }: WaitOptions = {}): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted === true) return reject(signal.reason as Error);
    const timer = globalThis.setTimeout(() => resolve(value), ms);
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    signal?.addEventListener('abort', stop, { once: true });
  });
}

/** Resolves in the next event of this node. */
export const setImmediate = <T>(value?: T): Promise<T | undefined> => setTimeout(0, value);

/** What product code uses of the module this one stands for. */
const REPLACED = { setTimeout, setImmediate };
void REPLACED;
