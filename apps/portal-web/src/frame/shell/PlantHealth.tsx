import type { ReactElement } from 'react';
import { isAway, type PlantSession } from '../../lib/plants/plant-store.ts';
import { usePlantList } from '../../lib/plants/use-plants.ts';
import { ConnectionMeter, type PlantHealth } from '../../widgets/plants/ConnectionMeter.tsx';

/** One bar of the meter in the top bar. */
export function getPlantHealth(plant: PlantSession): PlantHealth {
  const plantId = plant.credentialId;
  if (!plant.credential.enabled) return { plantId, state: 'away' };
  if (plant.state === 'ok') return { plantId, state: 'ok' };
  if (plant.state === 'verifying' || plant.state === 'new') return { plantId, state: 'attention' };
  return { plantId, state: isAway(plant.reason) ? 'away' : 'error' };
}

/** The meter without its menu, shown until the code of the menu is loaded. */
export function PlantHealthPlaceholder(): ReactElement {
  const plants = usePlantList();
  return <ConnectionMeter plants={plants.map(getPlantHealth)} onOpen={() => undefined} />;
}
