import type { PlantServices } from '../../context/plant-services.ts';

/** What the routes and jobs of this subject need. */
export type RetentionDeps = Pick<PlantServices, 'pool' | 'store' | 'auditSink' | 'now' | 'pictures' | 'limits' | 'key'>;
