import type { PlantContext } from '../../context/plant-context.ts';

/** What the routes and jobs of this subject need. */
export interface GatesDeps extends Pick<PlantContext, 'pool' | 'store'> {
  /** Cached gates and settings of ingest, dropped when gates change. */
  readonly ingestFacts: { forget(): void };
}
