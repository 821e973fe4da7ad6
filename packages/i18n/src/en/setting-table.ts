import type { settingTable as source } from '../it/setting-table.ts';
import type { Texts } from '../message-types.ts';

/** English of `it/setting-table.ts`. */
export const settingTable: Texts<typeof source> = {
  setting: 'Setting',
  value: 'Value',
  changed: 'Last change',
  actions: 'Actions',
  unchanged: 'never: as it was set up',
  changedBy: '{{name}}, {{time}}',
  changedByGone: 'deleted user, {{time}}',
  fromEnvironment: 'from the environment of the server',
  editNamed: 'Change: {{name}}',
  yes: 'Yes',
  no: 'No',
  conflict: 'Somebody changed this meanwhile. Close, look at the new value and try again.',
  noneListed: 'none',
  listHint: 'One a line. Empty: none.',
  entryFault: 'Not valid: {{entry}}',
  listFault: 'At most {{max}}.',
  numberFault: 'A whole number from {{min}} to {{max}}.',
};
