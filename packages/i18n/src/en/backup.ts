import type { backup as it } from '../it/backup.ts';
import type { Texts } from '../message-types.ts';

export const backup: Texts<typeof it> = {
  summary: 'backup of a server: sets it up, makes it, or tries to restore it',
  restoreSummary: 'restores a server from its backups, into an empty folder',
  option: {
    init: 'sets up backups: place, key, settings',
    files: 'pictures and other files only, without the database',
    verify: 'restores the newest backup into a temporary folder and examines it',
    repository: 'with --init: folder, or S3 bucket https://server/bucket (else /var/backups/varco/SERVER)',
    region: 'region of the S3 bucket',
    bucketKey: 'file with the key of the S3 bucket, id:secret',
    work: 'with --verify: where the temporary folder is made',
    to: 'instant such as 2026-11-26 14:05:00, with a zone or of this machine’s clock; latest: all there is',
    from: 'on an empty machine: folder or bucket of the backups',
    keyFile: 'on an empty machine: file with the key of the backups',
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
