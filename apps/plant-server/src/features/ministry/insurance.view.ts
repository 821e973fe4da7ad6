import type { ProcessedInfo } from '@varco/contract/plant/transit-detail.ts';
import type { RegistryVehicleFacts } from '@varco/contract/registry/vehicle-status.ts';

/** An insurance contract as shown in the transit detail (T 3.1); null: none is known. */
export const toInsuranceInfo = (
  insurance: RegistryVehicleFacts['insurance'] | undefined,
): ProcessedInfo['dati_assicurazione'] =>
  insurance == null
    ? null
    : {
        compagnia: insurance.company,
        polizza: insurance.policy,
        dal: insurance.from,
        al: insurance.to,
        comporto: insurance.grace_until,
      };
