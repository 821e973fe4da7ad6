import { z } from 'zod';
import { endpoint } from '../endpoint.ts';

const open = { errors: ['unavailable'], access: { who: 'anyone' }, limit: 'read' } as const;

export const systemInfo = endpoint({
  ...open,
  id: 'systemInfo',
  method: 'GET',
  path: '/api/v1/system/info',
  summary: 'Availability and configuration of the portal; no sign-in needed',
  response: z.object({
    name: z.string().max(40),
    version: z.string().max(40),
    configured: z.boolean(),
    demo: z.boolean(),
    server_time: z.string().max(40),
  }),
  audit: null,
});

export const version = endpoint({
  ...open,
  id: 'version',
  method: 'GET',
  path: '/api/v1/version',
  summary: 'Version of the served client; polled every 60 s',
  response: z.object({ version: z.string().max(40) }),
  audit: null,
});

/** Browsers report CSP violations here; they are counted and logged without addresses or content. */
export const cspReport = endpoint({
  id: 'cspReport',
  method: 'POST',
  path: '/api/v1/csp-report',
  summary: 'Report of a content policy violation by a browser',
  body: z.object({
    'csp-report': z.looseObject({
      'effective-directive': z.string().max(100).optional(),
      'violated-directive': z.string().max(300).optional(),
      disposition: z.string().max(20).optional(),
    }),
  }),
  response: null,
  errors: ['bad_request', 'payload_too_large', 'rate_limit_exceeded'],
  access: { who: 'anyone' },
  audit: null,
  limit: 'report',
});
