/** Relative traffic per local hour, starting at 03:00: two rush hours, a smaller peak at lunch, little at night. */
const HOURLY_TRAFFIC = [3, 7, 20, 48, 98, 92, 66, 60, 62, 69, 66, 62, 65, 76, 97, 91, 64, 40, 28, 20, 13, 7, 5, 3];
const SLOTS = HOURLY_TRAFFIC.length;
const TOTAL = HOURLY_TRAFFIC.reduce((a, b) => a + b, 0);
const CUMULATIVE_TRAFFIC: readonly number[] = HOURLY_TRAFFIC.map(
  (_, i) => HOURLY_TRAFFIC.slice(0, i + 1).reduce((a, b) => a + b, 0) / TOTAL,
);

/**
 * Share of a day's traffic before a point of the simulated day; `part` is 0 at 03:00 and 1 at 03:00 of the next day.
 */
export function trafficShareBefore(part: number): number {
  const slot = Math.min(SLOTS - 1, Math.max(0, Math.floor(part * SLOTS)));
  const low = slot === 0 ? 0 : (CUMULATIVE_TRAFFIC[slot - 1] ?? 0);
  const within = Math.min(1, Math.max(0, part * SLOTS - slot));
  return low + ((CUMULATIVE_TRAFFIC[slot] ?? 1) - low) * within;
}

/** Inverse of `trafficShareBefore`: turns a uniform number in [0, 1) into a point of the simulated day (0 to 1). */
export function drawDayPart(u: number): number {
  let slot = 0;
  while (slot < SLOTS - 1 && u >= (CUMULATIVE_TRAFFIC[slot] ?? 1)) slot++;
  const low = slot === 0 ? 0 : (CUMULATIVE_TRAFFIC[slot - 1] ?? 0);
  return (slot + (u - low) / ((CUMULATIVE_TRAFFIC[slot] ?? 1) - low)) / SLOTS;
}

/** Traffic of a weekday (0 Monday) relative to the average day. */
export const getWeekdayFactor = (weekday: number, isHoliday: boolean): number =>
  isHoliday ? 0.74 : weekday === 5 ? 0.94 : 1.07 + (weekday === 4 ? 0.04 : 0);
