import type { PlantServices } from '../../context/plant-services.ts';

/** What the routes of this subject need. */
export type TransitNotesDeps = Pick<PlantServices, 'pool' | 'store'>;
