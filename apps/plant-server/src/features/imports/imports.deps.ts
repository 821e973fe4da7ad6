import type { PlantServices } from '../../context/plant-services.ts';
import type { IngestFactsCache } from '../ingest/ingest.public.ts';

/** What the routes and jobs of this subject need. */
export interface ImportsDeps extends Pick<PlantServices, 'pool' | 'store' | 'auditSink' | 'diskGuard' | 'log' | 'now'> {
  /** Gates and settings that reads are validated against. */
  readonly ingestFacts: IngestFactsCache;
}
