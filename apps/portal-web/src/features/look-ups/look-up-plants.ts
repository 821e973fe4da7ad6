import { canActOnPlant, isForceEnabled, PLANT_ADMIN_LEVEL } from '@varco/domain/policy/permissions.ts';
import type { PlantSession } from '../../lib/plants/plant-store.ts';

/**
 * Whether a plant can be selected for look-ups (readings A-07, T 6): signed in, enabled for the police force, actions
 * allowed.
 */
export const canLookUpOn = ({ credential, state, login }: PlantSession): boolean =>
  credential.enabled &&
  state === 'ok' &&
  login !== null &&
  isForceEnabled(login.user) &&
  canActOnPlant(login.user) === null;

/** Why no paid look-up is possible on a plant; null: it is possible (VIS-33, PERM-06). */
export function getPaidRefusal(plant: PlantSession | null): 'noPaidRight' | 'noPaidLicence' | null {
  if (plant?.login?.user.visure_pagamento !== true) return 'noPaidRight';
  return plant.login.license_info.license_options?.visure === true ? null : 'noPaidLicence';
}

/** Why insurance and inspection cannot be looked up on a plant; null: they can. */
export const getRcaRefusal = (plant: PlantSession | null): 'noRcaLicence' | null =>
  plant?.login?.license_info.license_options?.rca_rev === true ? null : 'noRcaLicence';

/** Whether the look-up history of a plant is readable: with the right to look up, or as administrator of the plant. */
export const canReadHistory = (plant: PlantSession): boolean =>
  canLookUpOn(plant) ||
  (plant.credential.enabled && plant.state === 'ok' && (plant.login?.user.level ?? 0) >= PLANT_ADMIN_LEVEL);
