import type { PlantServices } from '../../context/plant-services.ts';
import type { AlertDispatcher } from '../alerts/alerts.public.ts';

/** What the routes of this subject need. */
export interface HandoversDeps extends Pick<PlantServices, 'pool' | 'store'> {
  /** Publishes alerts that changed hands. */
  readonly alerts: AlertDispatcher;
}
