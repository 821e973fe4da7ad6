import type { Endpoint } from './endpoint.ts';
import { setFault } from './registry/faults.ts';
import { registryHealth } from './registry/health.ts';
import { listCharges, registryLookUp } from './registry/look-up.ts';
import { ownerVehicles } from './registry/owner-vehicles.ts';
import { vehicleStatus } from './registry/vehicle-status.ts';

/** Every endpoint of the simulated registry. */
export const REGISTRY_API: readonly Endpoint[] = [
  registryHealth,
  vehicleStatus,
  ownerVehicles,
  registryLookUp,
  listCharges,
];

/** Further endpoints, in the demo only. */
export const REGISTRY_DEMO_API: readonly Endpoint[] = [setFault];
