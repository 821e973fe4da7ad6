import type { PlantServices } from '../../context/plant-services.ts';
import type { MinistryGateway } from '../ministry/ministry.public.ts';
import type { KnownConfusions } from './open-transit-query.ts';

/** What the routes and jobs of this subject need. */
export interface TransitsDeps extends Pick<PlantServices, 'pool' | 'store' | 'key' | 'signPicture' | 'now' | 'log'> {
  readonly ministry: MinistryGateway;
  readonly confusions: KnownConfusions;
}
