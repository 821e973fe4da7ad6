import { PLANT_API } from '@varco/contract/plant-api.ts';
import { createServerApp } from '@varco/server-kit/http/create-app.ts';
import { installDocs } from '@varco/server-kit/openapi/docs-page.ts';
import { openApiDocument } from '@varco/server-kit/openapi/openapi-document.ts';
import { RATES } from '@varco/server-kit/rate/rate-limiter.ts';
import { auditRoutes } from './features/audit/audit.routes.ts';
import { authRoutes } from './features/auth/auth.routes.ts';
import { brandRoutes } from './features/brands/brands.routes.ts';
import { cameraRoutes } from './features/cameras/cameras.routes.ts';
import { correctionRoutes } from './features/corrections/corrections.routes.ts';
import { demoFaults } from './features/demo-faults/demo-faults.ts';
import { gateRoutes } from './features/gates/gates.routes.ts';
import { importRoutes } from './features/imports/imports.routes.ts';
import { ingestRoutes } from './features/ingest/ingest.routes.ts';
import { mediaRoutes } from './features/media/media.routes.ts';
import { holdRoutes } from './features/retention/holds.routes.ts';
import { printRoutes } from './features/prints/prints.routes.ts';
import { statusRoutes } from './features/status/status.routes.ts';
import { transitRoutes } from './features/transits/transits.routes.ts';
import { ingestAuthenticator } from './plant/ingest-authenticator.ts';
import type { PlantApp, PlantDeps, PlantViewers } from './plant/plant-app.ts';
import { plantUserAuthenticator } from './plant/plant-authenticator.ts';
import { ticketAuthenticator } from './plant/ticket-authenticator.ts';

/** The plant server with every route, not yet listening. */
export function buildApp(deps: PlantDeps): PlantApp {
  const app = createServerApp<PlantViewers>({
    log: deps.log,
    now: deps.now,
    auditSink: deps.auditSink,
    authenticators: {
      'plant-user': plantUserAuthenticator({ runner: deps.store.runner, tokens: deps.tokens, now: deps.now }),
      'ingest-key': ingestAuthenticator(deps.store.runner),
      'picture-ticket': ticketAuthenticator(deps),
    },
    allowedOrigins: deps.portalOrigins,
    trustedProxies: deps.trustedProxies,
    isTls: deps.isTls,
    demo: deps.isDemo,
    // Rates of the security rules, part 11. Sign-in has its own slow-down besides.
    beforeHandler: async ({ endpoint, viewer, ip }) => {
      if (viewer === null) return endpoint.limit === 'sign-in' ? deps.rates.spend(RATES.signIn, ip) : undefined;
      // Cameras are counted in reads, where the reads are known; pictures when their tickets are given out.
      const isCountedElsewhere = endpoint.limit === 'ingest-json' || endpoint.limit === 'ingest-multipart';
      if (isCountedElsewhere || endpoint.access.who === 'picture-ticket') return undefined;
      const party = viewer.actor.id ?? ip;
      await deps.rates.spend(RATES.calls, party);
      if (endpoint.limit === 'search') await deps.rates.spend(RATES.search, party);
      return undefined;
    },
  });
  if (deps.isDemo) {
    demoFaults(app, deps);
    installDocs(app, openApiDocument({ title: 'Varco plant', version: deps.version }, PLANT_API));
  }
  authRoutes(app, deps);
  transitRoutes(app, deps);
  correctionRoutes(app, deps);
  printRoutes(app, deps);
  gateRoutes(app, deps);
  brandRoutes(app, deps);
  cameraRoutes(app, deps);
  statusRoutes(app, deps);
  ingestRoutes(app, deps);
  importRoutes(app, deps);
  holdRoutes(app, deps);
  mediaRoutes(app, deps);
  auditRoutes(app, deps);
  return app;
}
