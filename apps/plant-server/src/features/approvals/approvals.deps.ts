import type { PlantServices } from '../../context/plant-services.ts';

/** What the routes and streams of this subject need. */
export type ApprovalsDeps = Pick<PlantServices, 'pool' | 'store' | 'now' | 'log'>;
