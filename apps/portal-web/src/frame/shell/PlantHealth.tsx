import type { PlantLoginReason } from '@varco/domain/plants/login-state.ts';
import type { ReactElement } from 'react';
import type { PlantSession } from '../../lib/plants/plant-store.ts';
import { usePlantList } from '../../lib/plants/use-plants.ts';
import { ConnectionMeter, type PlantHealth } from '../../widgets/plants/ConnectionMeter.tsx';

/** Nobody answered: the plant, or the way to it, is down. */
export const isAway = (reason: PlantLoginReason | null): boolean => reason === 'unreachable' || reason === 'timeout';

/** One stroke of the meter in the top bar. */
export function healthOf(plant: PlantSession): PlantHealth {
  const plantId = plant.credentialId;
  if (!plant.credential.enabled) return { plantId, state: 'away' };
  if (plant.state === 'ok') return { plantId, state: 'ok' };
  if (plant.state === 'verifying' || plant.state === 'new') return { plantId, state: 'attention' };
  return { plantId, state: isAway(plant.reason) ? 'away' : 'error' };
}

/** The meter alone, in the place of its menu until that is there. */
export function PlantHealthWaiting(): ReactElement {
  const plants = usePlantList();
  return <ConnectionMeter plants={plants.map(healthOf)} onOpen={() => undefined} />;
}
