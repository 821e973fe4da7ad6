import type { PlantSession } from '../../lib/plants/plant-store.ts';
import { getPlantLabel } from '../../lib/plants/use-plants.ts';
import type { PlantSegment, SegmentState } from '../../widgets/completeness/completeness.ts';

interface Answer {
  readonly isPending: boolean;
  readonly isError: boolean;
}

/**
 * One segment for each plant of the calls, in their order. A plant that was called several times has answered when
 * every call has.
 */
export function toSegments(plants: readonly PlantSession[], answers: readonly Answer[]): readonly PlantSegment[] {
  const states = new Map<PlantSession, SegmentState>();
  for (const [index, plant] of plants.entries()) {
    const answer = answers[index];
    const state = answer === undefined || answer.isPending ? 'receiving' : answer.isError ? 'error' : 'answered';
    const before = states.get(plant);
    if (before === undefined || before === 'answered' || state === 'error') states.set(plant, state);
  }
  return [...states].map(([plant, state]) => ({ plantId: plant.credentialId, label: getPlantLabel(plant), state }));
}
