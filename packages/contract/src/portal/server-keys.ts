import { CALL_ERRORS } from '../call-errors.ts';
import { endpoint } from '../endpoint.ts';
import { NewServerKey, RetiredServerKey, ServerKeysView } from '../server-keys.ts';

const ADMIN = { who: 'portal-user', rule: 'admin' } as const;

export const listPortalServerKeys = endpoint({
  id: 'listPortalServerKeys',
  method: 'GET',
  path: '/api/v1/server-keys',
  summary: 'Keys of the portal, of its log and as a witness, with what a retirement waits for (administrators)',
  response: ServerKeysView,
  errors: CALL_ERRORS,
  access: ADMIN,
  audit: null,
  limit: 'read',
});

/** `conflict` / `key_change_open`: the former key is not retired yet. */
export const addPortalServerKey = endpoint({
  id: 'addPortalServerKey',
  method: 'POST',
  path: '/api/v1/server-keys',
  summary: 'Add a key; the former one is accepted until it is retired (administrators)',
  body: NewServerKey,
  response: ServerKeysView,
  errors: [...CALL_ERRORS, 'conflict'],
  access: ADMIN,
  audit: 'server-key.add',
  limit: 'command',
});

/** `conflict`: `only_key` or `key_not_in_use`. `not_found`: not the former key. */
export const retirePortalServerKey = endpoint({
  id: 'retirePortalServerKey',
  method: 'POST',
  path: '/api/v1/server-keys/retire',
  summary: 'Retire the former key, once the new one is in use (administrators)',
  body: RetiredServerKey,
  response: ServerKeysView,
  errors: [...CALL_ERRORS, 'not_found', 'conflict'],
  access: ADMIN,
  audit: 'server-key.retire',
  limit: 'command',
});
