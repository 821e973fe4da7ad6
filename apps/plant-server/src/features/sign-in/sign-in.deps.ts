import type { PlantServices } from '../../context/plant-services.ts';

/** What the routes and jobs of this subject need. */
export type SignInDeps = Pick<PlantServices, 'pool' | 'store' | 'now' | 'key' | 'tokens'>;
