import { type RawBuilder, sql } from 'kysely';
import { type Runner, compileStatement } from '../../database/sql-statement.ts';
import { COLUMNS_WITH_ANSWER, COLUMNS_WITHOUT_ANSWER, type LookUpRow } from './look-up.repository.ts';

/** Filter of look-ups; an undefined field does not filter. `from` and `to` are half-open. */
export interface HistoryFilter {
  readonly keyMac?: string | undefined;
  readonly keyKind?: number | undefined;
  readonly request?: number | undefined;
  readonly vehicleKind?: number | undefined;
  readonly isPaid?: boolean | undefined;
  readonly userId?: number | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** Only responses of the ministry itself that are still stored. */
  readonly isStored?: boolean | undefined;
}

function buildHistoryCondition(filter: HistoryFilter): RawBuilder<unknown> {
  const parts: RawBuilder<unknown>[] = [sql`true`];
  if (filter.keyMac !== undefined) parts.push(sql`key_mac = ${filter.keyMac}`);
  if (filter.keyKind !== undefined) parts.push(sql`key_kind = ${filter.keyKind}`);
  if (filter.request !== undefined) parts.push(sql`request = ${filter.request}`);
  if (filter.vehicleKind !== undefined) parts.push(sql`vehicle_kind = ${filter.vehicleKind}`);
  if (filter.isPaid !== undefined) parts.push(sql`is_paid = ${filter.isPaid}`);
  if (filter.userId !== undefined) parts.push(sql`user_id = ${filter.userId}`);
  if (filter.from !== undefined) parts.push(sql`asked_at >= ${filter.from}`);
  if (filter.to !== undefined) parts.push(sql`asked_at < ${filter.to}`);
  if (filter.isStored === true) parts.push(sql`state = 2 and from_look_up is null and answer_sealed is not null`);
  return sql.join(parts, sql` and `);
}

export interface HistoryPageOptions {
  readonly isNewestFirst: boolean;
  readonly offset: number;
  readonly limit: number;
  /** True: includes the sealed responses. */
  readonly isFull: boolean;
}

/** Look-ups in chronological order. */
export function readLookUpHistory(
  runner: Runner,
  filter: HistoryFilter,
  ask: HistoryPageOptions,
  signal: AbortSignal,
): Promise<readonly LookUpRow[]> {
  const columns = sql.raw(ask.isFull ? COLUMNS_WITH_ANSWER : `${COLUMNS_WITHOUT_ANSWER}, null as answer_sealed`);
  const order = sql.raw(ask.isNewestFirst ? 'asked_at desc, id desc' : 'asked_at, id');
  const query = sql`select ${columns} from look_up where ${buildHistoryCondition(filter)} order by ${order} limit ${ask.limit} offset ${ask.offset}`;
  return runner.run<LookUpRow>(compileStatement(query), signal);
}

export async function countLookUpHistory(runner: Runner, filter: HistoryFilter, signal: AbortSignal): Promise<number> {
  const query = sql`select count(*)::integer as n from look_up where ${buildHistoryCondition(filter)}`;
  const [row] = await runner.run<{ n: number }>(compileStatement(query), signal);
  return row?.n ?? 0;
}

export interface LatestCharge {
  readonly request: number;
  readonly cents: number;
  readonly finished_at: string;
}

/** The last charge of each kind of request, whoever made it: the registry does not announce its prices. */
export function readLatestCharges(runner: Runner, signal: AbortSignal): Promise<readonly LatestCharge[]> {
  const query = sql`select distinct on (request) request, cents, finished_at from look_up
    where cents > 0 and finished_at is not null order by request, finished_at desc`;
  return runner.run<LatestCharge>(compileStatement(query), signal);
}

export interface MonthCost {
  readonly month: string;
  readonly n: number;
  readonly paid: number;
  readonly cached: number;
  readonly cents: number;
}

/** Number and cost of look-ups by month (Rome time), newest first. */
export function readMonthlyCosts(
  runner: Runner,
  filter: HistoryFilter,
  signal: AbortSignal,
): Promise<readonly MonthCost[]> {
  const query = sql`select to_char(asked_at at time zone 'Europe/Rome', 'YYYY-MM') as month, count(*)::integer as n,
      count(*) filter (where cents > 0)::integer as paid, count(*) filter (where from_look_up is not null)::integer as cached,
      sum(cents)::integer as cents
    from look_up where ${buildHistoryCondition(filter)} group by 1 order by 1 desc limit 200`;
  return runner.run<MonthCost>(compileStatement(query), signal);
}
