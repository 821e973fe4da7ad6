import type { backup as it } from '../it/backup.ts';
import type { Texts } from '../message-types.ts';

export const backup: Texts<typeof it> = {
  summary: 'backup of a server: sets it up, makes it, or tries to restore it',
  restoreSummary: 'restores a server from its backups, into an empty folder',
  option: {
    init: 'sets up backups: place, key, settings',
    files: 'pictures and other files only, without the database',
    verify: 'restores the newest backup into a temporary folder and examines it',
    newKey:
      'begins a period with a key of its own: everything is copied again, and what the backups before hold ends with their key',
    repository: 'with --init: folder, or S3 bucket https://server/bucket (else /var/backups/varco/SERVER)',
    ring: 'with --init: folder of the ring of keys, on a disk that keeps no versions (else in the place of the backups and beside the data)',
    region: 'region of the S3 bucket',
    bucketKey: 'file with the key of the S3 bucket, id:secret',
    work: 'with --verify: where the temporary folder is made',
    to: 'instant such as 2026-11-26 14:05:00, with a zone or of this machine’s clock; latest: all there is',
    from: 'on an empty machine: folder or bucket of the backups',
    keyFile: 'on an empty machine: file with the key of the backups',
    ringFrom: 'on an empty machine: folder of the ring of keys, if it is not in the place of the backups',
  },
  wrongName: 'The server is called portal, or plant-NAME.',
  wrongTime: '--to is needed: an instant such as 2026-11-26 14:05:00, or latest.',
  noSettings: '{{file}} is not there: the server is not set up on this machine.',
  needsPlace: '{{file}} is not there: on an empty machine, --repository and --key-file are needed.',
  notSetUp: 'Backups are not set up. Run: {{command}}',
  notEmpty:
    'The folder {{folder}} is not empty and was not touched: a restoration never overwrites. Stop the server and move it away.',
  unsafe: 'The place {{place}} has blanks or signs that a settings file cannot hold.',
  failed: 'Failed: {{reason}}',
  interrupted: 'Interrupted: it does not count as a backup. Run the same command again.',
  init: {
    done: 'Backups set up in {{place}}, encrypted.',
    key: 'Key of the backups, shown only now: print it and put it into the safe. Without it no backup opens.',
    keyThere: 'The key is there already, and is not shown.',
    next: 'Now:',
  },
  taken: {
    whole: 'Whole backup of {{at}}, in {{seconds}} s; all backups take {{size}} MB.',
    files: 'Backup of the files of {{at}}, in {{seconds}} s; all backups take {{size}} MB.',
  },
  removed_one: '{{count}} backup past its term removed.',
  removed_other: '{{count}} backups past their term removed.',
  newKey: {
    whole: '--new-key is for a whole backup, not with --files, --verify or --init.',
    begins:
      'A period with a key of its own begins. Everything is copied again: the place of the backups needs room for another whole copy, and it takes longer than usual.',
  },
  period: {
    isNew: 'This backup begins period {{number}}, with a key of its own.',
    until:
      'The backups of period {{number}} can be opened until {{until}}: with the first whole backup after that their key is destroyed.',
    ended: 'Period {{number}} has ended: its key is destroyed and its files are removed.',
    former: 'Period 0 has ended: its files are removed. The main key opened it, and stays.',
    problem: 'NOT ended: {{reason}} The next whole backup tries again.',
  },
  verify: {
    good: 'The backup of {{at}} can be restored and is whole, with everything up to {{through}}.',
    bad: 'The backup of {{at}} can be restored but is NOT whole: see above.',
  },
  restoring: 'Restoring: the database takes the changes again one by one.',
  restored: {
    settings: 'Settings restored: {{file}}',
    database: 'Database restored as of {{through}} (backup of {{at}} and the changes since).',
    pictures: 'Pictures, keys and secrets: backup of {{at}}. Pictures that came later are missing.',
    epoch: 'The consultation log begins epoch {{epoch}}, which declares the restoration.',
    again: 'Then a new backup: {{command}}',
  },
};
