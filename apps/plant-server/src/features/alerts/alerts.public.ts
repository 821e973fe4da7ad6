// What other subjects use of alerts.
export type { AlertDispatcher } from './alert-desk.ts';
export { buildAlertScope, mayReadAlerts } from './alert-scope.ts';
export type { AlertScope } from './alert.queries.ts';
export { buildAlertParameters, buildInsertAlertsSql } from './raise-alerts.ts';
export type { TransitAlert } from './raise-alerts.ts';
export { buildCheckAlert } from './raised-alert.ts';
export type { RaisedAlert } from './raised-alert.ts';
export type { ListReplica } from './followed-lists.ts';
