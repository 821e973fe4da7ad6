import type { Runner } from '../../database/sql-statement.ts';

/** NOTIFY channel that signals a change in any list. `readListChanges` returns the changes. */
export const LIST_CHANNEL = 'list_change';

/** One entry of any list, with the fields needed to match reads. `expires_ms`: milliseconds since 1970; null: never. */
export interface ListRow {
  readonly list: 'blacklist' | 'whitelist' | 'figurehead';
  readonly id: number;
  readonly uuid: string;
  /** Plate or pattern; for a figurehead the tax code or VAT number. */
  readonly text: string;
  readonly is_pattern: boolean;
  readonly is_approximate: boolean;
  /** Enabled and able to raise alerts. Not set for a reserved master or a quiet entry. Expiry is not considered. */
  readonly is_active: boolean;
  readonly is_interforce: boolean;
  readonly expires_ms: number | null;
  /** Who may see it: for a slave only `owner`; otherwise the group (null: all forces) and the owner. */
  readonly kind: 'open' | 'slave';
  readonly group_id: number | null;
  /** Id of the account responsible for the entry. */
  readonly owner: number;
  readonly mail_alarm: boolean;
  readonly push_alarm: boolean;
  readonly radio_alarm: boolean;
  readonly mails: string | null;
  /** Alerts that a whitelist entry silences; empty in the other lists. */
  readonly silences: readonly string[];
}

const EXPIRES = '(extract(epoch from expires_at) * 1000)::double precision as expires_ms';
const DEFAULT_COLUMNS = `'open' as kind, null::integer as group_id, owner, false as mail_alarm, false as push_alarm, false as radio_alarm, null::text as mails`;

const BLACKLIST = `select 'blacklist' as list, id, uuid, plate as text, is_pattern, is_approximate,
    is_enabled and is_alarming and kind <> 'master' as is_active, is_interforce, ${EXPIRES},
    case kind when 'slave' then 'slave' else 'open' end as kind, group_id, owner, mail_alarm, push_alarm, radio_alarm, mails,
    '{}'::text[] as silences
  from blacklist_entry`;
const WHITELIST = `select 'whitelist' as list, id, uuid, plate as text, false as is_pattern, false as is_approximate,
    is_enabled as is_active, false as is_interforce, ${EXPIRES}, ${DEFAULT_COLUMNS}, silences from whitelist_entry`;
const FIGUREHEAD = `select 'figurehead' as list, id, uuid, owner_code as text, false as is_pattern, false as is_approximate,
    is_enabled as is_active, false as is_interforce, null::double precision as expires_ms, ${DEFAULT_COLUMNS}, '{}'::text[] as silences
  from figurehead_entry`;

const PAGE_ROWS = 20_000;

/** Number of the newest change that is visible now. */
export async function readNewestChangeNo(runner: Runner): Promise<bigint> {
  const [row] = await runner.run<{ no: string }>({
    name: 'newest-list-change',
    text: 'select last_no::text as no from list_feed',
    values: [],
  });
  return BigInt(row?.no ?? 0);
}

/**
 * Reads every active entry of the three lists, in pages.
 * @returns the number from which to continue with `readListChanges`. Changes made during the read are returned there
 * again: processing an entry twice is harmless, and none is missed.
 */
export async function loadListEntries(
  runner: Runner,
  take: (rows: readonly ListRow[]) => void,
  signal?: AbortSignal,
): Promise<bigint> {
  const no = await readNewestChangeNo(runner);
  for (const select of [BLACKLIST, WHITELIST, FIGUREHEAD]) {
    let after = 0;
    for (;;) {
      const text = `select * from (${select}) as e where id > $1 and is_active order by id limit ${PAGE_ROWS}`;
      const rows = await runner.run<ListRow>({ text, values: [after] }, signal);
      take(rows);
      after = rows.at(-1)?.id ?? after;
      if (rows.length < PAGE_ROWS) break;
    }
  }
  return no;
}

/** Changed entry with its current row, or null when it was deleted. */
export interface ListChange {
  readonly list: ListRow['list'];
  readonly id: number;
  readonly row: ListRow | null;
}

/**
 * Entries changed after number `no`, each once with its current row, in the order of their last change. The returned
 * `no` is where to continue. Null when those changes were already removed and everything must be loaded again. At most
 * 20 000 numbers per call (`more`: call again at once).
 */
export async function readListChanges(
  runner: Runner,
  no: bigint,
): Promise<{ readonly changes: readonly ListChange[]; readonly no: bigint; readonly more: boolean } | null> {
  interface Row {
    readonly upto: string;
    readonly last_no: string;
    readonly is_complete: boolean;
    readonly of_list: ListRow['list'] | null;
    readonly entry_id: number;
    readonly row: ListRow | null;
  }
  const found = await runner.run<Row>({
    name: 'list-changes',
    text: `with feed as (select last_no, pruned_no, least(last_no, $1::bigint + ${PAGE_ROWS}) as upto from list_feed),
      changed as (select list, entry_id, max(no) as no from list_change, feed where no > $1 and no <= upto group by 1, 2)
      select f.upto::text as upto, f.last_no::text as last_no, f.pruned_no <= $1 and f.last_no >= $1 as is_complete,
        c.list as of_list, c.entry_id, to_jsonb(e) as row
      from feed as f left join changed as c on true
      left join lateral (
        select * from (${BLACKLIST}) as b where c.list = 'blacklist' and b.id = c.entry_id
        union all select * from (${WHITELIST}) as w where c.list = 'whitelist' and w.id = c.entry_id
        union all select * from (${FIGUREHEAD}) as g where c.list = 'figurehead' and g.id = c.entry_id) as e on true
      order by c.no`,
    values: [no.toString()],
  });
  const [first] = found;
  if (first === undefined || !first.is_complete) return null;
  const changes = found.flatMap(({ of_list: list, entry_id: id, row }) => (list === null ? [] : [{ list, id, row }]));
  return { changes, no: BigInt(first.upto), more: first.upto !== first.last_no };
}

const RETENTION_DAYS = 2;

/** Removes changes that are older than two days, which every process has had time to read. */
export async function pruneListChanges(runner: Runner, nowIso: string): Promise<void> {
  await runner.run({
    text: `with gone as (delete from list_change where at < $1::timestamptz - make_interval(days => ${RETENTION_DAYS}) returning no)
      update list_feed set pruned_no = greatest(pruned_no, (select max(no) from gone)) where exists (select from gone)`,
    values: [nowIso],
  });
}
