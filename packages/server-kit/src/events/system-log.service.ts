import type { SystemEvent, SystemLogPage, SystemLogQuery } from '@varco/contract/system-log.ts';
import type { Kysely } from 'kysely';
import { readEvents, type SystemEventRow, type SystemEventTables } from './system-event.queries.ts';

const FROM_LEVEL = { info: ['info', 'warn', 'error'], warn: ['warn', 'error'], error: ['error'] } as const;

/** A page of the system log of this server. */
export async function systemLogPage(db: Kysely<SystemEventTables>, query: SystemLogQuery): Promise<SystemLogPage> {
  const { before, level, limit } = query;
  const { rows, hasMore } = await readEvents(db, { before, levels: FROM_LEVEL[level], limit });
  const last = rows.at(-1);
  return { events: rows.map(viewEvent), next: hasMore && last !== undefined ? last.id : null };
}

const viewEvent = (row: SystemEventRow): SystemEvent => ({
  ...row,
  // The column contains only these three values.
  level: row.level === 'error' || row.level === 'warn' ? row.level : 'info',
});
