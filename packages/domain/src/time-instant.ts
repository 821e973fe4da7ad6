/** Milliseconds since 1970 of an ISO instant; NaN when it is invalid. */
export function instantMs(instant: string): number {
  return Date.parse(instant);
}
