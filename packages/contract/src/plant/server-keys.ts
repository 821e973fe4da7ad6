import { CALL_ERRORS } from '../call-errors.ts';
import { endpoint } from '../endpoint.ts';
import { NewServerKey, RetiredServerKey, ServerKeysView } from '../server-keys.ts';

const ADMIN = { who: 'plant-user', rule: 'settings.manage' } as const;

export const listServerKeys = endpoint({
  id: 'listServerKeys',
  method: 'GET',
  path: '/api/server-keys',
  summary: 'Keys of the plant, of its log and as a witness, with what a retirement waits for',
  response: ServerKeysView,
  errors: CALL_ERRORS,
  access: ADMIN,
  audit: null,
  limit: 'read',
});

/** `conflict` / `key_change_open`: the former key is not retired yet. */
export const addServerKey = endpoint({
  id: 'addServerKey',
  method: 'POST',
  path: '/api/server-keys',
  summary: 'Add a key; the former one is accepted until it is retired',
  body: NewServerKey,
  response: ServerKeysView,
  errors: [...CALL_ERRORS, 'conflict'],
  access: ADMIN,
  audit: 'server-key.add',
  limit: 'command',
});

/** `conflict`: `only_key`, `key_not_in_use`, or `key_not_known` to a portal. `not_found`: not the former key. */
export const retireServerKey = endpoint({
  id: 'retireServerKey',
  method: 'POST',
  path: '/api/server-keys/retire',
  summary: 'Retire the former key, once the new one is in use and known to the portals',
  body: RetiredServerKey,
  response: ServerKeysView,
  errors: [...CALL_ERRORS, 'not_found', 'conflict'],
  access: ADMIN,
  audit: 'server-key.retire',
  limit: 'command',
});
