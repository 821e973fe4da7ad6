import type { doctor as it } from '../it/doctor.ts';
import type { Texts } from '../message-types.ts';

export const doctor: Texts<typeof it> = {
  summary: 'examines the servers of this machine and says for each fault what to do',
  optionJson: 'result as JSON',
  allWell: 'All is well.',
  sum: 'Faults: {{faults}}. Warnings: {{warnings}}.',
  state: { ok: 'ok', warning: 'WARNING', fault: 'FAULT' },
  check: {
    settings: 'settings hold',
    settingsMode: 'modes of the settings',
    ownerMode: 'mode of the owner role’s address',
    dataFolder: 'data folder',
    secret: 'secret of the server',
    backup: 'recent backup',
    backupKey: 'key of the backups',
    backupRing: 'keys of the periods of the backups',
    backupTrial: 'backup restored on trial',
    database: 'database reached with the serving role',
    owner: 'database reached with the owner role',
    role: 'the serving role owns nothing',
    schema: 'tables at the version of the program',
    clockDatabase: 'clock of the database',
    encoding: 'database in UTF-8',
    keys: 'keys of the server',
    disk: 'room on the disk',
    server: 'server running and ready',
    version: 'version of the server',
    plant: 'plant set up',
    address: 'public address reached',
    certificate: 'TLS certificate',
    clockPortal: 'clock against the portal',
    cors: 'pages of the portal may call the plant',
    policy: 'the portal lets the plant be called',
    mail: 'mail server',
    registry: 'national registry',
    heartbeat: 'message of the plant',
  },
  fault: {
    nothing: {
      what: '{{folder}} has no settings of a portal or a plant.',
      todo: 'varco setup portal, or varco setup plant NAME',
    },
    settingsUnreadable: { what: '{{file}} cannot be read.', todo: 'Run varco doctor as root.' },
    settings: {
      what: 'A setting does not hold: {{problem}}',
      todo: 'Correct it in the settings file and restart the server.',
    },
    settingsMode: { what: '{{file}} is open to other users (mode {{mode}}).', todo: 'chmod 0640 {{file}}' },
    ownerMode: { what: '{{file}} can be read not only by root (mode {{mode}}).', todo: 'chmod 0600 {{file}}' },
    dataFolder: { what: 'The data folder {{folder}} is not there.', todo: 'Mount its disk, or run varco setup again.' },
    dataFolderReadOnly: {
      what: 'The data folder {{folder}} cannot be written.',
      todo: 'Check the disk and the owner of the folder (user varco).',
    },
    secretMissing: {
      what: '{{file}} is not there.',
      todo: 'Restore it from a backup: without it sessions and second factors are lost.',
    },
    secretMode: { what: '{{file}} can be read by other users (mode {{mode}}).', todo: 'chmod 0400 {{file}}' },
    keyOld: {
      what: 'The key “{{name}}” is {{days}} days old: it is to be replaced every two years.',
      todo: 'varco keys add {{slug}} {{name}}, then the steps of “Cambiare le chiavi di un server” in the manual of operators',
    },
    keyFormer: {
      what: 'The key before “{{name}}” is still accepted, {{days}} days after the new one.',
      todo: 'varco keys retire {{slug}} {{name}}, or the settings page',
    },
    backupNone: {
      what: 'There are no backups: if this disk breaks, all is lost.',
      todo: '{{command}}',
    },
    backupNever: { what: 'Backups are set up, but none was ever made.', todo: '{{command}}' },
    backupOld: {
      what: 'The last backup is {{hours}} hours old.',
      todo: 'systemctl list-timers "varco-backup*"; journalctl -u varco-backup@{{slug}}',
    },
    backupUntried: { what: 'No backup was ever restored on trial.', todo: '{{command}}' },
    backupBad: { what: 'The last trial restoration failed: the backup is no good.', todo: '{{command}}' },
    backupKeyMissing: {
      what: 'The key of the backups {{file}} is not there: backups can be neither made nor opened.',
      todo: 'Put it back from the sheet in the safe, for the user varco alone (mode 0600).',
    },
    backupRingMissing: {
      what: 'The ring of keys {{file}} is not there: backups can be neither made nor opened.',
      todo: 'Mount its folder, or put the newest copy of the ring back.',
    },
    backupKeyLeft: {
      what: 'A key or files past their term are still there. {{reason}}',
      todo: '{{command}}',
    },
    backupKeyMode: {
      what: 'The key of the backups {{file}} can be read by other users (mode {{mode}}).',
      todo: 'chmod 0600 {{file}}',
    },
    databaseOff: {
      what: 'The embedded database is not running.',
      todo: 'Start the server: systemctl start, then journalctl -u with its unit.',
    },
    databaseRefused: {
      what: 'The database refuses the user or the password of the server.',
      todo: 'Correct VARCO_DATABASE_URL, or the password of the role varco_app.',
    },
    databaseMissing: {
      what: 'The database of the address does not exist.',
      todo: 'Run varco setup again, or correct VARCO_DATABASE_URL.',
    },
    databaseUnreachable: {
      what: 'The database does not answer.',
      todo: 'Is it running, and reachable from here? Check the address in VARCO_DATABASE_URL.',
    },
    inspection: {
      what: 'The database could not be examined: {{reason}}',
      todo: 'Run varco doctor as root, and check the data folder.',
    },
    owner: {
      what: 'The database does not accept the owner role.',
      todo: 'Correct VARCO_DATABASE_OWNER_URL in the file -owner.env.',
    },
    role: {
      what: 'The role of the server, {{role}}, may do more than it should: {{rights}}.',
      todo: 'Use varco_app in VARCO_DATABASE_URL: it owns no tables and administers nothing.',
    },
    schema: { what: '{{problem}}', todo: 'Stop the server, then: {{command}}' },
    clockDatabase: {
      what: 'The clock of the database differs from that of this machine by {{seconds}} seconds.',
      todo: 'Synchronise the clocks of both (timedatectl set-ntp true).',
    },
    encoding: {
      what: 'The database is in {{encoding}}, not in UTF-8.',
      todo: 'Make a database in UTF-8 with varco setup and move the data there.',
    },
    disk: {
      what: 'The disk of the data has {{free}} MB free, less than the reserve of {{reserve}} MB.',
      todo: 'Make room or enlarge the disk: until then reads and pictures are refused.',
    },
    serverOff: {
      what: 'The server does not answer on port {{port}}.',
      todo: 'systemctl status of its unit; what it says: journalctl -u.',
    },
    serverNotReady: {
      what: 'The server answers but is not ready: {{checks}}.',
      todo: 'See the faults of database and disk first, then journalctl -u.',
    },
    version: { what: '{{running}} is running, {{installed}} is installed.', todo: 'Restart the server.' },
    plant: { what: 'The plant is not set up.', todo: 'varco setup plant NAME' },
    address: {
      what: '{{address}} does not answer as it should ({{reason}}).',
      todo: 'Check the name (DNS), Caddy (systemctl status caddy) and the firewall.',
    },
    certificate: {
      what: 'The certificate of {{address}} is not believed ({{reason}}).',
      todo: 'With the authority of Caddy: caddy trust here, and its root certificate on the other computers.',
    },
    certificateEnded: {
      what: 'The certificate of {{address}} has ended.',
      todo: 'See why Caddy does not renew it: journalctl -u caddy.',
    },
    certificateDays: {
      what: 'The certificate of {{address}} is valid for {{days}} more days.',
      todo: 'With Caddy nothing, it renews itself; otherwise renew it.',
    },
    portal: {
      what: 'The portal {{address}} does not answer from here ({{reason}}).',
      todo: 'Check the name (DNS), the network and the portal.',
    },
    clockPortal: {
      what: 'The clock differs from that of {{address}} by {{seconds}} seconds.',
      todo: 'Synchronise the clocks of both machines (timedatectl set-ntp true).',
    },
    cors: {
      what: 'The plant {{plant}} does not let pages of {{portal}} call it.',
      todo: 'Add {{portal}} to VARCO_PORTAL_ORIGINS of the plant and restart it.',
    },
    policy: {
      what: 'Pages of the portal may not call {{plant}}.',
      todo: 'Add {{plant}} to VARCO_PLANT_ORIGINS of the portal and restart it.',
    },
    mail: {
      what: 'The mail server {{host}} does not answer ({{reason}}).',
      todo: 'Check the mail server in Administration: settings (or VARCO_SMTP_URL) and the firewall.',
    },
    mailNone: {
      what: 'There is no mail server: messages stay in the queue.',
      todo: 'Enter it in the portal, in Administration: settings, or in VARCO_SMTP_URL.',
    },
    registry: {
      what: 'The registry {{address}} does not answer ({{reason}}).',
      todo: 'Check the VPN of the ministry and the address in Plants: settings (or VARCO_REGISTRY_URL).',
    },
    heartbeat: {
      what: 'The last message of {{plant}} came {{minutes}} minutes ago.',
      todo: 'At the plant: is it running, does it reach the portal, is its time right? varco doctor there too.',
    },
    heartbeatNever: {
      what: 'No message of {{plant}} ever came.',
      todo: 'Check UUID and public key in the registry of plants, and at the plant the address of the portal.',
    },
  },
};
