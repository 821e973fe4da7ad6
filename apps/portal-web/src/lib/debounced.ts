/** A function that runs once, this long after it was asked for last, with what it was asked last. `cancel` forgets what waits. */
export function debounced<Args extends readonly unknown[]>(
  work: (...args: Args) => void,
  delayMs: number,
): { readonly ask: (...args: Args) => void; readonly cancel: () => void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    ask: (...args) => {
      clearTimeout(timer);
      timer = setTimeout(() => work(...args), delayMs);
    },
    cancel: () => clearTimeout(timer),
  };
}

/**
 * Several askings within `waitMs` are one call, made when nobody has asked for that long; all of them get its answer. Rejections reach every
 * one of them too.
 */
export function debouncedCall<T>(call: () => Promise<T>, waitMs: number): () => Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let asked: PromiseWithResolvers<T> | null = null;
  return () => {
    clearTimeout(timer);
    asked ??= Promise.withResolvers<T>();
    const { promise, resolve, reject } = asked;
    timer = setTimeout(() => {
      asked = null;
      call().then(resolve, reject);
    }, waitMs);
    return promise;
  };
}
