import type { VehicleClass } from '@varco/domain/code-lists.ts';
import type { IconName } from '@varco/ui/icon-paths.ts';

/** Icon of each vehicle class on the wire. */
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
