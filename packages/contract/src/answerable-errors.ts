import type { Access, Endpoint } from './endpoint.ts';
import { ERRORS, type ErrorCode } from './errors.ts';

/** Refused before a route is reached: bad address, foreign origin, token in it, size, type, reason; and the ends every call can have. */
const OF_EVERY_CALL: readonly ErrorCode[] = [
  'bad_request',
  // A token in the address.
  'invalid_token',
  'no_perms',
  'payload_too_large',
  'unsupported_media_type',
  // A stated reason that cannot be read.
  'reason_required',
  'internal',
  'db_err',
  'unavailable',
];
/** Statuses of the HTTP parser (a call that never completes, headers over 16 KiB), sent with `bad_request`. */
const OF_THE_PARSER = [408, 431] as const;

/** How a caller's credential is refused, whatever the call. */
function listCodesOfAccess(access: Access): readonly ErrorCode[] {
  if (access.who === 'anyone') return [];
  if (access.who === 'ingest-key' || access.who === 'importer' || access.who === 'plant-signature')
    return ['missing_api_key', 'invalid_api_key'];
  // A pending change of password, or a first access, closes every call but those that end it.
  return access.who === 'portal-user' && access.rule !== 'any' ? ['pass_change_required'] : [];
}

/** Every error status a server can answer to this endpoint, with its codes, in ascending order. */
export function listErrorStatuses(endpoint: Endpoint): ReadonlyMap<number, readonly ErrorCode[]> {
  const isSignedIn = endpoint.access.who !== 'anyone';
  const codes = new Set<ErrorCode>([
    ...endpoint.errors,
    ...OF_EVERY_CALL,
    ...listCodesOfAccess(endpoint.access),
    ...(endpoint.grows === undefined ? [] : (['insufficient_storage'] as const)),
    ...(isSignedIn ? (['rate_limit_exceeded'] as const) : []),
  ]);
  const byStatus = new Map<number, ErrorCode[]>(OF_THE_PARSER.map((status) => [status, ['bad_request']]));
  for (const code of codes) byStatus.set(ERRORS[code].status, [...(byStatus.get(ERRORS[code].status) ?? []), code]);
  return new Map([...byStatus].sort(([a], [b]) => a - b));
}
