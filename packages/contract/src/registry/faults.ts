import { z } from 'zod';
import { endpoint } from '../endpoint.ts';

/**
 * Faults the simulated registry can produce: `slow` responds after 6 s, `half_answer` breaks off in the middle of the
 * JSON, `nonsense` sends an HTML page, `refuse` rejects the ministry credential without counting a wrong attempt.
 */
export const RegistryFault = z.enum(['none', 'slow', 'congested', 'maintenance', 'refuse', 'half_answer', 'nonsense']);
export type RegistryFault = z.infer<typeof RegistryFault>;

/** Present only in the demo. */
export const setFault = endpoint({
  id: 'setFault',
  method: 'POST',
  path: '/v1/faults',
  summary: 'Set a fault of the simulated registry, for all calls or for the next few',
  body: z.object({
    fault: RegistryFault,
    /** Number of look-ups it lasts; absent: until changed. */
    calls: z.int().min(1).max(100_000).optional(),
    /** Also resets wrong attempts and unlocks locked accounts. */
    unlock: z.boolean().optional(),
  }),
  response: z.object({ fault: RegistryFault, calls: z.int().min(0).nullable() }),
  // Outside the demo the address does not exist.
  errors: ['bad_request', 'not_found'],
  access: { who: 'anyone' },
  audit: null,
  limit: 'read',
});
