import type { PlantSession } from '../plants/plant-store.ts';

/** True when this account has limits of its role, or decides about others: only then there is something to follow. */
export const isConcerned = ({ state, login }: PlantSession): boolean =>
  state === 'ok' &&
  login !== null &&
  (login.user.approves || login.user.look_back_days !== null || login.user.rows_per_day !== null);
