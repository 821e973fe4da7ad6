import type { PlantServices } from '../../context/plant-services.ts';
import type { AlertDispatcher } from '../alerts/alerts.public.ts';
import type { IngestFactsCache, IngestRates, IngestTally } from '../ingest/ingest.public.ts';
import type { CameraTally } from './camera-tally.ts';

/** What the routes and jobs of this subject need. */
export interface CameraIntakeDeps extends Pick<
  PlantServices,
  'pool' | 'store' | 'now' | 'log' | 'pictures' | 'key' | 'outbound' | 'diskGuard'
> {
  readonly alerts: AlertDispatcher;
  readonly ingestFacts: IngestFactsCache;
  readonly ingestRates: IngestRates;
  readonly ingestTally: IngestTally;
  readonly cameraTally: CameraTally;
  /** Folder with one folder for each camera that uploads files. */
  readonly cameraFolder: string;
}
