import type { PlantLoginReason } from '@varco/domain/plants/login-state.ts';
import type { ReactElement } from 'react';
import type { PlantSession } from '../../lib/plants/plant-store.ts';
import { usePlantList } from '../../lib/plants/use-plants.ts';
import { ConnectionMeter, type PlantHealth } from '../../widgets/plants/ConnectionMeter.tsx';

/** True when no response came: the plant or the connection to it is down. */
export const isUnreachable = (reason: PlantLoginReason | null): boolean =>
  reason === 'unreachable' || reason === 'timeout';

/** One bar of the meter in the top bar. */
export function getPlantHealth(plant: PlantSession): PlantHealth {
  const plantId = plant.credentialId;
  if (!plant.credential.enabled) return { plantId, state: 'away' };
  if (plant.state === 'ok') return { plantId, state: 'ok' };
  if (plant.state === 'verifying' || plant.state === 'new') return { plantId, state: 'attention' };
  return { plantId, state: isUnreachable(plant.reason) ? 'away' : 'error' };
}

/** The meter without its menu, shown until the code of the menu is loaded. */
export function PlantHealthPlaceholder(): ReactElement {
  const plants = usePlantList();
  return <ConnectionMeter plants={plants.map(getPlantHealth)} onOpen={() => undefined} />;
}
