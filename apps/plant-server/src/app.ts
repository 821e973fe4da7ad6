import { PLANT_API } from '@varco/contract/plant-api.ts';
import { createServerApp } from '@varco/server-kit/http/create-app.ts';
import { installDocs } from '@varco/server-kit/openapi/docs-page.ts';
import { buildOpenApiDocument } from '@varco/server-kit/openapi/openapi-document.ts';
import { getTlogRate, tlogRoutes } from '@varco/server-kit/tlog/tlog.routes.ts';
import { RATES, toAddressParty } from '@varco/server-kit/rate/rate-limiter.ts';
import { accompliceRoutes } from './features/accomplices/accomplices.routes.ts';
import { alertPeopleRoutes } from './features/alert-people/alert-people.routes.ts';
import { alertRoutes } from './features/alerts/alerts.routes.ts';
import { approvalRoutes } from './features/approvals/approvals.routes.ts';
import { handoverRoutes } from './features/handovers/handovers.routes.ts';
import { personRequestRoutes } from './features/person-requests/person-requests.routes.ts';
import { auditRoutes } from './features/audit/audit.routes.ts';
import { signInRoutes } from './features/sign-in/sign-in.routes.ts';
import { blacklistRoutes } from './features/lists/blacklist.routes.ts';
import { listFileRoutes } from './features/lists/list-file.routes.ts';
import { previewRoutes } from './features/lists/preview.routes.ts';
import { brandRoutes } from './features/brands/brands.routes.ts';
import { cameraIntakeRoutes } from './features/camera-intake/cameras.routes.ts';
import { cameraMessageRoutes } from './features/camera-intake/messages.routes.ts';
import { receiveRoutes } from './features/camera-intake/receive.routes.ts';
import { cameraRoutes } from './features/cameras/cameras.routes.ts';
import { cameraTaskRoutes } from './features/cameras/camera-tasks.routes.ts';
import { channelRoutes } from './features/notifications/channels.routes.ts';
import { correctionRoutes } from './features/corrections/corrections.routes.ts';
import { transitNoteRoutes } from './features/transit-notes/transit-notes.routes.ts';
import { destinationRoutes } from './features/destinations/destinations.routes.ts';
import { controlRoomRoutes } from './features/control-room/control-room.routes.ts';
import { deviceRoutes } from './features/devices/devices.routes.ts';
import { ownPushRoutes } from './features/devices/own-push.routes.ts';
import { districtRoutes } from './features/districts/districts.routes.ts';
import { registerDemoFaults } from './features/demo-faults/demo-faults.ts';
import { exportRoutes } from './features/exports/exports.routes.ts';
import { plantExportRoutes } from './features/exports/plant-exports.routes.ts';
import { figureheadRoutes } from './features/lists/figurehead.routes.ts';
import { gateToGateRoutes } from './features/gate-to-gate/gate-to-gate.routes.ts';
import { gateWatchRoutes } from './features/gate-watch/gate-watch.routes.ts';
import { gateRoutes } from './features/gates/gates.routes.ts';
import { groupRoutes } from './features/groups/groups.routes.ts';
import { joiningRoutes } from './features/joining/joining.routes.ts';
import { portalCallRoutes } from './features/joining/portal-calls.routes.ts';
import { importRoutes } from './features/imports/imports.routes.ts';
import { ingestRoutes } from './features/ingest/ingest.routes.ts';
import { ministryAccessRoutes } from './features/look-ups/ministry-access.routes.ts';
import { lookUpRoutes } from './features/look-ups/look-ups.routes.ts';
import { mediaRoutes } from './features/media/media.routes.ts';
import { retentionRoutes } from './features/retention/retention.routes.ts';
import { settingsRoutes } from './features/settings/settings.routes.ts';
import { passageRoutes } from './features/passages/passages.routes.ts';
import { printRoutes } from './features/reports/reports.routes.ts';
import { relatedEventRoutes } from './features/related-events/related-events.routes.ts';
import { chartRoutes } from './features/charts/charts.routes.ts';
import { statisticsRoutes } from './features/statistics/statistics.routes.ts';
import { statusRoutes } from './features/status/status.routes.ts';
import { reviewRoutes } from './features/review/review.routes.ts';
import { suspectRoutes } from './features/suspects/suspects.routes.ts';
import { systemLogRoutes } from './features/status/system-log.routes.ts';
import { userRoutes } from './features/users/users.routes.ts';
import { newTransitRoutes } from './features/transits/new-transits/new-transits.routes.ts';
import { transitRoutes } from './features/transits/transits.routes.ts';
import { transitGateRoutes } from './features/transits/transit-gates.routes.ts';
import { transitReadRoutes } from './features/transits/transit-reads.routes.ts';
import { zoneRoutes } from './features/zones/zones.routes.ts';
import { whitelistRoutes } from './features/lists/whitelist.routes.ts';
import { createImportAuthenticator } from './auth/import-authenticator.ts';
import { createIngestAuthenticator } from './auth/ingest-authenticator.ts';
import type { PlantApp, PlantViewers } from './context/plant-app.ts';
import type { PlantDeps } from './composition/plant-deps.ts';
import { createPlantUserAuthenticator } from './auth/plant-authenticator.ts';
import { createDelegationAuthenticator } from './auth/delegation-authenticator.ts';
import { createDownloadAuthenticator, createPictureTicketAuthenticator } from './auth/ticket-authenticator.ts';

