/**
 * Runs work when the browser is idle, at the latest after two seconds. Failures are ignored here; code that needs the
 * result handles them.
 */
export function runWhenIdle(work: () => Promise<unknown>): void {
  const begin = (): void => void work().catch(() => undefined);
  // Not every browser supports requestIdleCallback.
  if ('requestIdleCallback' in globalThis) requestIdleCallback(begin, { timeout: 2_000 });
  else setTimeout(begin, 200);
}
