import type { PlantServices } from '../../context/plant-services.ts';

/** What the routes and jobs of this subject need. */
export type ReviewDeps = Pick<PlantServices, 'pool' | 'store' | 'key' | 'now' | 'log'>;
