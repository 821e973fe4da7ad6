import type { VehicleFacts } from '@varco/contract/registry/vehicle-status.ts';
import { isValidPlate } from '@varco/domain/plates/normalise-plate.ts';
import type { StoredCheck } from '@varco/domain/transits/transit-values.ts';

/** Values of one transit, days as ISO (T 4.2). */
export interface CheckedValues {
  readonly insured: StoredCheck;
  readonly insuredUntil: string | null;
  readonly inspected: StoredCheck;
  readonly inspectedUntil: string | null;
  readonly stolen: StoredCheck;
}

const all = (value: StoredCheck): CheckedValues => ({
  insured: value,
  insuredUntil: null,
  inspected: value,
  inspectedUntil: null,
  stolen: '--',
});

/** Foreign, unreadable, or a plate the registry does not know. */
export const NOT_CHECKED = all('--');
export const NO_SERVICE = all('xx');
export const CONGESTED = all('<!>');
export const NO_LICENCE = all('<x>');

/**
 * Values of a transit on a Rome day. Cover lasts to the end of grace, the shown date is the contract's own end; an
 * inspection holds on the day it is due; trailers need no insurance of their own.
 */
export function valuesOf(vehicle: VehicleFacts | null, day: string): CheckedValues {
  if (vehicle === null) return NOT_CHECKED;
  const { insurance, inspection, stolen_since: stolenSince } = vehicle;
  const uncovered = vehicle.class === 'trailer' ? '--' : 'no';
  return {
    insured: insurance === null ? uncovered : yesIf(insurance.grace_until >= day),
    insuredUntil: insurance?.to ?? null,
    inspected: yesIf(inspection.next >= day),
    inspectedUntil: inspection.next,
    stolen: yesIf(stolenSince !== null && stolenSince <= day),
  };
}

const yesIf = (is: boolean): StoredCheck => (is ? 'si' : 'no');

/** Car or van, motorbike: the forms in use. Letters that look like digits are not in them. */
const ITALIAN = /^[A-HJ-NPR-TV-Z]{2}(?:\d{3}[A-HJ-NPR-TV-Z]{2}|\d{5})$/;

/** Whether the ministry is asked about a plate. `nation` as read; where the camera does not say it, the form decides. */
export const isAskable = (plate: string, nation: string): boolean =>
  isValidPlate(plate) && (nation === 'I' || (nation === '' && ITALIAN.test(plate)));
