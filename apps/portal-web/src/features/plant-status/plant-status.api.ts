import { queryOptions } from '@tanstack/react-query';
import { currentStatus } from '@varco/contract/plant/status.ts';
import { hasServiceCredentialError } from '@varco/domain/plants/system-status.ts';
import { showPopup } from '../../lib/notices/popup.store.ts';
import { callPlant } from '../../lib/plants/plant-sessions.ts';
import type { PlantSession } from '../../lib/plants/plant-store.ts';
import { getPlantLabel } from '../../lib/plants/use-plants.ts';

/** Status of one plant and its services (P 7). Rejected ministry or VPN credentials open a dialog (P 8). */
export const plantStatusQuery = (plant: PlantSession) =>
  queryOptions({
    queryKey: ['plant-status', plant.credentialId],
    queryFn: async ({ signal }) => {
      const status = await callPlant(plant.credentialId, currentStatus, {}, { signal });
      if (hasServiceCredentialError(status.external_services)) showPopup({ services: getPlantLabel(plant) });
      return status;
    },
    meta: { tells: true },
  });
