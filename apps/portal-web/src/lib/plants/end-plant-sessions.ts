import { plantLogout } from '@varco/contract/plant/auth.ts';
import { call } from '../api/call.ts';
import type { PlantSession } from './plant-store.ts';

/** Longest wait for the plants at sign-out: a plant that is off must not hold anybody up. */
const PLANT_LOGOUT_MS = 3_000;

/**
 * Ends the session at each of these plants, so that a token left anywhere is worth nothing. The tokens are read before this
 * returns, so the store may be cleared at once. Resolves when every plant has answered or been given up; a failure is ignored,
 * because the token expires within the hour anyway.
 */
export async function endPlantSessions(plants: Iterable<PlantSession>): Promise<void> {
  const calls = [...plants].flatMap(({ origin, token }) =>
    origin === null || token === null
      ? []
      : // Without `renew`: a token the plant no longer accepts must not sign in again.
        [call({ origin, host: origin, token: () => token }, plantLogout, {}, { timeMs: PLANT_LOGOUT_MS })],
  );
  await Promise.allSettled(calls);
}
