import type { PlantServices } from '../../context/plant-services.ts';

/** What the routes of this subject need. */
export type ChartsDeps = Pick<PlantServices, 'store'>;

/** What its jobs need. */
export type ChartsJobDeps = Pick<PlantServices, 'store' | 'now'>;
