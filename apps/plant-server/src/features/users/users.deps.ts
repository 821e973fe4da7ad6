import type { PlantServices } from '../../context/plant-services.ts';

/** What the routes and jobs of this subject need. */
export type UsersDeps = Pick<PlantServices, 'pool' | 'store'>;
