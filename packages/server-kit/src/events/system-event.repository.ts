import type { Kysely } from 'kysely';
import type { Pool } from 'pg';

export interface NewEvent {
  /** First and last time, ISO instants. */
  readonly at: string;
  readonly lastAt: string;
  readonly times: number;
  readonly level: 'info' | 'warn' | 'error';
  readonly event: string;
  readonly code: string | null;
  readonly subCode: string | null;
  readonly route: string | null;
  readonly plant: string | null;
  readonly requestId: string | null;
}

/** The table as read by queries; bigint ids are text. */
export interface SystemEventTables {
  system_event: {
    id: string;
    at: string;
    last_at: string;
    times: number;
    level: string;
    event: string;
    code: string | null;
    sub_code: string | null;
    route: string | null;
    plant: string | null;
    request_id: string | null;
  };
}
export type SystemEventRow = SystemEventTables['system_event'];

export async function insertSystemEvents(pool: Pool, events: readonly NewEvent[]): Promise<void> {
  await pool.query(
    `insert into system_event (at, last_at, times, level, event, code, sub_code, route, plant, request_id)
     select at, last_at, times, level, event, code, sub_code, route, plant, request_id
     from json_to_recordset($1::json) as e(at timestamptz, last_at timestamptz, times integer, level text, event text, code text, sub_code text,
       route text, plant uuid, request_id text)`,
    [
      JSON.stringify(
        events.map(({ lastAt, subCode, requestId, ...event }) => ({
          ...event,
          last_at: lastAt,
          sub_code: subCode,
          request_id: requestId,
        })),
      ),
    ],
  );
}

/** What to read of the log; `levels`: at least one. */
export interface SystemEventFilter {
  readonly before?: string | undefined;
  readonly levels: readonly string[];
  /** Part of event, code, route or request id, or one of `events`. */
  readonly text?: string | undefined;
  readonly events?: readonly string[] | undefined;
  /** ISO instant of the oldest last repetition. */
  readonly from?: string | undefined;
  readonly limit: number;
}

/** Columns that a text is searched in. */
const SEARCHED_COLUMNS = ['event', 'code', 'sub_code', 'route', 'request_id'] as const;

/** A text as a pattern that finds it anywhere. */
const toPattern = (text: string): string => `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;

/** Newest first, older than `before`; one row more than `limit` shows that others follow. */
export async function readSystemEvents(
  db: Kysely<SystemEventTables>,
  filter: SystemEventFilter,
): Promise<{ readonly rows: readonly SystemEventRow[]; readonly hasMore: boolean }> {
  const { before, levels, text = '', events = [], from, limit } = filter;
  const rows = await db
    .selectFrom('system_event')
    .selectAll()
    .where('level', 'in', [...levels])
    .$if(before !== undefined, (query) => query.where('id', '<', before ?? ''))
    .$if(from !== undefined, (query) => query.where('last_at', '>=', from ?? ''))
    .$if(text !== '', (query) =>
      query.where((column) =>
        column.or([
          ...SEARCHED_COLUMNS.map((name) => column(name, 'ilike', toPattern(text))),
          ...(events.length === 0 ? [] : [column('event', 'in', [...events])]),
        ]),
      ),
    )
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
  return { rows: rows.slice(0, limit), hasMore: rows.length > limit };
}

const RETENTION_DAYS = 30;
const MAX_ROWS = 20_000;

/** Deletes events beyond the retention period and the maximum number. */
export async function deleteExpiredEvents(pool: Pool, now: string): Promise<void> {
  await pool.query(
    `delete from system_event where at < $1::timestamptz - make_interval(days => $2)
       or id <= (select id from system_event order by id desc offset $3 limit 1)`,
    [now, RETENTION_DAYS, MAX_ROWS],
  );
}
