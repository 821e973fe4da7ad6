/** Milliseconds since 1970 of an ISO instant; NaN when it is invalid. */
export function toInstantMs(instant: string): number {
  return Date.parse(instant);
}
