import type { PlantContext } from '../../context/plant-context.ts';

/** What the routes and jobs of this subject need. */
export type ListsDeps = Pick<PlantContext, 'pool' | 'store' | 'auditSink' | 'now' | 'alertMailDomains'>;
