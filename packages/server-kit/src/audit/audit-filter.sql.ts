import { type RawBuilder, sql } from 'kysely';

/** A position in the log; pages go from newer to older. */
export interface LogPosition {
  readonly epoch: number;
  readonly seq: number;
}

/** Which entries; all members restrict. Instants are half-open: from included, to excluded. */
export interface EntryFilter {
  readonly actorId?: string | undefined;
  /** Login name, ignoring case. */
  readonly user?: string | undefined;
  readonly action?: string | undefined;
  readonly actions?: readonly string[] | undefined;
  readonly outcome?: string | undefined;
  /** True: refused, invalid and failed calls only. */
  readonly failed?: boolean | undefined;
  readonly case?: string | undefined;
  /** Code of the stated reason. */
  readonly reason?: string | undefined;
  /** A plate or pattern as the detail names it. */
  readonly plate?: string | undefined;
  readonly transit?: string | undefined;
  readonly ip?: string | undefined;
  readonly min_count?: number | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** Rows from which on an index finds the entries that showed that many (migration 0007). */
const INDEXED_COUNT = 100;
const ROW_COUNT = sql`((e.body::jsonb) ->> 'count')::bigint`;

type Condition = RawBuilder<boolean>;

/** The expressions are those of the indexes of migration 0007. */
const withWord = (word: string): Condition =>
  sql<boolean>`(e.epoch, e.seq) in (select d.epoch, d.seq from audit_detail as d where audit_words(d.body) @> array[${word}]::text[])`;

/** The condition on `audit_entry as e` for a filter; values are parameters. */
export function buildEntryCondition(filter: EntryFilter, before?: LogPosition): Condition {
  const { actorId, user, action, actions, outcome, plate, transit, reason, ip, min_count: minCount } = filter;
  const conditions: Condition[] = [sql<boolean>`true`];
  const add = (value: unknown, condition: () => Condition): void => {
    if (value !== undefined) conditions.push(condition());
  };
  add(actorId, () => sql`e.actor_id = ${actorId}`);
  add(user, () => sql`lower(e.actor_name) = lower(${user})`);
  add(action, () => sql`e.action = ${action}`);
  add(actions, () => sql`e.action = any(${actions}::text[])`);
  add(outcome, () => sql`e.outcome = ${outcome}`);
  add(filter.failed === true ? true : undefined, () => sql`e.outcome in ('denied', 'invalid', 'error')`);
  add(filter.case, () => sql`e.case_no = ${filter.case}`);
  add(plate, () => withWord(plate ?? ''));
  add(transit, () => withWord(transit ?? ''));
  add(reason, () => sql`(e.body::jsonb) -> 'reason' ->> 'code' = ${reason}`);
  add(ip, () => sql`(e.body::jsonb) -> 'from' ->> 'ip' = ${ip}`);
  add(minCount, () => sql`${ROW_COUNT} >= ${minCount}::bigint`);
  // Lets the planner use the partial index, whose condition it cannot derive from a parameter.
  if (minCount !== undefined && minCount >= INDEXED_COUNT)
    conditions.push(sql`${ROW_COUNT} >= ${sql.lit(INDEXED_COUNT)}`);
  add(filter.from, () => sql`e.at >= ${filter.from}::timestamptz`);
  add(filter.to, () => sql`e.at < ${filter.to}::timestamptz`);
  add(before, () => sql`(e.epoch, e.seq) < (${before?.epoch}::int, ${before?.seq}::bigint)`);
  return sql<boolean>`${sql.join(conditions, sql` and `)}`;
}
