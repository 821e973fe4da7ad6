import type { Endpoint, LimitKind } from '@varco/contract/endpoint.ts';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../errors/app-error.ts';

/** Maximum nesting of a JSON body, by kind (security rules, part 9). */
const JSON_DEPTH: Readonly<Record<LimitKind, number>> = {
  'sign-in': 3,
  command: 8,
  vault: 8,
  search: 8,
  print: 8,
  'ingest-json': 8,
  'ingest-multipart': 8,
  'list-import': 8,
  picture: 8,
  report: 6,
  'look-up': 3,
  read: 3,
  export: 8,
  'export-file': 3,
  events: 3,
  'export-start': 8,
  'export-piece': 3,
};

/** Maximum nesting of the JSON body of this endpoint; 8 for an unknown endpoint. */
export const getMaxJsonDepth = (endpoint: Pick<Endpoint, 'limit'> | undefined): number =>
  endpoint === undefined ? 8 : JSON_DEPTH[endpoint.limit];

const hasBody = (request: FastifyRequest): boolean =>
  request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > 0;

/**
 * Checks the headers before the body is read. Refuses a body where none is declared, another type or charset than
 * declared, a compressed body unless the route inflates it, and multipart bodies of unknown length. Throws `unsupported_media_type`,
 * `bad_request`, and `payload_too_large` when the announced length is over the limit.
 */
export function checkBodyHeaders(request: FastifyRequest): void {
  const { bodyLimit: limitBytes } = request.routeOptions;
  const { endpoint, inflatesBody = false } = request.routeOptions.config;
  if (!hasBody(request)) return;
  if (Number(request.headers['content-length'] ?? 0) > limitBytes) throw new AppError('payload_too_large');
  // Multipart bodies are streamed past the framework's limit, so their length must be known beforehand.
  if (endpoint?.bodyType === 'multipart' && request.headers['content-length'] === undefined)
    throw new AppError('bad_request', { sub: 'invalid_field', field: 'content-length' });
  const encoding = request.headers['content-encoding'];
  const isCompressed = encoding !== undefined && encoding !== 'identity' && !inflatesBody;
  if (isCompressed || !isDeclaredType(request.headers['content-type'] ?? '', endpoint))
    throw new AppError('unsupported_media_type');
}

function isDeclaredType(header: string, endpoint: Endpoint | undefined): boolean {
  if (endpoint === undefined) return true;
  // Reports of browsers (CSP) have no declared schema; their handler reads the fields it needs.
  if (endpoint.body === undefined && endpoint.limit !== 'report' && endpoint.bodyType !== 'bytes') return false;
  const [type = '', ...parameters] = header
    .toLowerCase()
    .split(';')
    .map((part) => part.trim());
  if (endpoint.bodyType === 'multipart') return type === 'multipart/form-data';
  if (endpoint.bodyType === 'bytes') return type === 'application/octet-stream' && parameters.length === 0;
  const isOurs = type === 'application/json' || (endpoint.limit === 'report' && type === 'application/csp-report');
  return isOurs && parameters.every((parameter) => /^charset="?utf-8"?$/.test(parameter));
}
