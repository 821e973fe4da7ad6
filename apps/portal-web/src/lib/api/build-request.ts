import type { Endpoint } from '@varco/contract/endpoint.ts';
import { CLIENT_VERSION } from './client-version.ts';

export interface RequestParts {
  readonly params?: unknown;
  readonly query?: unknown;
  readonly body?: unknown;
}

/** Path of an endpoint with its parameters and query filled in; every value is escaped. */
export function buildRequestPath(endpoint: Endpoint, parts: RequestParts): string {
  const params = toRecord(parts.params);
  const path = endpoint.path.replace(/:([A-Za-z_]+)/g, (_, name: string) =>
    encodeURIComponent(buildQueryText(params[name])),
  );
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(toRecord(parts.query))) {
    if (value !== undefined && value !== null) query.set(key, buildQueryText(value));
  }
  const text = query.toString();
  return text === '' ? path : `${path}?${text}`;
}

function toRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function buildQueryText(value: unknown): string {
  if (Array.isArray(value)) return value.map(buildQueryText).join(',');
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

/**
 * Headers of a call (P 7, security 6). A picture ticket request has no extra headers, so that it needs no CORS
 * preflight (security 7).
 */
export function buildRequestHeaders(options: {
  readonly endpoint: Endpoint;
  readonly token: string | null;
  readonly isPolling: boolean;
  readonly reason: string | null;
  /** Language of a generated report. Null: the browser's own. */
  readonly language?: 'it' | 'en' | null;
}): Record<string, string> {
  const { endpoint, token, isPolling, reason, language = null } = options;
  if (endpoint.access.who === 'picture-ticket') return {};
  return {
    'X-Client-Version': CLIENT_VERSION,
    ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
    ...(isPolling ? { 'X-Request-Tag': 'polling' } : {}),
    ...(language === null ? {} : { 'Accept-Language': language }),
    ...(reason === null ? {} : { 'X-Varco-Reason': reason }),
    // The browser sets the content type of a multipart body itself, with its boundary.
    ...(endpoint.body === undefined || endpoint.bodyType === 'multipart' ? {} : { 'Content-Type': 'application/json' }),
  };
}
