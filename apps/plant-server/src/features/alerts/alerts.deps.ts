import type { PlantServices } from '../../context/plant-services.ts';
import type { MinistryGateway } from '../ministry/ministry.public.ts';
import type { AlertDispatcher } from './alert-dispatcher.ts';

/** What the routes and jobs of this subject need. */
export interface AlertsDeps extends Pick<PlantServices, 'pool' | 'store' | 'log' | 'now' | 'signPicture'> {
  /** Matches reads against the lists, and publishes alerts. */
  readonly alerts: AlertDispatcher;
  readonly ministry: MinistryGateway;
}
