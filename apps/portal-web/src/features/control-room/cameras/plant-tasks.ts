import type { CameraTask } from '@varco/contract/plant/camera-tasks.ts';
import type { PlantSession } from '../../../lib/plants/plant-store.ts';
import { getPlantLabel } from '../../../lib/plants/use-plants.ts';

/** A silent camera with the plant it belongs to. */
export interface PlantTask {
  readonly peerId: number;
  readonly plant: string;
  readonly task: CameraTask;
}

/** Silent cameras of several plants. `tasks`: those of each plant in the same order; undefined: not known. */
export const findPlantTasks = (
  plants: readonly PlantSession[],
  tasks: readonly (readonly CameraTask[] | undefined)[],
): readonly PlantTask[] =>
  plants.flatMap((plant, at) =>
    (tasks[at] ?? []).map((task) => ({ peerId: plant.peerId, plant: getPlantLabel(plant), task })),
  );
