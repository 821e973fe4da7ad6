import type { PlantServices } from '../../context/plant-services.ts';
import type { MinistryGateway } from '../ministry/ministry.public.ts';
import type { LookUpService } from './look-up-service.ts';

/** What the routes and jobs of this subject need. */
export interface LookUpsDeps extends Pick<PlantServices, 'store' | 'auditSink' | 'now' | 'key' | 'rates' | 'limits'> {
  readonly ministry: MinistryGateway;
  /** Makes look-ups; shared by all calls and jobs of the process. */
  readonly lookUps: LookUpService;
}
