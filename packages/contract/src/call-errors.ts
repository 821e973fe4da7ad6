/** Errors that calls have in common; an endpoint lists further ones after them. */

/** Any call of a signed-in user of a plant. */
export const CALL_ERRORS = ['bad_request', 'invalid_token', 'no_perms', 'unavailable', 'rate_limit_exceeded'] as const;

/** A consultation that the plant may require a reason for. */
export const SEARCH_ERRORS = [
  'bad_request',
  'invalid_token',
  'no_perms',
  'reason_required',
  'unavailable',
  'rate_limit_exceeded',
] as const;

/** The same about one thing, such as a transit or a zone, that may not exist. */
export const FIND_ERRORS = [
  'bad_request',
  'invalid_token',
  'no_perms',
  'not_found',
  'reason_required',
  'unavailable',
  'rate_limit_exceeded',
] as const;

/** A call that never answers `rate_limit_exceeded`, and the same about one thing that may not exist. */
export const BASIC_ERRORS = ['bad_request', 'invalid_token', 'no_perms', 'unavailable'] as const;
export const BASIC_ONE_ERRORS = ['bad_request', 'invalid_token', 'no_perms', 'not_found', 'unavailable'] as const;
