import { BASIC_ERRORS } from '../call-errors.ts';
import { endpoint } from '../endpoint.ts';
import { SystemLogPage, SystemLogQuery } from '../system-log.ts';

export const plantSystemLog = endpoint({
  id: 'plantSystemLog',
  method: 'GET',
  path: '/api/system/log',
  summary: 'System log of the plant, newest first (administrators of the plant)',
  query: SystemLogQuery,
  response: SystemLogPage,
  errors: BASIC_ERRORS,
  access: { who: 'plant-user', rule: 'system.read' },
  audit: null,
  limit: 'read',
});
