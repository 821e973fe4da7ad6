import { accomplices } from './accomplices.ts';
import { account } from './account.ts';
import { alertMessages } from './alert-messages.ts';
import { alerts } from './alerts.ts';
import { approvals } from './approvals.ts';
import { handover } from './handover.ts';
import { personRequests } from './person-requests.ts';
import { auditActions } from './audit-actions.ts';
import { audit } from './audit.ts';
import { backup } from './backup.ts';
import { review } from './review.ts';
import { caseFile } from './case-file.ts';
import { caseRecord } from './case-record.ts';
import { cameraIntake } from './camera-intake.ts';
import { joining } from './joining.ts';
import { channels } from './channels.ts';
import { cli } from './cli.ts';
import { charts } from './charts.ts';
import { controlRoom } from './control-room.ts';
import { detail } from './detail.ts';
import { doctor } from './doctor.ts';
import { evidence } from './evidence.ts';
import { exports } from './exports.ts';
import { fileImport } from './file-import.ts';
import { gateAnalysis } from './gate-analysis.ts';
import { histogram } from './histogram.ts';
import { help } from './help.ts';
import { lists } from './lists.ts';
import { logs } from './logs.ts';
import { lookUps } from './look-ups.ts';
import { mail } from './mail.ts';
import { maps } from './maps.ts';
import { monitor } from './monitor.ts';
import { news } from './news.ts';
import { plantAdmin } from './plant-admin.ts';
import { plantSettings, settingTable } from './plant-settings.ts';
import { plants } from './plants.ts';
import { plantGroups } from './plant-groups.ts';
import { serverKeys } from './server-keys.ts';
import { portalKeys } from './portal-keys.ts';
import { portalSettings } from './portal-settings.ts';
import { portalUsers } from './portal-users.ts';
import { print } from './print.ts';
import { proveGone } from './prove-gone.ts';
import { publicPage } from './public-page.ts';
import { layoutMessages } from './layout-messages.ts';
import { settings } from './settings.ts';
import { secondScreen } from './second-screen.ts';
import { setup } from './setup.ts';
import { shortcuts } from './shortcuts.ts';
import { streetMap } from './street-map.ts';
import { statistics } from './statistics.ts';
import { support } from './support.ts';
import { suspects } from './suspects.ts';
import { users } from './users.ts';

/** All namespaces, one file each. Italian is the source: `en/messages.ts` must have exactly these keys. */
export const it = {
  ...layoutMessages,
  accomplices,
  account,
  alertMessages,
  alerts,
  approvals,
  handover,
  personRequests,
  audit,
  auditActions,
  backup,
  review,
  cameraIntake,
  caseFile,
  caseRecord,
  secondScreen,
  joining,
  channels,
  cli,
  charts,
  controlRoom,
  detail,
  doctor,
  evidence,
  exports,
  fileImport,
  gateAnalysis,
  help,
  histogram,
  lists,
  logs,
  lookUps,
  mail,
  maps,
  monitor,
  news,
  plantAdmin,
  plantSettings,
  settingTable,
  plants,
  plantGroups,
  serverKeys,
  portalKeys,
  portalSettings,
  portalUsers,
  print,
  proveGone,
  publicPage,
  settings,
  setup,
  shortcuts,
  statistics,
  streetMap,
  support,
  suspects,
  users,
};
