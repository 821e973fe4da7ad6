// What other subjects use of alerts.
export type { AlertDispatcher } from './alert-dispatcher.ts';
export { buildAlertScope, mayReadAlerts } from './alert-scope.ts';
export type { AlertScope } from './alert.repository.ts';
export { buildAlertParameters, buildInsertAlertsSql } from './insert-alerts.sql.ts';
export type { TransitAlert } from './insert-alerts.sql.ts';
export { buildCheckAlert } from './raised-alert.ts';
export type { RaisedAlert } from './raised-alert.ts';
export type { ListReplica } from './list-replica.ts';
