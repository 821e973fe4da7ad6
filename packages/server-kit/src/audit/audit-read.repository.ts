import { type Kysely, sql } from 'kysely';

/** The tables of the log as read by queries. Instants are ISO text, sequence numbers are text (bigint). */
export interface AuditTables {
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
}

/** A position in the log; pages go from newer to older. */
export interface LogPosition {
  readonly epoch: number;
  readonly seq: number;
}

/** All members restrict; at most `limit` rows. Instants are half-open: from included, to excluded. */
export interface EntryFilter {
  readonly actorId?: string;
  readonly user?: string | undefined;
  readonly action?: string | undefined;
  readonly outcome?: string | undefined;
  readonly case?: string | undefined;
  /** Letters and digits that occur anywhere in the recorded detail. */
  readonly plate?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly before?: LogPosition | undefined;
  readonly limit: number;
}

/** One entry as stored; `detail` is null when there is none or it was deleted. */
export interface EntryRow {
  readonly epoch: number;
  readonly seq: string;
  readonly at: string;
  readonly body: string;
  readonly detail: string | null;
}

/** Matching entries, newest first, and whether older ones follow. */
export async function readEntries(
  db: Kysely<AuditTables>,
  filter: EntryFilter,
): Promise<{ readonly rows: readonly EntryRow[]; readonly hasMore: boolean }> {
  const { actorId, user, action, outcome, plate, from, to, before } = filter;
  const rows = await db
    .selectFrom('audit_entry as e')
    .leftJoin('audit_detail as d', (join) => join.onRef('d.epoch', '=', 'e.epoch').onRef('d.seq', '=', 'e.seq'))
    .select(['e.epoch', 'e.seq', 'e.at', 'e.body', 'd.body as detail'])
    .$if(actorId !== undefined, (query) => query.where('e.actor_id', '=', actorId ?? ''))
    .$if(user !== undefined, (query) => query.where('e.actor_name', '=', user ?? ''))
    .$if(action !== undefined, (query) => query.where('e.action', '=', action ?? ''))
    .$if(outcome !== undefined, (query) => query.where('e.outcome', '=', outcome ?? ''))
    .$if(filter.case !== undefined, (query) => query.where('e.case_no', '=', filter.case ?? ''))
    .$if(from !== undefined, (query) => query.where('e.at', '>=', from ?? ''))
    .$if(to !== undefined, (query) => query.where('e.at', '<', to ?? ''))
    .$if(plate !== undefined, (query) => query.where(sql<boolean>`position(${plate ?? ''} in d.body) > 0`))
    .$if(before !== undefined, (query) =>
      query.where(sql<boolean>`(e.epoch, e.seq) < (${before?.epoch ?? 0}::int, ${before?.seq ?? 0}::bigint)`),
    )
    .orderBy('e.epoch', 'desc')
    .orderBy('e.seq', 'desc')
    .limit(filter.limit + 1)
    .execute();
  return { rows: rows.slice(0, filter.limit), hasMore: rows.length > filter.limit };
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
