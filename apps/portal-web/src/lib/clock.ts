/** The only module of the web app that reads the time from the browser. All other code takes `now` as a parameter. */

/** Now as an ISO instant. */
export function now(): string {
  return new Date().toISOString();
}

/** Now in milliseconds since 1970. */
export function nowMs(): number {
  return Date.now();
}

/** Now in whole seconds since 1970, the unit of token times. */
export function nowSeconds(): number {
  return Math.floor(Date.now() / 1000);
}

/** Milliseconds of a monotonic clock, for measuring durations. */
export function elapsedMs(): number {
  return performance.now();
}

/** Converts milliseconds since 1970 to an ISO instant, and back. */
export const toInstant = (ms: number): string => new Date(ms).toISOString();
export const toMilliseconds = (instant: string): number => Date.parse(instant);
