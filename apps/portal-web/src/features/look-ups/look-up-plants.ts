import { canActOnPlant, isForceEnabled, PLANT_ADMIN_LEVEL } from '@varco/domain/permissions.ts';
import type { PlantSession } from '../../lib/plants/plant-store.ts';

/** Readings A-07, T 6: plants of a form selector are signed in to, enabled for the force, and allow actions. */
export const canLookUp = ({ credential, state, login }: PlantSession): boolean =>
  credential.enabled &&
  state === 'ok' &&
  login !== null &&
  isForceEnabled(login.user) &&
  canActOnPlant(login.user) === null;

/** Why no paid look-up can be made on a plant; null: it can (VIS-33, PERM-06). */
export function paidRefusal(plant: PlantSession | null): 'noPaidRight' | 'noPaidLicence' | null {
  if (plant?.login?.user.visure_pagamento !== true) return 'noPaidRight';
  return plant.login.license_info.license_options?.visure === true ? null : 'noPaidLicence';
}

/** Why insurance and inspection cannot be asked of a plant; null: they can. */
export const rcaRefusal = (plant: PlantSession | null): 'noRcaLicence' | null =>
  plant?.login?.license_info.license_options?.rca_rev === true ? null : 'noRcaLicence';

/** Whose history can be read: where one may look up, and every plant one administers. */
export const canSeeHistory = (plant: PlantSession): boolean =>
  canLookUp(plant) ||
  (plant.credential.enabled && plant.state === 'ok' && (plant.login?.user.level ?? 0) >= PLANT_ADMIN_LEVEL);
