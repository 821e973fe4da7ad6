import { z } from 'zod';
import { endpoint } from '../endpoint.ts';

/** Maximum that one call may add (P 7, T 7.6). */
const MAX_COUNT_PER_CALL = 1_000;

export const countUse = endpoint({
  id: 'countUse',
  method: 'POST',
  path: '/api/v1/analytics',
  summary: 'Add to the usage counters; the user is not stored',
  body: z.strictObject({
    counts: z
      .strictObject({ api_get_suspect: z.int().min(1).max(MAX_COUNT_PER_CALL).optional() })
      .refine((counts) => Object.keys(counts).length > 0, 'counts'),
  }),
  response: z.object({ counted: z.int().min(0) }),
  errors: ['bad_request', 'invalid_token', 'unavailable', 'rate_limit_exceeded'],
  access: { who: 'portal-user', rule: 'ready' },
  audit: null,
  limit: 'report',
});
