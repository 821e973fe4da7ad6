import * as api from '@varco/contract/portal/system.ts';
import { implement } from '@varco/server-kit/http/implement.ts';
import type { PortalApp, PortalDeps } from '../../deps.ts';

/** P 9: version of the client served by this server. */
export const PORTAL_VERSION = '0.9.375';

/** Availability and version of the portal, and CSP reports of browsers. */
export function systemRoutes(app: PortalApp, deps: PortalDeps): void {
  implement(app, api.systemInfo, (_input, ctx) => ({
    name: 'Varco',
    version: PORTAL_VERSION,
    configured: true,
    demo: deps.isDemo,
    server_time: ctx.now(),
  }));

  implement(app, api.version, () => ({ version: PORTAL_VERSION }));

  implement(app, api.cspReport, ({ body }, ctx) => {
    // Only the directive is used: addresses and samples of a report may contain anything.
    const report = body['csp-report'];
    const directive = report['effective-directive'] ?? report['violated-directive'] ?? '';
    const code = /^[a-z-]{1,40}/.exec(directive)?.[0] ?? 'unknown';
    ctx.log.warn('csp violation', { requestId: ctx.requestId, code });
  });
}
