import {
  ALERT_KINDS,
  CHECK_ALERT_INTERVAL_MIN,
  isRateLimitedKind,
  getAlertPriority,
} from '@varco/domain/alerts/alert-kinds.ts';
import type { RaisedAlert } from './raised-alert.ts';

/** An alert and the transit that raises it. */
export interface TransitAlert {
  readonly plate: string;
  /** Id of the transit. */
  readonly transit: string;
  readonly alert: RaisedAlert;
}

const ALERT_COLUMN_DEFINITIONS: readonly (readonly [string, string, (one: TransitAlert) => string | number])[] = [
  ['plate', 'text', (one) => one.plate],
  ['transit', 'bigint', (one) => one.transit],
  ['kind', 'text', ({ alert }) => alert.kind],
  ['priority', 'smallint', ({ alert }) => getAlertPriority(alert.kind)],
  ['list', 'text', ({ alert }) => alert.list],
  ['entry', 'integer', ({ alert }) => alert.entry],
  ['closeness', 'text', ({ alert }) => alert.closeness],
];

/** Parameter values for `buildInsertAlertsSql`: one array per column. */
export const buildAlertParameters = (alerts: readonly TransitAlert[]): readonly unknown[] =>
  ALERT_COLUMN_DEFINITIONS.map(([, , of]) => alerts.map(of));

const PAUSED_KINDS_SQL = ALERT_KINDS.filter(isRateLimitedKind)
  .map((kind) => `'${kind}'`)
  .join(', ');

/**
 * Common table expression for a statement that stores transits or their checks. It inserts the alerts of the rows that were
 * actually stored, in the same transaction, with a copy of the current data of their list entries. An entry disabled or
 * removed meanwhile raises no alert, and an existing alert is not changed. Insurance and inspection alerts are raised at
 * most once an hour per plate.
 * @param source name of the CTE with the stored rows: plate, ts, id, gate, nation, brand, model, colour, vclass, flags
 * @param first number of the first of the seven parameters
 */
export const buildInsertAlertsSql = (source: string, first: number): string => `
raised as (
  insert into alert (kind, priority, plate, ts, transit, gate, nation, brand, model, colour, vclass, flags, list, entry, entry_facts, closeness, only_group, only_user, is_interforce)
  select a.kind, a.priority, s.plate, s.ts, s.id, s.gate, s.nation, s.brand, s.model, s.colour, s.vclass, s.flags, a.list, a.entry,
    case a.list when 'blacklist' then jsonb_build_object('uuid', b.uuid, 'text', b.plate, 'status', b.status_text, 'note1', b.note1,
        'note2', b.note2, 'brand', b.brand, 'model', b.model, 'chassis', b.chassis, 'since', b.entered_at, 'until', b.expires_at,
        'author', coalesce(bo.username, ''), 'reserved', b.kind = 'slave')
      when 'figurehead' then jsonb_build_object('uuid', f.uuid, 'text', f.owner_code, 'note1', f.notes, 'since', f.created_at,
        'author', coalesce(fo.username, ''))
      else '{}' end,
    a.closeness, case when b.kind = 'slave' then null else b.group_id end,
    case when b.kind = 'slave' or b.group_id is not null then b.owner end, coalesce(b.is_interforce, false)
  from unnest(${ALERT_COLUMN_DEFINITIONS.map(([, type], i) => `$${first + i}::${type}[]`).join(', ')})
      as a(${ALERT_COLUMN_DEFINITIONS.map(([name]) => name).join(', ')})
    join ${source} as s on s.plate = a.plate and s.id = a.transit
    left join blacklist_entry as b on a.list = 'blacklist' and b.id = a.entry
    left join plant_user as bo on bo.id = b.owner
    left join figurehead_entry as f on a.list = 'figurehead' and f.id = a.entry
    left join plant_user as fo on fo.id = f.owner
  where (a.list = '' or (b.is_enabled and b.is_alarming) or f.is_enabled)
    and not (a.kind in (${PAUSED_KINDS_SQL}) and exists (select 1 from alert as o where o.plate = s.plate and o.kind = a.kind
      and o.ts > s.ts - interval '${CHECK_ALERT_INTERVAL_MIN} minutes' and o.ts < s.ts + interval '${CHECK_ALERT_INTERVAL_MIN} minutes'))
  order by a.transit, a.kind, a.list, a.entry
  on conflict do nothing returning 1)`;
