import type { VehicleClass } from '@varco/domain/lists.ts';
import type { IconName } from '@varco/ui/icon-paths.ts';

/** Drawing of each vehicle class of the field's list. */
export const VEHICLE_ICONS: Readonly<Record<VehicleClass, IconName>> = {
  car: 'car',
  bus: 'bus',
  light_truck: 'truck',
  heavy_truck: 'heavyTruck',
  motorbike: 'motorcycle',
  moped: 'moped',
  trailer: 'trailer',
  van: 'van',
  undefined: 'question',
};
