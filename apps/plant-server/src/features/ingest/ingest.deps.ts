import type { PlantServices } from '../../context/plant-services.ts';
import type { AlertDispatcher } from '../alerts/alerts.public.ts';
import type { IngestFactsCache } from './ingest-facts.ts';
import type { IngestRates } from './ingest-rates.ts';
import type { IngestTally } from './ingest-tally.ts';

/** What the routes and jobs of this subject need. */
export interface IngestDeps extends Pick<PlantServices, 'pool' | 'store' | 'auditSink' | 'now' | 'pictures'> {
  /** Matches reads against the lists, and publishes alerts. */
  readonly alerts: AlertDispatcher;
  /** Gates and settings that reads are validated against. */
  readonly ingestFacts: IngestFactsCache;
  readonly ingestRates: IngestRates;
  readonly ingestTally: IngestTally;
}
