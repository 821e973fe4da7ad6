/**
 * Debounces a function: it runs once, this long after the last call, with the arguments of that call. `cancel` drops a
 * pending call.
 */
export function debounce<Args extends readonly unknown[]>(
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
 * Debounces an async call: calls within `waitMs` of each other share one run, made after a pause of `waitMs`. All of
 * them get its result or its rejection.
 */
export function debounceAsync<T>(call: () => Promise<T>, waitMs: number): () => Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let requested: PromiseWithResolvers<T> | null = null;
  return () => {
    clearTimeout(timer);
    requested ??= Promise.withResolvers<T>();
    const { promise, resolve, reject } = requested;
    timer = setTimeout(() => {
      requested = null;
      call().then(resolve, reject);
    }, waitMs);
    return promise;
  };
}
