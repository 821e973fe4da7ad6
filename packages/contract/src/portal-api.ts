import type { Endpoint } from './endpoint.ts';
import * as account from './portal/account.ts';
import { exportPortalAudit, searchPortalAudit } from './portal/audit.ts';
import { countUse } from './portal/analytics.ts';
import * as announcements from './portal/announcements.ts';
import * as auth from './portal/auth.ts';
import * as caseFiles from './portal/case-files.ts';
import * as exportParts from './portal/export-parts.ts';
import * as exports from './portal/exports.ts';
import { heartbeat } from './portal/heartbeat.ts';
import { mapConfig } from './portal/map-config.ts';
import * as joining from './portal/joining.ts';
import * as keys from './portal/keys.ts';
import * as peers from './portal/peers.ts';
import * as plantGroups from './portal/plant-groups.ts';
import * as sessions from './portal/sessions.ts';
import * as serverKeys from './portal/server-keys.ts';
import * as settings from './portal/settings.ts';
import { portalSystemLog } from './portal/system-log.ts';
import * as system from './portal/system.ts';
import * as tickets from './portal/tickets.ts';
import * as twoFactor from './portal/two-factor.ts';
import * as user from './portal/user.ts';
import * as users from './portal/user-administration.ts';
import { TLOG_ENDPOINTS } from './tlog.ts';

/** Every endpoint of the portal server, in the order of the documentation. */
export const PORTAL_API: readonly Endpoint[] = [
  auth.authParams,
  auth.login,
  auth.refresh,
  auth.logout,
  account.lostPassword,
  account.resetPassword,
  account.verifyEmail,
  account.createUser,
  user.getUser,
  user.updateUser,
  user.usernameTaken,
  caseFiles.readCaseFiles,
  caseFiles.saveCaseFiles,
  users.listUsers,
  users.searchUsers,
  users.inviteUser,
  users.repeatInvitation,
  users.endUserSessions,
  users.resetUserTwoFactor,
  users.requestAdmin,
  users.confirmAdmin,
  users.rejectAdmin,
  sessions.listSessions,
  sessions.revokeOwnSession,
  twoFactor.twoFactorState,
  twoFactor.startTwoFactor,
  twoFactor.verifyTwoFactor,
  twoFactor.enableTwoFactor,
  twoFactor.disableTwoFactor,
  twoFactor.renewRecoveryCodes,
  system.systemInfo,
  system.version,
  system.cspReport,
  portalSystemLog,
  searchPortalAudit,
  exportPortalAudit,
  heartbeat,
  peers.listPeers,
  joining.checkJoiningCode,
  joining.joinPlant,
  peers.updatePeer,
  peers.deletePeer,
  peers.registerPeer,
  plantGroups.listOwnPlantGroups,
  plantGroups.listPlantGroups,
  plantGroups.createPlantGroup,
  plantGroups.updatePlantGroup,
  plantGroups.deletePlantGroup,
  plantGroups.addGroupToUser,
  serverKeys.listPortalServerKeys,
  serverKeys.addPortalServerKey,
  serverKeys.retirePortalServerKey,
  settings.readPortalSettings,
  settings.changePortalSetting,
  settings.changeMailServer,
  settings.tryMailServer,
  announcements.listAnnouncements,
  announcements.createAnnouncement,
  announcements.getAnnouncement,
  announcements.updateAnnouncement,
  announcements.deleteAnnouncement,
  tickets.listTickets,
  tickets.createTicket,
  tickets.getTicket,
  tickets.answerTicket,
  tickets.updateTicket,
  keys.listOwnKeys,
  keys.listKeys,
  keys.createKey,
  keys.updateKey,
  keys.deleteKey,
  keys.portalStatus,
  mapConfig,
  exports.startExport,
  exports.listExports,
  exports.getExport,
  exports.updateExport,
  exports.deleteExport,
  exports.pendingExports,
  exports.watchExports,
  exports.cancelExports,
  exports.openExportDownload,
  exports.downloadExport,
  exports.downloadDirectExport,
  exportParts.getExportPart,
  exportParts.putExportPiece,
  exportParts.reportExportPart,
  exportParts.finishExportPart,
  exports.exportKeys,
  countUse,
  ...TLOG_ENDPOINTS,
];
