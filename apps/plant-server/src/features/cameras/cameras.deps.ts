import type { PlantServices } from '../../context/plant-services.ts';

/** What the routes and jobs of this subject need. */
export type CamerasDeps = Pick<PlantServices, 'pool' | 'store' | 'log' | 'now'>;
