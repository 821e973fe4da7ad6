import { type Kysely, sql } from 'kysely';
import { buildEntryCondition, type EntryFilter, type LogPosition } from './audit-filter.sql.ts';

/** The tables of the log as read by queries. Instants are ISO text, sequence numbers are text (bigint). */
export interface AuditTables {
  audit_log: { epoch: number; origin: string; genesis: Buffer };
  audit_leaf: { epoch: number; seq: string; hash: Buffer };
  audit_entry: {
    epoch: number;
    seq: string;
    body: string;
    at: string;
    action: string;
    outcome: string;
    actor_id: string | null;
    actor_name: string | null;
    case_no: string | null;
  };
  audit_detail: { epoch: number; seq: string; salt: Buffer; body: string };
  audit_checkpoint: { epoch: number; size: string; note: string | null };
}

/** One entry as stored; `detail` is null when there is none or it was deleted. */
export interface EntryRow {
  readonly epoch: number;
  readonly seq: string;
  readonly at: string;
  readonly body: string;
  readonly detail: string | null;
  readonly hash: Buffer;
}

/** An entry with what is needed to verify it: the salt of its detail and the hash before it. */
export interface VerifiableRow extends EntryRow {
  readonly salt: Buffer | null;
  readonly previous: Buffer;
}

/** Matching entries, newest first and at most `limit`, and whether older ones follow. */
export async function readEntries(
  db: Kysely<AuditTables>,
  filter: EntryFilter,
  page: { readonly limit: number; readonly before?: LogPosition | undefined },
): Promise<{ readonly rows: readonly VerifiableRow[]; readonly hasMore: boolean }> {
  const rows = await db
    .selectFrom('audit_entry as e')
    .innerJoin('audit_leaf as l', (join) => join.onRef('l.epoch', '=', 'e.epoch').onRef('l.seq', '=', 'e.seq'))
    .innerJoin('audit_log as g', 'g.epoch', 'e.epoch')
    .leftJoin('audit_detail as d', (join) => join.onRef('d.epoch', '=', 'e.epoch').onRef('d.seq', '=', 'e.seq'))
    .leftJoin('audit_leaf as p', (join) =>
      join.onRef('p.epoch', '=', 'e.epoch').on('p.seq', '=', sql<string>`e.seq - 1`),
    )
    .select(['e.epoch', 'e.seq', 'e.at', 'e.body', 'd.body as detail', 'd.salt', 'l.hash'])
    .select(({ fn }) => fn.coalesce('p.hash', 'g.genesis').as('previous'))
    .where(buildEntryCondition(filter, page.before))
    .orderBy('e.epoch', 'desc')
    .orderBy('e.seq', 'desc')
    .limit(page.limit + 1)
    .execute();
  return { rows: rows.slice(0, page.limit), hasMore: rows.length > page.limit };
}

/** Entries at these positions, oldest first; those removed at the end of their term are missing. */
export async function readEntriesAt(
  db: Kysely<AuditTables>,
  positions: readonly LogPosition[],
): Promise<readonly EntryRow[]> {
  if (positions.length === 0) return [];
  const { rows } = await sql<EntryRow>`
    select e.epoch, e.seq, e.at, e.body, d.body as detail, l.hash
      from audit_entry as e join audit_leaf as l using (epoch, seq) left join audit_detail as d using (epoch, seq)
     where (e.epoch, e.seq) in (
       select * from unnest(${positions.map(({ epoch }) => epoch)}::int[], ${positions.map(({ seq }) => seq)}::bigint[]))
     order by e.at, e.epoch, e.seq`.execute(db);
  return rows;
}

/** Entries of one group; `name` null: entries without a person. */
export interface GroupCount {
  readonly kind: 'all' | 'person' | 'action';
  readonly name: string | null;
  readonly entries: number;
}

/** Number of matching entries: of all, of each person and of each action, read in one pass. */
export async function countEntries(db: Kysely<AuditTables>, filter: EntryFilter): Promise<readonly GroupCount[]> {
  const { rows } = await sql<{ by_person: number; by_action: number; name: string | null; action: string; n: string }>`
    select grouping(e.actor_name) as by_person, grouping(e.action) as by_action, e.actor_name as name, e.action,
        count(*) as n
      from audit_entry as e where ${buildEntryCondition(filter)}
      group by grouping sets ((), (e.actor_name), (e.action)) order by n desc, 3, 4`.execute(db);
  // `grouping` is 0 for a column the row was grouped by.
  return rows.map((row) => {
    const kind = row.by_person === 0 ? 'person' : row.by_action === 0 ? 'action' : 'all';
    return { kind, name: kind === 'action' ? row.action : row.name, entries: Number(row.n) };
  });
}

/** The number of matching entries, counted no further than `limit`. */
export async function countUpTo(db: Kysely<AuditTables>, filter: EntryFilter, limit: number): Promise<number> {
  const { rows } = await sql<{ n: string }>`
    select count(*) as n from (
      select 1 from audit_entry as e where ${buildEntryCondition(filter)} limit ${limit}::int
    ) as matching`.execute(db);
  return Number(rows[0]?.n ?? 0);
}

/** Name of the newest log and its newest signed checkpoint; null: no log. */
export async function readLogHead(db: Kysely<AuditTables>) {
  const row = await db
    .selectFrom('audit_log as l')
    .select((eb) => [
      'l.origin',
      eb
        .selectFrom('audit_checkpoint as c')
        .whereRef('c.epoch', '=', 'l.epoch')
        .where('c.note', 'is not', null)
        .select('c.note')
        .orderBy('c.size', 'desc')
        .limit(1)
        .as('note'),
    ])
    .orderBy('l.epoch', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

/** Number of a person's entries under a case number, and how many of them have one of the search actions. */
export async function countOwnEntries(
  db: Kysely<AuditTables>,
  own: { readonly actorId: string; readonly case: string },
  searchActions: readonly string[],
): Promise<{ readonly entries: number; readonly searches: number }> {
  const { entries, searches } = await db
    .selectFrom('audit_entry')
    .select((eb) => [
      eb.fn.countAll<string>().as('entries'),
      eb.fn.countAll<string>().filterWhere('action', 'in', searchActions).as('searches'),
    ])
    .where('actor_id', '=', own.actorId)
    .where('case_no', '=', own.case)
    .executeTakeFirstOrThrow();
  return { entries: Number(entries), searches: Number(searches) };
}
