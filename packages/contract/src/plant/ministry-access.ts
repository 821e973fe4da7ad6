import { z } from 'zod';
import { endpoint } from '../endpoint.ts';

/**
 * After a refusal the plant's credentials for the ministry and its VPN are not tried again by themselves: every wrong try counts towards a
 * lock. An administrator says that the present ones are right, and the next question tries them once more (T 8.4).
 */
export const confirmMinistryAccess = endpoint({
  id: 'confirmMinistryAccess',
  method: 'POST',
  path: '/api/visure_ministeriali/credentials/confirm',
  summary: "Confirm the plant's credentials for the ministry after they were refused (administrators of the plant)",
  response: z.object({
    /** Codes of P 4 as they stand now: -1, to be tried. */
    ministry: z.int(),
    vpn: z.int(),
  }),
  errors: ['invalid_token', 'no_perms', 'unavailable', 'rate_limit_exceeded'],
  access: { who: 'plant-user', rule: 'look-ups.confirm' },
  audit: 'lookups.confirm',
  limit: 'command',
});
