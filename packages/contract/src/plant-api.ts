import type { Endpoint } from './endpoint.ts';
import * as accomplices from './plant/accomplices.ts';
import * as channels from './plant/alert-channels.ts';
import * as people from './plant/alert-people.ts';
import * as alerts from './plant/alerts.ts';
import * as audit from './plant/audit.ts';
import * as auth from './plant/auth.ts';
import * as blacklist from './plant/blacklist.ts';
import * as blacklistFiles from './plant/blacklist-files.ts';
import * as brands from './plant/brands.ts';
import * as cameraStatus from './plant/camera-status.ts';
import * as cameraTasks from './plant/camera-tasks.ts';
import * as cameraMessages from './plant/camera-messages.ts';
import * as cameras from './plant/camera-intake.ts';
import * as corrections from './plant/corrections.ts';
import * as destinations from './plant/destinations.ts';
import * as devices from './plant/devices.ts';
import * as districts from './plant/districts.ts';
import * as exports from './plant/exports.ts';
import * as plantExports from './plant/plant-exports.ts';
import * as fileImports from './plant/file-imports.ts';
import * as figurehead from './plant/figurehead.ts';
import * as gateToGate from './plant/gate-to-gate.ts';
import * as gateWatch from './plant/gate-watch.ts';
import * as gateUpdate from './plant/gate-update.ts';
import * as gates from './plant/gates.ts';
import * as groups from './plant/groups.ts';
import * as deletions from './plant/deletions.ts';
import * as holds from './plant/holds.ts';
import * as ingest from './plant/ingest.ts';
import * as joining from './plant/joining.ts';
import { confirmMinistryAccess } from './plant/ministry-access.ts';
import * as lookUps from './plant/look-ups.ts';
import * as media from './plant/media.ts';
import * as ownPush from './plant/own-push.ts';
import * as passages from './plant/passages.ts';
import * as prints from './plant/reports.ts';
import * as relatedEvents from './plant/related-events.ts';
import * as controlRoom from './plant/control-room.ts';
import * as charts from './plant/charts.ts';
import * as chartFlows from './plant/chart-flows.ts';
import * as chartPopulation from './plant/chart-population.ts';
import * as statistics from './plant/statistics.ts';
import { countOwnQuestions } from './plant/own-questions.ts';
import * as review from './plant/review.ts';
import * as serverKeys from './plant/server-keys.ts';
import * as settings from './plant/settings.ts';
import * as status from './plant/status.ts';
import * as suspects from './plant/suspects.ts';
import { plantSystemLog } from './plant/system-log.ts';
import { getTransit } from './plant/transit-detail.ts';
import * as approvals from './plant/approvals.ts';
import * as handovers from './plant/handovers.ts';
import * as personRequests from './plant/person-requests.ts';
import * as personRestrictions from './plant/person-restrictions.ts';
import * as transitNotes from './plant/transit-notes.ts';
import { locateTransits } from './plant/transit-gates.ts';
import { listTransitReads } from './plant/transit-reads.ts';
import { transitHistogram } from './plant/transit-histogram.ts';
import * as transits from './plant/transits.ts';
import * as users from './plant/users.ts';
import * as zones from './plant/zones.ts';
import * as whitelist from './plant/whitelist.ts';
import { TLOG_ENDPOINTS } from './tlog.ts';

