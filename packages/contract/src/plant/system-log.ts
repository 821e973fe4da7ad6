import { endpoint } from '../endpoint.ts';
import { SystemLogPage, SystemLogQuery } from '../system-log.ts';

export const plantSystemLog = endpoint({
  id: 'plantSystemLog',
  method: 'GET',
  path: '/api/system/log',
  summary: 'System log of the plant, newest first (administrators of the plant)',
  query: SystemLogQuery,
  response: SystemLogPage,
  errors: ['bad_request', 'invalid_token', 'no_perms', 'unavailable'],
  access: { who: 'plant-user', rule: 'system.read' },
  audit: null,
  limit: 'read',
});
