import { BASIC_ERRORS } from '../call-errors.ts';
import { endpoint } from '../endpoint.ts';
import { SystemLogPage, SystemLogQuery } from '../system-log.ts';

export const portalSystemLog = endpoint({
  id: 'portalSystemLog',
  method: 'GET',
  path: '/api/v1/system/log',
  summary: 'System log of the portal, newest first (administrators)',
  query: SystemLogQuery,
  response: SystemLogPage,
  errors: BASIC_ERRORS,
  access: { who: 'portal-user', rule: 'admin' },
  audit: null,
  limit: 'read',
});
