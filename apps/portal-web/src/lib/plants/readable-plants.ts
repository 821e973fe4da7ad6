import { canReadTransits } from '@varco/domain/policy/permissions.ts';
import type { PlantSession } from './plant-store.ts';

/** True when the user may read this plant's transits now. */
export const isReadable = ({ credential, state, login }: PlantSession): boolean =>
  credential.enabled && state === 'ok' && login !== null && canReadTransits(login.user) === null;
