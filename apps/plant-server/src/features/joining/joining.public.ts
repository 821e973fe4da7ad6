// What other subjects use of joining.
export { readReportedPortals, recordHeartbeat } from './joined-portals.repository.ts';
export { type PortalAnswer, readPortalAnswers, recordPortalAnswer } from './portal-answers.repository.ts';
