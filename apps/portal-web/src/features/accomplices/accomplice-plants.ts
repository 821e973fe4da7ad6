import { canActOnPlant, isForceEnabled } from '@varco/domain/policy/permissions.ts';
import type { PlantSession } from '../../lib/plants/plant-store.ts';

/** Whether a plant can be searched (readings A-07, T 6): signed in, enabled for the police force, level 5 to 8. */
export const canSearchAccomplicesOn = ({ credential, state, login }: PlantSession): boolean =>
  credential.enabled &&
  state === 'ok' &&
  login !== null &&
  isForceEnabled(login.user) &&
  canActOnPlant(login.user) === null;
