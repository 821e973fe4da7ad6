import type { Runner } from '../../database/sql-statement.ts';

/** Tables whose rows are taken out with a transit, in the order in which they are put back. */
export const TAKEN_TABLES = [
  'transit',
  'unread_transit',
  'transit_picture',
  'transit_read',
  'plate_correction',
  'transit_note',
  'plate_check',
  'alert',
  'alert_delivery',
  'alert_decision',
] as const;
export type TakenTable = (typeof TAKEN_TABLES)[number];

/** A row with the key of its transit. `body`: the row as JSON text, because numbers of PostgreSQL are larger than those of JavaScript. */
export interface KeyedRow {
  readonly source: TakenTable;
  readonly plate: string;
  readonly ts: string;
  readonly id: string;
  readonly body: string;
}

/** A transit that was taken out of the tables, with everything that was deleted with it. `plate`: as read, empty for none. */
export interface TakenTransit {
  readonly plate: string;
  readonly ts: string;
  readonly id: string;
  readonly rows: readonly { readonly table: TakenTable; readonly body: string }[];
}

/** A step inside the transaction of a deletion. */
export type TakenStep = (runner: Runner) => Promise<void>;
/** Stores what the transaction deleted; not called for none. */
export type StoreTaken = (runner: Runner, taken: readonly TakenTransit[]) => Promise<void>;

/**
 * What a deletion returns of every row: its key, the row as JSON text, and for the repair of the roll-ups its day, gate and
 * hour. The text is made of what the deletions returned, because a cluster makes none inside `returning`.
 */
export const selectTakenSql = (table: 'transit' | 'unread_transit'): string => `
select source, plate, ts, id::text as id, body, (ts at time zone 'Europe/Rome')::date::text as day, gate, date_trunc('hour', ts, 'UTC') as hour
from (select '${table}' as source, plate, ts, id, to_jsonb(g)::text as body, gate from gone as g
  union all select 'plate_correction', plate, ts, id, to_jsonb(c)::text, null::smallint from corrections as c
  union all select 'transit_note', plate, ts, id, to_jsonb(n)::text, null::smallint from notes as n
  union all select 'transit_read', plate, ts, id, to_jsonb(r)::text, null::smallint from reads as r
  union all select 'transit_picture', plate, ts, id, to_jsonb(p)::text, null::smallint from pictures as p) as taken`;

/** Puts the rows of each transit together. Rows without a transit, which only a fault could leave, are left out. */
export function assembleTransits(
  table: 'transit' | 'unread_transit',
  rows: readonly KeyedRow[],
): readonly TakenTransit[] {
  const toKey = ({ plate, id }: KeyedRow): string => `${id} ${plate}`;
  const byTransit = Map.groupBy(rows, toKey);
  return rows
    .filter(({ source }) => source === table)
    .map((row) => ({
      ...{ plate: row.plate, ts: row.ts, id: row.id },
      rows: (byTransit.get(toKey(row)) ?? []).map(({ source, body }) => ({ table: source, body })),
    }));
}
