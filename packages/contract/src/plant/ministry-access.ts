import { z } from 'zod';
import { endpoint } from '../endpoint.ts';

/**
 * After a refusal the plant does not try its credentials for the ministry and its VPN again by itself, because every
 * wrong attempt counts towards a lock. An administrator confirms that the present ones are right, and the next
 * request tries them once more (T 8.4).
 */
export const confirmMinistryAccess = endpoint({
  id: 'confirmMinistryAccess',
  method: 'POST',
  path: '/api/visure_ministeriali/credentials/confirm',
  summary: "Confirm the plant's credentials for the ministry after they were refused (administrators of the plant)",
  response: z.object({
    /** Present codes of P 4; -1: not tried yet. */
    ministry: z.int(),
    vpn: z.int(),
  }),
  errors: ['invalid_token', 'no_perms', 'unavailable', 'rate_limit_exceeded'],
  access: { who: 'plant-user', rule: 'look-ups.confirm' },
  audit: 'lookups.confirm',
  limit: 'command',
});
