import type { AuditLogEntry } from '@varco/contract/audit-log.ts';
import type { MessageKey, Translate } from '@varco/i18n/message-types.ts';

/** Text keys for the actions of the plant's log. */
const ACTION_TEXTS: Readonly<Record<string, MessageKey>> = {
  'transits.count': 'transits:action.count',
  'transits.histogram': 'transits:action.count',
  'transits.page': 'transits:action.page',
  'transits.read': 'transits:action.read',
  'transits.reads': 'transits:action.reads',
  'audit.read': 'transits:action.log',
  'plant.login': 'transits:action.login',
  'plant.logout': 'transits:action.logout',
  'transits.picture': 'transits:action.picture',
  'transits.picture-tickets': 'transits:action.tickets',
  'transits.print': 'transits:action.print',
};

/** Describes a log entry: a search with its plate and number of rows, any other action by its name. */
export function formatLogEntry(t: Translate, { action, detail, count }: AuditLogEntry): string {
  if (action !== 'transits.search') return t(ACTION_TEXTS[action] ?? 'transits:action.other');
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
