import { endpoint } from '../endpoint.ts';
import { SystemLogPage, SystemLogQuery } from '../system-log.ts';

export const portalSystemLog = endpoint({
  id: 'portalSystemLog',
  method: 'GET',
  path: '/api/v1/system/log',
  summary: 'System log of the portal, newest first (administrators)',
  query: SystemLogQuery,
  response: SystemLogPage,
  errors: ['bad_request', 'invalid_token', 'no_perms', 'unavailable'],
  access: { who: 'portal-user', rule: 'admin' },
  audit: null,
  limit: 'read',
});
