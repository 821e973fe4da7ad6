import { SEARCH_ACTIONS } from '@varco/contract/plant/audit.ts';
import { findRow, type Runner } from '../../database/sql-statement.ts';

/** Half-open, ISO instants. */
export interface Period {
  readonly from: string;
  readonly to: string;
}

/** A count of something named; null: entries that name none. */
export interface NamedCount {
  readonly name: string | null;
  readonly n: number;
}

const namedCounts = async (runner: Runner, text: string, values: readonly unknown[]): Promise<readonly NamedCount[]> =>
  (await runner.run<{ name: string | null; n: string }>({ text, values })).map(({ name, n }) => ({
    name,
    n: Number(n),
  }));

/** Gates that are in use, and accounts that are enabled, with what decides whether they may read transits. */
export async function readPlantSize(runner: Runner): Promise<{
  readonly gates: number;
  readonly accounts: readonly { readonly group_name: string; readonly level: number }[];
}> {
  const gates = await findRow<{ n: string }>(runner, {
    text: 'select count(*) as n from gate where enabled',
    values: [],
  });
  const accounts = await runner.run<{ group_name: string; level: number }>({
    text: `select g.name as group_name, case when u.admin then greatest(g.level, 8::smallint) else g.level end as level
      from plant_user as u join user_group as g on g.id = u.group_id where u.active = 1 order by 1`,
    values: [],
  });
  return { gates: Number(gates?.n ?? 0), accounts };
}

const ANSWERED = `e.action = any($1::text[]) and e.outcome in ('ok', 'partial') and e.at >= $2::timestamptz and e.at < $3::timestamptz`;

/** Searches for movements that were answered, by body and by stated reason, from the consultation log. */
export async function countSearches(
  runner: Runner,
  { from, to }: Period,
): Promise<{ readonly byGroup: readonly NamedCount[]; readonly byReason: readonly NamedCount[] }> {
  const count = (name: string): Promise<readonly NamedCount[]> =>
    namedCounts(
      runner,
      `select ${name} as name, count(*) as n from audit_entry as e where ${ANSWERED} group by 1 order by 2 desc, 1`,
      [SEARCH_ACTIONS, from, to],
    );
  const [byGroup, byReason] = await Promise.all([
    count(`e.body::jsonb -> 'actor' ->> 'group'`),
    count(`e.body::jsonb -> 'reason' ->> 'code'`),
  ]);
  return { byGroup, byReason };
}

/** Entries of the log by action, of the named ones, and the sum of the rows they tell. */
export async function countActions(
  runner: Runner,
  actions: readonly string[],
  { from, to }: Period,
): Promise<ReadonlyMap<string, { readonly entries: number; readonly rows: number }>> {
  const rows = await runner.run<{ action: string; n: string; rows: string | null }>({
    text: `select e.action, count(*) as n, sum((e.body::jsonb ->> 'count')::bigint) as rows
      from audit_entry as e where ${ANSWERED} group by 1`,
    values: [actions, from, to],
  });
  return new Map(rows.map((row) => [row.action, { entries: Number(row.n), rows: Number(row.rows ?? 0) }]));
}

/** Alerts that are still kept, by outcome (null: none yet), and the oldest of them. */
export async function countAlerts(
  runner: Runner,
  { from, to }: Period,
): Promise<{ readonly byOutcome: readonly NamedCount[]; readonly since: string | null }> {
  const byOutcome = await namedCounts(
    runner,
    `select outcome as name, count(*) as n from alert where raised_at >= $1::timestamptz and raised_at < $2::timestamptz group by 1 order by 2 desc`,
    [from, to],
  );
  const oldest = await findRow<{ at: string | null }>(runner, {
    text: 'select min(raised_at) as at from alert where raised_at >= $1::timestamptz and raised_at < $2::timestamptz',
    values: [from, to],
  });
  return { byOutcome, since: oldest?.at ?? null };
}

/** How the consultations of whole months were reviewed. */
export interface ReviewedMonths {
  readonly months: number;
  /** Cases that the rules or the lot chose, those decided, and those passed on to a superior. */
  readonly cases: number;
  readonly decided: number;
  readonly escalated: number;
}

export async function countReviewed(runner: Runner, { from, to }: Period): Promise<ReviewedMonths> {
  const row = await findRow<Record<keyof ReviewedMonths, string>>(runner, {
    text: `with run as (
        select distinct on (month) id, month from review_run
        where final and month >= ($1::timestamptz at time zone 'Europe/Rome')::date and month < ($2::timestamptz at time zone 'Europe/Rome')::date
        order by month, id desc),
      chosen as (
        select (select s.kind from review_step as s where s.month = r.month and s.person = c.person order by s.id desc limit 1) as last_kind
        from run as r join review_case as c on c.run = r.id where c.flagged or c.drawn)
      select (select count(*) from run) as months, count(*) as cases,
        count(*) filter (where last_kind in ('fine', 'escalate')) as decided, count(*) filter (where last_kind = 'escalate') as escalated
      from chosen`,
    values: [from, to],
  });
  const number = (name: keyof ReviewedMonths): number => Number(row?.[name] ?? 0);
  return {
    months: number('months'),
    cases: number('cases'),
    decided: number('decided'),
    escalated: number('escalated'),
  };
}

/** Number of the epoch of the consultation log that is written now. */
export async function readLogEpoch(runner: Runner): Promise<number> {
  const row = await findRow<{ epoch: number }>(runner, {
    text: 'select max(epoch) as epoch from audit_log',
    values: [],
  });
  return row?.epoch ?? 1;
}
