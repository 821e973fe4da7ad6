import type { RegistryVehicleFacts } from '@varco/contract/registry/vehicle-status.ts';
import { isValidPlate } from '@varco/domain/plates/normalise-plate.ts';
import type { StoredCheck } from '@varco/domain/transits/transit-values.ts';

/** Check values of one transit (T 4.2); days are ISO. */
export interface CheckedValues {
  readonly insured: StoredCheck;
  readonly insuredUntil: string | null;
  readonly inspected: StoredCheck;
  readonly inspectedUntil: string | null;
  readonly stolen: StoredCheck;
}

const buildUniformValues = (value: StoredCheck): CheckedValues => ({
  insured: value,
  insuredUntil: null,
  inspected: value,
  inspectedUntil: null,
  stolen: '--',
});

/** Values for a foreign or unreadable plate, or one unknown to the registry. */
export const NOT_CHECKED = buildUniformValues('--');
export const NO_SERVICE = buildUniformValues('xx');
export const CONGESTED = buildUniformValues('<!>');
export const NO_LICENCE = buildUniformValues('<x>');

/**
 * Check values of a transit on a day (Rome time). Insurance cover lasts to the end of the grace period, although the date
 * shown is the end of the contract. An inspection is valid on the day it is due. Trailers need no insurance of their own.
 */
export function computeCheckValues(vehicle: RegistryVehicleFacts | null, day: string): CheckedValues {
  if (vehicle === null) return NOT_CHECKED;
  const { insurance, inspection, stolen_since: stolenSince } = vehicle;
  const uncovered = vehicle.class === 'trailer' ? '--' : 'no';
  return {
    insured: insurance === null ? uncovered : toYesNo(insurance.grace_until >= day),
    insuredUntil: insurance?.to ?? null,
    inspected: toYesNo(inspection.next >= day),
    inspectedUntil: inspection.next,
    stolen: toYesNo(stolenSince !== null && stolenSince <= day),
  };
}

const toYesNo = (is: boolean): StoredCheck => (is ? 'si' : 'no');

/** Current Italian plate formats of cars, vans and motorbikes; they contain no letters that look like digits. */
const ITALIAN_PLATE = /^[A-HJ-NPR-TV-Z]{2}(?:\d{3}[A-HJ-NPR-TV-Z]{2}|\d{5})$/;

/** True when a plate is checked with the ministry. `nation` as read; when the camera did not read it, the plate format decides. */
export const isAskable = (plate: string, nation: string): boolean =>
  isValidPlate(plate) && (nation === 'I' || (nation === '' && ITALIAN_PLATE.test(plate)));
