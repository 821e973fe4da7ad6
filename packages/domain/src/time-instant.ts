/** Milliseconds since 1970 of an ISO instant; NaN when it is none. */
export function instantMs(instant: string): number {
  return Date.parse(instant);
}
