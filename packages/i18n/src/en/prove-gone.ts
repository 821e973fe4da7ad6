import type { proveGone as it } from '../it/prove-gone.ts';
import type { Texts } from '../message-types.ts';

/** Terminal output of `varco prove-gone`. */
export const proveGone: Texts<typeof it> = {
  summary: 'searches rows, files and the log of changes of a plant for plates that must be gone',
  option: {
    folder: 'another folder to search, such as that of the exporter; may be repeated',
  },
  noFile: 'The list of plates cannot be read: {{file}}',
  wrongPlate: 'Line {{line}} is no plate of {{least}} or more letters and digits; one plate a line is expected.',
  searching_one: 'Searching {{count}} plate.',
  searching_other: 'Searching {{count}} plates.',
  noDatabase: 'NOT SEARCHED: rows of the database; state --data of a running plant, or --database.',
  noData: 'NOT SEARCHED: files; state --data.',
  unreadable: 'NOT SEARCHED, cannot be read: {{path}}',
  atFolder: 'Searching {{folder}}...',
  rows_zero: 'Rows of the database: none found.',
  rows_one: 'Rows of the database: {{count}} finding.',
  rows_other: 'Rows of the database: {{count}} findings.',
  folder_zero: '{{folder}}: {{files}} files, {{bytes}} bytes, none found.',
  folder_one: '{{folder}}: {{files}} files, {{bytes}} bytes, {{count}} plate found.',
  folder_other: '{{folder}}: {{files}} files, {{bytes}} bytes, {{count}} plates found.',
  plate: 'FOUND {{plate}} in {{place}}',
  ownTerm: '{{plate}} in {{place}}, which has a term of its own',
  more_one: '... and {{count}} more.',
  more_other: '... and {{count}} more.',
  backups:
    'Backups, encrypted: not searched. What was in them before the deletion can still be opened by restoring (as of {{at}}):',
  backupPeriod: 'period {{number}}, since {{since}}: until about {{until}}, when its key is destroyed',
  backupPeriodZero:
    'period 0, since {{since}}: until about {{until}}, when its files are removed; the main key, which stays, opens every copy made elsewhere',
  backupEnded: 'period {{number}}: key destroyed on {{at}}, no copy opens any more',
  backupZeroEnded: 'period 0: files removed on {{at}}; the main key opens every copy made elsewhere',
  endRecorded: '; entry {{entry}} of the consultation log',
  endUnrecorded: '; NOT in the consultation log yet: the server records it while it runs',
  backupsEarlier_one: '{{count}} earlier period has ended too',
  backupsEarlier_other: '{{count}} earlier periods have ended too',
  backupProblem: 'but NOT ended as it should: {{reason}}',
  backupNoPeriods: 'one key without a term: its term begins with the next whole backup',
  backupNone: 'Backups: {{file}} names none.',
  sealed:
    'Not readable by this search: backups, exports, look-ups and camera messages, which are encrypted, and compressed values. They end with their term.',
  none: 'None of the plates was found outside what has a term of its own.',
  incomplete: 'None of the plates was found, but NOT everything was searched.',
  found_one: '{{count}} finding: NOT everything is gone.',
  found_other: '{{count}} findings: NOT everything is gone.',
};
