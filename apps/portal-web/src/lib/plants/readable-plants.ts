import { canReadTransits } from '@varco/domain/permissions.ts';
import type { PlantSession } from './plant-store.ts';

/** A plant whose transits this person may read now. */
export const isReadable = ({ credential, state, login }: PlantSession): boolean =>
  credential.enabled && state === 'ok' && login !== null && canReadTransits(login.user) === null;
