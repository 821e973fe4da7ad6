import type { Endpoint } from '@varco/contract/endpoint.ts';
import type { AuditActor } from '@varco/domain/audit/audit-entry.ts';
import type { CallTimings } from '../metrics/call-timings.ts';
import type { Viewer } from './viewer.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    endpoint?: Endpoint;
    /** The address may be opened in a browser tab: it is a page, or a single-use ticket authorises it. */
    allowsNavigation?: boolean;
    /** The route inflates compressed bodies itself, within its own limit. */
    inflatesBody?: boolean;
  }
  interface FastifyRequest {
    /** Set by `implement` after authentication; for the request log only. */
    varcoActor: AuditActor | null;
    /** The caller authenticated by `implement`; null for `anyone`. */
    varcoViewer: Viewer | null;
    /** SHA-256 of the received JSON body, base64url; null without a body. For signatures. */
    varcoBodyHash: string | null;
    /** Where the time of the call goes; null until it is authenticated. */
    varcoTimings: CallTimings | null;
    /** Code of the returned error, for the request log. */
    varcoError: { readonly code: string; readonly sub: string | null } | null;
  }
}
