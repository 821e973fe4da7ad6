import type { PlantServices } from '../../context/plant-services.ts';
import type { AlertDispatcher } from '../alerts/alerts.public.ts';
import type { MinistryGateway } from '../ministry/ministry.public.ts';

/** What the routes and jobs of this subject need. */
export interface ChecksDeps extends Pick<PlantServices, 'store' | 'now'> {
  /** Matches reads against the lists, and publishes alerts. */
  readonly alerts: AlertDispatcher;
  readonly ministry: MinistryGateway;
}
