import type { ClientBase } from 'pg';

/** Tables whose plates have a term of their own, which retention of transits does not end: logs, lists, holds, look-ups, requests of people. */
const WITH_OWN_TERM =
  /^(?:audit_|blacklist_entry|whitelist_entry|figurehead_|legal_hold|look_up|person_request|review_)/;

/** True for a table or index whose plates have a term of their own. */
export const hasOwnTerm = (relation: string): boolean => WITH_OWN_TERM.test(relation);

/** Names of tables and indexes by their file, `base/16384/2619`, with the table that each belongs to. */
export async function readRelationFiles(client: ClientBase): Promise<ReadonlyMap<string, string>> {
  const { rows } = await client.query<{ path: string; name: string }>(
    `select pg_relation_filepath(c.oid) as path, coalesce(t.relname, i.relname, c.relname) as name
     from pg_class as c left join pg_index as x on x.indexrelid = c.oid left join pg_class as i on i.oid = x.indrelid
       left join pg_class as t on t.reltoastrelid in (c.oid, i.oid)
     where c.relkind in ('r', 'i', 't', 'm') and pg_relation_filepath(c.oid) is not null`,
  );
  return new Map(rows.map(({ path, name }) => [path, name]));
}

/** Plates in rows, by table. Reads every column of text or of texts that holds plates by its name. */
export async function findStoredPlates(
  client: ClientBase,
  plates: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const columns = await client.query<{ table_name: string; name: string; is_array: boolean }>(
    `select c.relname as table_name, a.attname as name, a.atttypid = 'text[]'::regtype as is_array
     from pg_attribute as a join pg_class as c on c.oid = a.attrelid
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and a.attnum > 0
       and not a.attisdropped and a.atttypid in ('text'::regtype, 'text[]'::regtype)
       and a.attname in ('plate', 'plates', 'corrected', 'best_plate', 'partner', 'listed') order by 1, 2`,
  );
  const found = new Map<string, readonly string[]>();
  for (const { table_name: table, name, is_array: isArray } of columns.rows) {
    const [from, column] = [client.escapeIdentifier(table), client.escapeIdentifier(name)];
    const text = isArray
      ? `select distinct p as plate from ${from}, unnest(${column}) as p where p = any($1::text[])`
      : `select distinct ${column} as plate from ${from} where ${column} = any($1::text[])`;
    const { rows } = await client.query<{ plate: string }>(text, [plates]);
    if (rows.length > 0)
      found.set(table, [...new Set([...(found.get(table) ?? []), ...rows.map(({ plate }) => plate)])]);
  }
  return found;
}

/** Ended periods of backups with their entry in the consultation log, `epoch/seq`; null: this plant records none yet. */
export async function readRecordedEnds(client: ClientBase): Promise<ReadonlyMap<string, string> | null> {
  const { rows: tables } = await client.query<{ name: string | null }>(
    `select to_regclass('public.backup_key_end')::text as name`,
  );
  if (typeof tables[0]?.name !== 'string') return null;
  const { rows } = await client.query<{ period: number; at: Date; entry: string }>(
    `select period, destroyed_at as at, epoch || '/' || seq as entry from backup_key_end`,
  );
  return new Map(rows.map(({ period, at, entry }) => [formatEnd(period, at), entry]));
}

/** Name of an end, whatever digits its instant is written with. */
export const formatEnd = (period: number, at: Date): string => `${period} ${at.toISOString()}`;
