/**
 * Delay after wrong sign-ins (decisions, "failed sign-ins before a slow-down"). It grows for one account at one address
 * or known device only, and stays short enough that whoever knows the password waits rather than being locked out.
 */

export const FREE_FAILURES = 5;
const FIRST_WAIT_MS = 5_000;
/** Together with the free attempts: at most 97 guesses in an hour. */
export const MAX_SIGN_IN_WAIT_MS = 40_000;
/** Failures of an account over all addresses in an hour, beyond which every address has one attempt before it waits. */
export const SPREAD_FAILURES = 100;
/** Failures are forgotten after this long without another one. */
export const FAILURE_MEMORY_MS = 60 * 60_000;

/**
 * Milliseconds to wait after `failures` wrong attempts in a row at one address; 0 while attempts are free.
 * `accountFailures`: those of the account over all addresses.
 */
export function computeSignInDelayMs(failures: number, accountFailures = 0): number {
  if (accountFailures > SPREAD_FAILURES) return MAX_SIGN_IN_WAIT_MS;
  if (failures < FREE_FAILURES) return 0;
  return Math.min(MAX_SIGN_IN_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(failures - FREE_FAILURES, 20));
}
