import { PORTAL_API } from '@varco/contract/portal-api.ts';
import { installHealth } from '@varco/server-kit/health/install-health.ts';
import { createServerApp } from '@varco/server-kit/http/create-app.ts';
import { installMetrics } from '@varco/server-kit/metrics/install-metrics.ts';
import type { ServerMetric } from '@varco/server-kit/metrics/own-metrics.ts';
import { installDocs } from '@varco/server-kit/openapi/docs-page.ts';
import { tlogRoutes } from '@varco/server-kit/tlog/tlog.routes.ts';
import { buildOpenApiDocument } from '@varco/server-kit/openapi/openapi-document.ts';
import {
  exportCookieAuthenticator,
  plantAuthenticator,
  createPortalUserAuthenticator,
  createRecoveryAuthenticator,
  createRefreshCookieAuthenticator,
} from './auth/authenticators.ts';
import { createKeyAuthenticator, findKeyViewer } from './auth/key-authenticator.ts';
import type { PortalApp, PortalDeps, PortalViewers } from './deps.ts';
import { accountRoutes } from './features/account/account.routes.ts';
import { auditRoutes } from './features/audit/audit.routes.ts';
import { caseFileRoutes } from './features/case-files/case-files.routes.ts';
import { exportRoutes } from './features/exports/exports.routes.ts';
import { exportPartRoutes } from './features/exports/parts.routes.ts';
import { keyRoutes } from './features/keys/keys.routes.ts';
import { statusRoutes } from './features/keys/status.routes.ts';
import { announcementRoutes } from './features/news/announcements.routes.ts';
import { joiningRoutes } from './features/joining/joining.routes.ts';
import { registryRoutes } from './features/peer/registry.routes.ts';
import { peerRoutes } from './features/peer/peer.routes.ts';
import { plantGroupRoutes } from './features/plant-groups/plant-groups.routes.ts';
import { ownSessionsRoutes } from './features/session/own-sessions.routes.ts';
import { sessionRoutes } from './features/session/session.routes.ts';
import { signInRoutes } from './features/sign-in/sign-in.routes.ts';
import { serverKeyRoutes } from './features/settings/server-keys.routes.ts';
import { settingsRoutes } from './features/settings/settings.routes.ts';
import { systemLogRoutes } from './features/system/system-log.routes.ts';
import { analyticsRoutes } from './features/analytics/analytics.routes.ts';
import { mapRoutes } from './features/map/map.routes.ts';
import { PORTAL_VERSION, systemRoutes } from './features/system/system.routes.ts';
import { twoFactorRoutes } from './features/two-factor/two-factor.routes.ts';
import { userRoutes } from './features/user/user.routes.ts';
import { ticketRoutes } from './features/tickets/tickets.routes.ts';
import { usersRoutes } from './features/users/users.routes.ts';
import { isDatabaseReachable } from './health.repository.ts';
import { createPortalRates } from './rates.ts';
import { webAppRoutes } from './features/web-app/web-app.routes.ts';

/** What the portal knows of plants: their reports, the registry, their groups, how they join. */
function registerPlantRoutes(app: PortalApp, deps: PortalDeps): void {
  peerRoutes(app, deps);
  registryRoutes(app, deps);
  plantGroupRoutes(app, deps);
  joiningRoutes(app, deps);
}

/** Health and figures. `isDraining`: the server is being stopped, and `/ready` says so. */
function installMonitoring(
  app: PortalApp,
  deps: PortalDeps,
  metrics: readonly ServerMetric[],
  isDraining: () => boolean,
): void {
  installHealth(app, {
    version: PORTAL_VERSION,
    allowedAddresses: deps.monitors,
    checks: { database: () => isDatabaseReachable(deps.db), audit: async () => deps.auditSink.isWritable() },
    isDraining,
    states: () => ({ disk: deps.diskGuard.state() }),
  });
  installMetrics(app, {
    allowedAddresses: deps.monitors,
    // A program elsewhere reads them with a key instead of an address.
    isAllowed: async ({ headers }) => (await findKeyViewer(deps, headers.authorization)).kind === 'monitoring',
    own: [...metrics, ...deps.diskGuard.metrics, ...deps.tlog.metrics],
  });
}

/** Builds the portal server with all routes; it does not listen yet. `metrics`: those of its jobs. */
export function buildPortalApp(
  deps: PortalDeps,
  metrics: readonly ServerMetric[] = [],
  isDraining: () => boolean = () => false,
): PortalApp {
  const app = createServerApp<PortalViewers>({
    log: deps.log,
    now: deps.now,
    auditSink: deps.auditSink,
    disk: deps.diskGuard,
    authenticators: {
      'portal-user': createPortalUserAuthenticator(deps),
      'refresh-cookie': createRefreshCookieAuthenticator(deps),
      'recovery-token': createRecoveryAuthenticator(deps),
      'plant-signature': plantAuthenticator,
      'export-cookie': exportCookieAuthenticator,
      'portal-key': createKeyAuthenticator(deps),
    },
    // Only the portal's own page calls it: no CORS at all.
    allowedOrigins: null,
    trustedProxies: deps.trustedProxies,
    isTls: deps.publicOrigin.startsWith('https:'),
    demo: deps.isDemo,
    beforeHandler: createPortalRates(deps.rates),
  });
  installMonitoring(app, deps, metrics, isDraining);
  signInRoutes(app, deps);
  sessionRoutes(app, deps);
  ownSessionsRoutes(app, deps);
  accountRoutes(app, deps);
  userRoutes(app, deps);
  caseFileRoutes(app, deps);
  usersRoutes(app, deps);
  ticketRoutes(app, deps);
  twoFactorRoutes(app, deps);
  registerPlantRoutes(app, deps);
  keyRoutes(app, deps);
  statusRoutes(app, deps);
  announcementRoutes(app, deps);
  settingsRoutes(app, deps);
  serverKeyRoutes(app, deps);
  exportRoutes(app, deps);
  exportPartRoutes(app, deps);
  systemRoutes(app, deps);
  systemLogRoutes(app, deps);
  auditRoutes(app, deps);
  tlogRoutes(app, deps.tlog);
  mapRoutes(app, deps);
  analyticsRoutes(app, deps);
  if (deps.isDemo)
    installDocs(app, () => buildOpenApiDocument({ title: 'Varco portal', version: PORTAL_VERSION }, PORTAL_API));
  webAppRoutes(app, deps);
  return app;
}
