import type { PlantServices } from '../../context/plant-services.ts';
import type { HeartbeatLog } from './heartbeat-log.ts';

/** What the routes and jobs of this subject need. */
export interface HeartbeatDeps extends Pick<
  PlantServices,
  'store' | 'log' | 'now' | 'keys' | 'version' | 'outbound' | 'tlog'
> {
  /** Result of the last heartbeat. */
  readonly heartbeats: HeartbeatLog;
}
