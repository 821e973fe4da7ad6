import { sql } from 'kysely';
import {
  allConditions,
  historyOf,
  probeGates,
  probePlates,
  walk,
  type Drive,
  type Search,
  type TimeOrder,
} from './drivers.ts';
import type { TransitKey } from './new-read.ts';
import { statementOf, type Runner } from './statement.ts';
import { visibleTransits, type Visibility } from './visible-transits.ts';

export type StatField = 'count_transits' | 'g_transits' | 'g_transit_days';

export interface PageRequest {
  readonly search: Search;
  readonly order: { readonly field: 'data' | StatField; readonly descending: boolean };
  readonly offset: number;
  readonly limit: number;
  /** What recurrence counts over: the same window, all gates the person may see. */
  readonly statsOver: Visibility;
  /** True: `count_transits` is the plate's total on the plant; false: only what is visible (limited gates or range). */
  readonly isUnlimited: boolean;
}

/** Beyond this a jump is one statement with OFFSET; below, the drivers' shorter ways win. */
const DEEP = 5000;
/** Gates asked one by one; more are part of the walk's condition. */
const MOST_PROBED_GATES = 40;

/** The way of the storage design (part 7): plates, then gates, then time. All ways give the same keys. */
function drive(runner: Runner, d: Drive, signal?: AbortSignal): Promise<readonly TransitKey[]> {
  const { plates, visible } = d.search;
  if (plates.kind === 'plates') {
    const [only, more] = plates.plates;
    return only !== undefined && more === undefined
      ? historyOf(runner, d, only, signal)
      : probePlates(runner, d, plates.plates, signal);
  }
  const { gates } = visible;
  if (gates !== null && gates.length === 0) return Promise.resolve([]);
  if (gates !== null && gates.length <= MOST_PROBED_GATES) return probeGates(runner, d, gates, signal);
  return walk(runner, d, signal);
}

async function deepPage(
  runner: Runner,
  request: PageRequest,
  order: TimeOrder,
  signal?: AbortSignal,
): Promise<readonly TransitKey[]> {
  const { search, offset, limit } = request;
  const way = order === 'newest' ? sql`desc` : sql`asc`;
  const query = sql`select t.plate, t.id::text as id ${visibleTransits(search.visible, allConditions(search))}
    order by t.ts ${way}, t.id ${way} offset ${offset} limit ${limit}`;
  return runner.run<{ plate: string; id: string }>(statementOf(query), signal);
}

/** Recurrence as the sort key: the same definitions as `attachStats`. */
async function pageByStat(
  runner: Runner,
  request: PageRequest,
  field: StatField,
  signal?: AbortSignal,
): Promise<readonly TransitKey[]> {
  const { search, statsOver, isUnlimited } = request;
  const way = request.order.descending ? sql`desc` : sql`asc`;
  const rows = visibleTransits(statsOver, [sql<boolean>`t.plate = p.plate`]);
  const counted = {
    count_transits: isUnlimited
      ? sql`(select d.n from plate_dict as d where d.plate = p.plate)`
      : sql`(select count(*) ${rows})`,
    g_transits: sql`(select count(*) ${rows})`,
    g_transit_days: sql`(select count(distinct (t.ts at time zone 'Europe/Rome')::date) ${rows})`,
  }[field];
  const query = sql`with hits as materialized (select t.plate, t.ts, t.id ${visibleTransits(search.visible, allConditions(search))}),
    stat as materialized (select p.plate, ${counted} as v from (select distinct h.plate from hits as h) as p)
    select h.plate, h.id::text as id from hits as h join stat as s using (plate)
    order by s.v ${way}, h.ts desc, h.id desc offset ${request.offset} limit ${request.limit}`;
  return runner.run<{ plate: string; id: string }>(statementOf(query), signal);
}

/**
 * Keys of one page in the asked order, exactly. Empty windows ask nothing. `limit` may be one more than the page, to
 * learn whether there is a next one.
 */
export async function findPage(
  runner: Runner,
  request: PageRequest,
  signal?: AbortSignal,
): Promise<readonly TransitKey[]> {
  const { search, order, offset, limit } = request;
  if (search.visible.fromMs >= search.visible.toMs) return [];
  if (order.field !== 'data') return pageByStat(runner, request, order.field, signal);
  const time = order.descending ? 'newest' : 'oldest';
  if (offset > DEEP) return deepPage(runner, request, time, signal);
  return (await drive(runner, { search, order: time, count: offset + limit }, signal)).slice(offset);
}
