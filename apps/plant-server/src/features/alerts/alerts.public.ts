// What other subjects use of alerts.
export type { AlertDesk } from './alert-desk.ts';
export { alertScopeOf, mayReadAlerts } from './alert-scope.ts';
export type { AlertScope } from './alert.queries.ts';
export { alertColumns, raisedBy } from './raise-alerts.ts';
export type { AlertOfTransit } from './raise-alerts.ts';
export { ofCheck } from './raised-alert.ts';
export type { RaisedAlert } from './raised-alert.ts';
export type { FollowedLists } from './followed-lists.ts';
