// What other subjects use of joining.
export { readReportedPortals, recordHeartbeat, type ReportedPortal } from './joined-portals.repository.ts';
