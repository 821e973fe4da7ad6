import type { Endpoint } from '@varco/contract/endpoint.ts';
import type { AuditActor } from '@varco/domain/audit/audit-entry.ts';
import type { Viewer } from './server-app.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    endpoint?: Endpoint;
    /** A browser may open it in a tab: its single-use ticket is the proof, or it is a page. */
    allowsNavigation?: boolean;
  }
  interface FastifyRequest {
    /** Set by `implement` after authentication; for the request log only. */
    varcoActor: AuditActor | null;
    /** The party `implement` let in; null for `anyone`. */
    varcoViewer: Viewer | null;
    /** SHA-256 of the JSON body as it arrived, base64url; null without a body. For signatures. */
    varcoBodyHash: string | null;
    /** Code of the error answered, for the request log. */
    varcoError: { readonly code: string; readonly sub: string | null } | null;
  }
}
