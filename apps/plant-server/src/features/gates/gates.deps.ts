import type { PlantServices } from '../../context/plant-services.ts';

/** What the routes and jobs of this subject need. */
export interface GatesDeps extends Pick<PlantServices, 'pool' | 'store'> {
  /** Cached gates and settings of ingest, dropped when gates change. */
  readonly ingestFacts: { invalidate(): void };
}