/** Every endpoint of a plant server, in the order of the documentation. */
export const PLANT_API: readonly Endpoint[] = [
  auth.plantLogin,
  auth.plantChangePassword,
  auth.plantLogout,
  transits.listTransits,
  transits.searchTransits,
  transits.listAdrTransits,
  transits.searchAdrTransits,
  transits.countTransits,
  transits.countTransitsByBody,
  transitHistogram,
  transits.watchNewTransits,
  getTransit,
  gateWatch.openWatch,
  gateWatch.followWatch,
  corrections.correctPlate,
  transitNotes.addTransitNote,
  transitNotes.removeTransitNote,
  transitNotes.listTransitNotes,
  listTransitReads,
  locateTransits,
  approvals.requestApproval,
  approvals.listApprovals,
  approvals.decideApproval,
  approvals.withdrawApproval,
  approvals.watchApprovals,
  handovers.readOpenItems,
  handovers.makeHandover,
  handovers.listHandovers,
  handovers.countWaitingHandovers,
  handovers.getHandover,
  handovers.signHandover,
  handovers.withdrawHandover,
  personRequests.listPersonRequests,
  personRequests.countDuePersonRequests,
  personRequests.addPersonRequest,
  personRequests.provePersonIdentity,
  personRequests.extendPersonRequest,
  personRequests.searchPersonRequest,
  personRequests.erasePersonData,
  personRestrictions.restrictPersonData,
  personRestrictions.announceLift,
  personRestrictions.liftRestriction,
  personRestrictions.writeRestrictionNotice,
  personRequests.endPersonRequest,
  personRequests.writePersonLetter,
  prints.printTransits,
  prints.printTransit,
  media.pictureTickets,
  media.getPicture,
  media.getTransitImage,
  gates.listGates,
  gateUpdate.createGate,
  gateUpdate.updateGate,
  brands.listBrands,
  brands.listBrandEntries,
  cameraStatus.cameraStatus,
  cameraStatus.cameraLog,
  cameraTasks.cameraEvents,
  cameraTasks.listCameraTasks,
  cameraTasks.listCameraConfusions,
  cameraTasks.takeCameraTask,
  cameraTasks.finishCameraTask,
  status.currentStatus,
  plantSystemLog,
  lookUps.listLookUps,
  lookUps.searchLookUps,
  lookUps.runLookUp,
  lookUps.getLookUp,
  lookUps.lookUpCosts,
  lookUps.exportLookUps,
  confirmMinistryAccess,
  audit.listOwnAudit,
  audit.countOwnAudit,
  audit.searchAudit,
  audit.exportAudit,
  review.listReviews,
  review.openReview,
  review.decideReview,
  review.computeReview,
  review.listOwnQuestions,
  countOwnQuestions,
  review.answerReview,
  review.declareHousehold,
  settings.readSettings,
  settings.changeSetting,
  settings.changeRegistry,
  settings.addReason,
  settings.changeReason,
  settings.previewRetention,
  settings.changeRetention,
  holds.listHolds,
  holds.addHold,
  holds.liftHold,
  deletions.readDeletionCalendar,
  deletions.readDeletionDay,
  cameras.listCameras,
  cameras.createCamera,
  cameras.updateCamera,
  cameras.rotateCameraKey,
  cameras.revokeCamera,
  cameraMessages.listCameraMessages,
  cameraMessages.getCameraMessage,
  cameraMessages.retryCameraMessage,
  cameraMessages.tryCameraMessage,
  serverKeys.listServerKeys,
  serverKeys.addServerKey,
  serverKeys.retireServerKey,
  joining.listJoining,
  joining.createJoiningCode,
  joining.revokeJoiningCode,
  joining.revokePortal,
  joining.challengeJoining,
  joining.acceptJoining,
  ingest.ingestReads,
  ingest.ingestReadsWithPictures,
  fileImports.startImport,
  fileImports.findImports,
  fileImports.matchImportGates,
  fileImports.stageImport,
  fileImports.commitImport,
  fileImports.getImport,
  fileImports.listImportRefusals,
  fileImports.discardImport,
  ingest.ingestGates,
  ingest.ingestAir,
  zones.listZones,
  zones.createZone,
  zones.updateZone,
  zones.deleteZone,
  zones.zoneStatus,
  destinations.destinations,
  gateToGate.getGateToGate,
  gateToGate.gateToGate,
  controlRoom.watchControlRoom,
  statistics.getStatistics,
  statistics.statistics,
  charts.transitCharts,
  chartFlows.chartFlows,
  chartPopulation.chartPopulation,
  relatedEvents.getRelatedEvents,
  relatedEvents.relatedEvents,
  passages.passageTokens,
  passages.revealPassages,
  accomplices.listAccomplices,
  accomplices.searchAccomplices,
  suspects.listSuspects,
  suspects.searchSuspects,
  suspects.getSuspectWeights,
  suspects.setSuspectWeights,
  alerts.receiveAlerts,
  alerts.searchAlerts,
  alerts.getAlert,
  alerts.getReadOdds,
  alerts.takeAlert,
  alerts.verifyAlert,
  alerts.sendPatrol,
  alerts.endAlert,
  alerts.reportAlerts,
  channels.readAlertChannels,
  channels.saveAlertChannel,
  channels.testAlertChannel,
  channels.addAlertRecipient,
  channels.changeAlertRecipient,
  channels.removeAlertRecipient,
  channels.listAlertDeliveries,
  ownPush.readOwnPush,
  ownPush.addOwnPush,
  ownPush.removeOwnPush,
  groups.listGroups,
  groups.listGroupMembers,
  groups.listPeople,
  groups.createGroup,
  groups.updateGroup,
  groups.deleteGroup,
  districts.listDistricts,
  districts.createDistrict,
  districts.updateDistrict,
  districts.deleteDistrict,
  districts.setUserDistricts,
  devices.listDevices,
  devices.addDevice,
  devices.updateDevice,
  devices.renewDeviceCode,
  devices.removeDevice,
  devices.enrolDevice,
  devices.addSmartphone,
  people.readInterforce,
  people.askInterforce,
  people.searchAlertPeople,
  people.decideInterforce,
  people.setAlertNotices,
  users.listPlantUsers,
  users.searchPlantUsers,
  users.exportPlantUsers,
  users.exportPlantUsersByBody,
  users.createPlantUser,
  users.updatePlantUser,
  users.deletePlantUser,
  users.deleteUserBlacklists,
  users.moveUserBlacklists,
  blacklist.listBlacklist,
  blacklist.searchBlacklist,
  blacklist.countBlacklist,
  blacklist.insertBlacklist,
  blacklist.getBlacklist,
  blacklist.updateBlacklist,
  blacklist.deleteBlacklist,
  blacklist.getBlacklistByPlate,
  blacklist.readBlacklistByPlate,
  blacklist.updateBlacklistByPlate,
  blacklist.changeBlacklistByPlate,
  blacklist.deleteBlacklistByPlate,
  blacklist.removeBlacklistByPlate,
  blacklist.queryBlacklist,
  blacklist.queryBlacklistByBody,
  blacklist.deleteBlacklistQuery,
  blacklist.removeBlacklistQuery,
  blacklist.listReservedUsers,
  blacklist.previewBlacklist,
  blacklistFiles.importBlacklist,
  blacklistFiles.getBlacklistImport,
  blacklistFiles.exportBlacklist,
  whitelist.listWhitelist,
  whitelist.searchWhitelist,
  whitelist.insertWhitelist,
  whitelist.getWhitelist,
  whitelist.updateWhitelist,
  whitelist.deleteWhitelist,
  figurehead.listFigurehead,
  figurehead.searchFigurehead,
  figurehead.insertFigurehead,
  figurehead.getFigurehead,
  figurehead.updateFigurehead,
  figurehead.deleteFigurehead,
  exports.estimateExport,
  exports.delegateExport,
  exports.pushExport,
  exports.getExportPart,
  exports.cancelExportPart,
  exports.fetchExportPart,
  plantExports.createPlantExport,
  plantExports.listPlantExports,
  plantExports.getPlantExport,
  plantExports.deletePlantExport,
  plantExports.plantExportTicket,
  plantExports.getPlantExportZip,
  exports.plantKeys,
  ...TLOG_ENDPOINTS,
];
