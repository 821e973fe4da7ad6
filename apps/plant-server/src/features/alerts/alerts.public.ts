// What other subjects use of alerts.
export type { AlertDispatcher } from './alert-dispatcher.ts';
export { buildAlertScope, mayReadAlerts } from './alert-scope.ts';
export type { AlertScope } from './alert.repository.ts';
export { findOldestOpenable } from './alert-query.ts';
export type { AlertPlate } from './open-alerts.repository.ts';
export { passAlerts, readAlertOwners, readOpenAlerts, readVisiblePlates } from './open-alerts.repository.ts';
export { buildAlertParameters, buildInsertAlertsSql } from './insert-alerts.sql.ts';
export type { TransitAlert } from './insert-alerts.sql.ts';
export { buildCheckAlert } from './raised-alert.ts';
export type { RaisedAlert } from './raised-alert.ts';
export type { ListReplica } from './list-replica.ts';
export { republishAlerts } from './alert-publication.repository.ts';
