import { ApiError, isConnectionFault } from '../../../lib/api/api-error.ts';

const WAITS_MS = [500, 1_000, 2_000, 4_000] as const;

/** True when the same call may succeed later: no line, a busy server, a disk without room, too many calls. */
const mayPass = (error: unknown): boolean =>
  isConnectionFault(error) ||
  (error instanceof ApiError &&
    (error.code === 'unavailable' || error.code === 'rate_limit_exceeded' || error.code === 'insufficient_storage'));

/**
 * Repeats a call that may be repeated: a few times by itself, then whenever `onLost` resolves. Throws what cannot pass, and
 * what `onLost` throws.
 */
export async function callPatiently<T>(call: () => Promise<T>, onLost: () => Promise<void>): Promise<T> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await call();
    } catch (error) {
      if (!mayPass(error)) throw error;
      const waitMs = WAITS_MS[attempt];
      if (waitMs === undefined) {
        await onLost();
        attempt = -1;
      } else await new Promise((resolve) => setTimeout(resolve, waitMs));
    }
  }
}
