import { sql } from 'kysely';
import { behind, driveOf, historyOf, probeGates, probePlates, walk, type Drive, type TimeOrder } from './drivers.ts';
import { hitsOf, isPlainSearch, type Search } from './hits.ts';
import { jumpByHours } from './hour-jump.ts';
import type { TransitKey } from '../transit-row.ts';
import { pageByStat, type StatField } from './page-by-stat.ts';
import { namedMatches } from './plate-matches.ts';
import { probeNearest } from './probe-nearest.ts';
import { glanceRecurring, sieveRecurring } from './sieve-recurring.ts';
import { statementOf, type Runner } from '../../../database/statement.ts';
import type { Visibility } from '../../../policy/visible-transits.ts';

export interface PageRequest {
  readonly search: Search;
  readonly order: { readonly field: 'data' | StatField; readonly descending: boolean };
  readonly offset: number;
  /** Rows wanted; one more is looked for, to learn whether there is a next page. */
  readonly limit: number;
  /** Row the page follows or precedes in the asked order; it is then found by that row and not by the offset. */
  readonly beside: { readonly side: 'after' | 'before'; readonly id: string } | null;
  /** What recurrence counts over: the same window, all gates the person may see. */
  readonly statsOver: Visibility;
  /** True: `count_transits` is the plate's total on the plant; false: only what is visible (limited gates or range). */
  readonly isUnlimited: boolean;
}

export interface KeyPage {
  readonly keys: readonly TransitKey[];
  readonly hasNext: boolean;
}

/** Beyond this a jump is one statement with OFFSET; below, the drivers' shorter ways win. */
const DEEP = 5000;
/** Farthest jump of a search that asks more than time and gates: every row on the way must be looked at. */
export const FARTHEST_JUMP = 100_000;
/** Farthest jump in the order of a recurrence: plates and rows on the way are gone over. */
export const FARTHEST_RANK = 10_000;
/** Gates asked one by one; more are part of the walk's condition. */
const MOST_PROBED_GATES = 40;

/** The way of the storage design (part 7): plates, then gates, then time. All ways give the same keys. */
async function run(runner: Runner, asked: Drive, signal?: AbortSignal): Promise<readonly TransitKey[]> {
  const source = (drive: Drive): Promise<readonly TransitKey[]> => run(runner, drive, signal);
  const glanced = await glanceRecurring(runner, asked, source, signal);
  if (glanced !== null) return glanced;
  const nearest = await probeNearest(runner, asked, signal);
  if (nearest !== null) return nearest;
  const sieved = await sieveRecurring(runner, asked, source, signal);
  if (sieved !== null) return sieved;
  const d = await withNamedPlates(asked, signal);
  const { plates, distinct, recurrence } = d.search;
  if (plates.kind === 'plates') {
    const [only, more] = plates.plates;
    return only !== undefined && more === undefined && !distinct && recurrence === null
      ? historyOf(runner, d, only, signal)
      : probePlates(runner, d, plates.plates, signal);
  }
  const { gates } = d.part;
  if (gates !== null && gates.length === 0) return [];
  if (gates !== null && gates.length <= MOST_PROBED_GATES) return probeGates(runner, d, gates, signal);
  return walk(runner, d, signal);
}

async function withNamedPlates(d: Drive, signal?: AbortSignal): Promise<Drive> {
  return { ...d, search: { ...d.search, plates: await namedMatches(d.search.plates, signal) } };
}

async function pageByOffset(
  runner: Runner,
  d: Drive,
  offset: number,
  signal?: AbortSignal,
): Promise<readonly TransitKey[]> {
  if (offset <= DEEP) return (await run(runner, { ...d, count: offset + d.count }, signal)).slice(offset);
  const named = await withNamedPlates(d, signal);
  const jumped = isPlainSearch(d.search)
    ? await jumpByHours(runner, d, offset, signal)
    : { drive: named, skip: offset };
  const way = d.order === 'newest' ? sql`desc` : sql`asc`;
  const query = sql`select h.plate, h.id::text as id ${hitsOf(named.search, jumped.drive.part)}
    order by h.ts ${way}, h.id ${way} offset ${jumped.skip} limit ${d.count}`;
  return runner.run<{ plate: string; id: string }>(statementOf(query), signal);
}

/** The rows next to one: after it they begin there, before it they are found backwards. */
async function pageBeside(
  runner: Runner,
  d: Drive,
  beside: NonNullable<PageRequest['beside']>,
  signal?: AbortSignal,
): Promise<KeyPage> {
  const wanted = d.count - 1;
  if (beside.side === 'after') {
    const keys = await run(runner, behind(d, beside.id), signal);
    return { keys: keys.slice(0, wanted), hasNext: keys.length > wanted };
  }
  const order: TimeOrder = d.order === 'newest' ? 'oldest' : 'newest';
  const keys = await run(runner, behind({ ...d, order, count: wanted }, beside.id), signal);
  return { keys: [...keys].reverse(), hasNext: true };
}

/** Keys of one page in the asked order, exactly. Empty windows ask nothing. */
export async function findPage(runner: Runner, request: PageRequest, signal?: AbortSignal): Promise<KeyPage> {
  const { search, order, offset, limit, beside } = request;
  if (search.visible.fromMs >= search.visible.toMs) return { keys: [], hasNext: false };
  const time: TimeOrder = order.descending ? 'newest' : 'oldest';
  const drive = driveOf(search, time, limit + 1);
  if (order.field === 'data' && beside !== null) return pageBeside(runner, drive, beside, signal);
  const keys =
    order.field === 'data'
      ? await pageByOffset(runner, drive, offset, signal)
      : await pageByStat(
          runner,
          { ...request, field: order.field, limit: limit + 1 },
          (asked, count) => run(runner, driveOf(asked, 'newest', count), signal),
          signal,
        );
  return { keys: keys.slice(0, limit), hasNext: keys.length > limit };
}
