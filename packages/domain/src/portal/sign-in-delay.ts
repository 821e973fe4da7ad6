/** Delay after wrong sign-ins (decisions: 5 free attempts, then waits that double up to 15 minutes). */

export const FREE_FAILURES = 5;
const FIRST_WAIT_MS = 5_000;
const MAX_WAIT_MS = 15 * 60_000;
/** Failures are forgotten after this long without another one. */
export const FAILURE_MEMORY_MS = 60 * 60_000;

/** Milliseconds to wait after `failures` wrong attempts in a row; 0 while attempts are free. */
export const computeSignInDelayMs = (failures: number): number =>
  failures < FREE_FAILURES ? 0 : Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(failures - FREE_FAILURES, 20));
