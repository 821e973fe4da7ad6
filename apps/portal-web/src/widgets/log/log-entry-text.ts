import type { AuditLogEntry } from '@varco/contract/audit-log.ts';
import type { Translate } from '@varco/i18n/message-types.ts';
import { formatAction } from '../../lib/audit/audit-text.ts';

/** Describes a log entry: a search with its plate and number of rows, any other action by its full name. */
export function formatLogEntry(t: Translate, { action, detail, count }: AuditLogEntry): string {
  if (action !== 'transits.search') return formatAction(t, action);
  const plate = readLoggedPlate(detail);
  return plate === ''
    ? t('transits:action.searchAll', { count: count ?? 0 })
    : t('transits:action.search', { plate, count: count ?? 0 });
}

function readLoggedPlate(detail: AuditLogEntry['detail']): string {
  const filters = detail?.['filter'];
  if (typeof filters !== 'object' || filters === null || !('f_targa' in filters)) return '';
  return typeof filters['f_targa'] === 'string' ? filters['f_targa'] : '';
}
