// What other subjects use of heartbeat.
export type { HeartbeatLog } from './heartbeat-log.ts';
