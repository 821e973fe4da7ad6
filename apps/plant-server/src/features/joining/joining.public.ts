// What other subjects use of joining.
export { readReportedPortals, recordHeartbeat } from './joined-portals.repository.ts';
