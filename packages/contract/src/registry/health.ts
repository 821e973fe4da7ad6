import { z } from 'zod';
import { endpoint } from '../endpoint.ts';

/** Responds as soon as the registry accepts calls. */
export const registryHealth = endpoint({
  id: 'registryHealth',
  method: 'GET',
  path: '/health',
  summary: 'Availability of the registry',
  response: z.object({ status: z.literal('ok') }),
  errors: [],
  access: { who: 'anyone' },
  audit: null,
  limit: 'read',
});
