import type { SystemEvent, SystemLogPage, SystemLogQuery } from '@varco/contract/system-log.ts';
import type { Kysely } from 'kysely';
import { readSystemEvents, type SystemEventRow, type SystemEventTables } from './system-event.repository.ts';

const LEVELS_FROM = { info: ['info', 'warn', 'error'], warn: ['warn', 'error'], error: ['error'] } as const;

/** A page of the system log of this server. */
export async function readSystemLogPage(db: Kysely<SystemEventTables>, query: SystemLogQuery): Promise<SystemLogPage> {
  const { level, q: text, ...filter } = query;
  const { rows, hasMore } = await readSystemEvents(db, { ...filter, text, levels: LEVELS_FROM[level] });
  const last = rows.at(-1);
  return { events: rows.map(toSystemEvent), next: hasMore && last !== undefined ? last.id : null };
}

const toSystemEvent = (row: SystemEventRow): SystemEvent => ({
  ...row,
  // The column contains only these three values.
  level: row.level === 'error' || row.level === 'warn' ? row.level : 'info',
});
