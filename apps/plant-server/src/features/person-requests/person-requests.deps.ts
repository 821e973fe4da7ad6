import type { PlantServices } from '../../context/plant-services.ts';

/** What the routes of this subject need. */
export type PersonRequestsDeps = Pick<PlantServices, 'pool' | 'store' | 'key' | 'pictures'>;
