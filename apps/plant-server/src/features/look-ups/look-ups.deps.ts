import type { PlantServices } from '../../context/plant-services.ts';
import type { MinistryGateway } from '../ministry/ministry.public.ts';
import type { LookUpDesk } from './look-up-desk.ts';

/** What a plant allows of look-ups. */
export interface LookUpRules {
  /** Paid ones of the whole plant in a day. */
  readonly paidPerDay: number;
  /** Days an answer is kept. */
  readonly answerDays: number;
}

/** What the routes and jobs of this subject need. */
export interface LookUpsDeps extends Pick<PlantServices, 'store' | 'auditSink' | 'now' | 'key' | 'rates'> {
  /** The door to the ministry; null: this plant makes no checks. */
  readonly ministry: MinistryGateway | null;
  /** Makes look-ups; one for all calls and chores of the process. */
  readonly lookUps: LookUpDesk;
  readonly lookUpRules: LookUpRules;
}
