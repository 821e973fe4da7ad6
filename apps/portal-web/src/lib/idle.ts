/** Does something once the browser has nothing else to do; at the latest after two seconds. Failures are for whoever needs the result. */
export function whenIdle(work: () => Promise<unknown>): void {
  const begin = (): void => void work().catch(() => undefined);
  // Not every browser knows idle time.
  if ('requestIdleCallback' in globalThis) requestIdleCallback(begin, { timeout: 2_000 });
  else setTimeout(begin, 200);
}