/** Builds the plant server with every route registered. It does not listen yet. */
export function buildApp(deps: PlantDeps): PlantApp {
  const app = createServerApp<PlantViewers>({
    log: deps.log,
    now: deps.now,
    auditSink: deps.auditSink,
    disk: deps.diskGuard,
    authenticators: {
      'plant-user': createPlantUserAuthenticator({ runner: deps.store.runner, tokens: deps.tokens, now: deps.now }),
      'ingest-key': createIngestAuthenticator(deps.store.runner),
      importer: createImportAuthenticator({ runner: deps.store.runner, tokens: deps.tokens, now: deps.now }),
      'picture-ticket': createPictureTicketAuthenticator(deps),
      'export-ticket': createDownloadAuthenticator(deps),
      'export-delegation': createDelegationAuthenticator({
        runner: deps.store.runner,
        tokens: deps.exportTokens,
        now: deps.now,
      }),
    },
    allowedOrigins: deps.portalOrigins,
    trustedProxies: deps.trustedProxies,
    isTls: deps.isTls,
    demo: deps.isDemo,
    // Rate limits: security rules, part 11. Sign-in is throttled separately as well.
    beforeHandler: async ({ endpoint, viewer, ip }) => {
      const tlogRate = getTlogRate(endpoint);
      if (tlogRate !== undefined) return deps.rates.spend(tlogRate, toAddressParty(ip));
      if (viewer === null) return endpoint.limit === 'sign-in' ? deps.rates.spend(RATES.signIn, ip) : undefined;
      // Camera calls are counted by reads in the ingest routes, pictures when their tickets are issued.
      const isCountedElsewhere = endpoint.limit === 'ingest-json' || endpoint.limit === 'ingest-multipart';
      if (isCountedElsewhere || endpoint.access.who === 'picture-ticket') return undefined;
      const caller = viewer.actor.id ?? ip;
      return deps.rates.spendAll(endpoint.limit === 'search' ? [RATES.calls, RATES.search] : [RATES.calls], caller);
    },
  });
  if (deps.isDemo) {
    registerDemoFaults(app, deps);
    installDocs(app, () => buildOpenApiDocument({ title: 'Varco plant', version: deps.version }, PLANT_API));
  }
  registerFeatureRoutes(app, deps);
  return app;
}

/** Registers the routes of every feature. */
function registerFeatureRoutes(app: PlantApp, deps: PlantDeps): void {
  signInRoutes(app, deps);
  transitRoutes(app, deps);
  transitReadRoutes(app, deps);
  transitGateRoutes(app, deps);
  newTransitRoutes(app, deps);
  gateWatchRoutes(app, deps);
  correctionRoutes(app, deps);
  transitNoteRoutes(app, deps);
  approvalRoutes(app, deps);
  handoverRoutes(app, deps);
  personRequestRoutes(app, deps);
  printRoutes(app, deps);
  gateRoutes(app, deps);
  brandRoutes(app, deps);
  zoneRoutes(app, deps);
  destinationRoutes(app, deps);
  gateToGateRoutes(app, deps);
  statisticsRoutes(app, deps);
  chartRoutes(app, deps);
  controlRoomRoutes(app, deps);
  relatedEventRoutes(app, deps);
  passageRoutes(app, deps);
  accompliceRoutes(app, deps);
  suspectRoutes(app, deps);
  cameraRoutes(app, deps);
  cameraTaskRoutes(app, deps);
  statusRoutes(app, deps);
  systemLogRoutes(app, deps);
  ingestRoutes(app, deps);
  cameraIntakeRoutes(app, deps);
  cameraMessageRoutes(app, deps);
  receiveRoutes(app, deps);
  joiningRoutes(app, deps);
  portalCallRoutes(app, deps);
  importRoutes(app, deps);
  retentionRoutes(app, deps);
  settingsRoutes(app, deps);
  lookUpRoutes(app, deps);
  ministryAccessRoutes(app, deps);
  mediaRoutes(app, deps);
  auditRoutes(app, deps);
  reviewRoutes(app, deps);
  tlogRoutes(app, deps.tlog);
  alertRoutes(app, deps);
  alertPeopleRoutes(app, deps);
  userRoutes(app, deps);
  channelRoutes(app, deps);
  groupRoutes(app, deps);
  districtRoutes(app, deps);
  deviceRoutes(app, deps);
  ownPushRoutes(app, deps);
  blacklistRoutes(app, deps);
  listFileRoutes(app, deps);
  previewRoutes(app, deps);
  whitelistRoutes(app, deps);
  figureheadRoutes(app, deps);
  exportRoutes(app, deps);
  plantExportRoutes(app, deps);
}
