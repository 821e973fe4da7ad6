import type { PlantServices } from '../../context/plant-services.ts';
import type { MinistryGateway } from '../ministry/ministry.public.ts';
import type { LookUpService } from './look-up-service.ts';

/** Limits of a plant's look-ups. */
export interface LookUpRules {
  /** Paid look-ups allowed per day for the whole plant. */
  readonly paidPerDay: number;
  /** Days that a registry response is retained, while the plant has set no term of its own. */
  readonly answerDays: number;
}

/** What the routes and jobs of this subject need. */
export interface LookUpsDeps extends Pick<PlantServices, 'store' | 'auditSink' | 'now' | 'key' | 'rates'> {
  /** Access to the ministry; null: this plant makes no checks. */
  readonly ministry: MinistryGateway | null;
  /** Makes look-ups; shared by all calls and jobs of the process. */
  readonly lookUps: LookUpService;
  readonly lookUpRules: LookUpRules;
}
