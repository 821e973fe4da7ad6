/** The one place of the web app that asks the browser for the time. Everything else takes `now` as a parameter. */

/** Now as an ISO instant. */
export function now(): string {
  return new Date().toISOString();
}

/** Now in milliseconds since 1970. */
export function nowMs(): number {
  return Date.now();
}

/** Now in whole seconds since 1970, as tokens count. */
export function nowSeconds(): number {
  return Math.floor(Date.now() / 1000);
}

/** Milliseconds on a clock that only moves forward, for measuring waits. */
export function elapsedMs(): number {
  return performance.now();
}

/** Milliseconds since 1970 as an ISO instant, and back. */
export const instantOf = (ms: number): string => new Date(ms).toISOString();
export const instantMs = (instant: string): number => Date.parse(instant);
