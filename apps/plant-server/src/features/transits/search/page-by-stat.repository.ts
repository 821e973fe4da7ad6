import { sql, type RawBuilder } from 'kysely';
import { candidateQuery, type Search } from './candidate-query.ts';
import type { Measure } from '../../../plate-index/tally.ts';
import type { TransitKey } from '../transit-row.ts';
import { pageByRank, type NewestRowsFinder } from './page-by-rank.repository.ts';
import { nameMatches } from './plate-matches.repository.ts';
import { ROME_DAY } from './recurrence-condition.ts';
import { compileStatement, type Runner, type Statement } from '../../../database/sql-statement.ts';
import { visibleTransits, type Visibility } from '../../../policy/visible-transits.ts';

export type StatField = 'count_transits' | 'g_transits' | 'g_transit_days';

export interface StatRequest {
  readonly search: Search;
  readonly field: StatField;
  readonly order: { readonly descending: boolean };
  readonly offset: number;
  readonly limit: number;
  readonly statsOver: Visibility;
  readonly isUnlimited: boolean;
}

/**
 * Up to this many candidate rows, recurrence is counted plate by plate; with more, all plates of the window are counted
 * in one pass.
 */
const MAX_FEW_CANDIDATES = 5000;

/** `plate, v` of the plates of the candidate rows. */
function statsOfCandidatePlates({ field, statsOver, isUnlimited }: StatRequest): RawBuilder<unknown> {
  const rows = visibleTransits(statsOver, [sql<boolean>`t.plate = p.plate`]);
  const counted = {
    count_transits: isUnlimited
      ? sql`(select d.n from plate_dict as d where d.plate = p.plate)`
      : sql`(select count(*) ${rows})`,
    g_transits: sql`(select count(*) ${rows})`,
    g_transit_days: sql`(select count(distinct ${ROME_DAY}) ${rows})`,
  }[field];
  return sql`select p.plate, ${counted} as v from (select distinct h.plate from hits as h) as p`;
}

/** `plate, v` of all plates. */
function statsOfAllPlates({ field, statsOver, isUnlimited }: StatRequest): RawBuilder<unknown> {
  const rows = visibleTransits(statsOver);
  if (field === 'count_transits' && isUnlimited) return sql`select d.plate, d.n as v from plate_dict as d`;
  if (field !== 'g_transit_days') return sql`select t.plate, count(*) as v ${rows} group by t.plate`;
  return sql`select p.plate, count(*) as v from (select distinct t.plate, ${ROME_DAY} as day ${rows}) as p group by p.plate`;
}

/** Page sorted by recurrence, with the same definitions as `attachStats`; equal values newest first. */
export function statPageStatement(request: StatRequest, isBroad: boolean): Statement {
  const { search, offset, limit } = request;
  const direction = request.order.descending ? sql`desc` : sql`asc`;
  const hits = sql`select h.plate, h.ts, h.id ${candidateQuery(search, search.visible)}`;
  const source = isBroad
    ? sql`with stat as (${statsOfAllPlates(request)}), hits as (${hits})`
    : sql`with hits as materialized (${hits}), stat as materialized (${statsOfCandidatePlates(request)})`;
  return compileStatement(sql`${source} select h.plate, h.id::text as id from hits as h join stat as s using (plate)
    order by s.v ${direction}, h.ts desc, h.id desc offset ${offset} limit ${limit}`);
}

const MEASURES: Readonly<Record<StatField, Measure>> = {
  count_transits: 'total',
  g_transits: 'transits',
  g_transit_days: 'days',
};

/**
 * One page in the order of a recurrence. The index ranks the plates; the database does when few rows match or the index
 * is not available. `newestOf`: finds the newest rows of a search.
 */
export async function pageByStat(
  runner: Runner,
  request: StatRequest,
  findNewest: NewestRowsFinder,
  signal?: AbortSignal,
): Promise<readonly TransitKey[]> {
  const { search, field, order, offset, limit, statsOver, isUnlimited } = request;
  // With a rare condition it is faster to find the matching rows than the plates that have them.
  const mayBeFew = search.recurrence === null && search.conditions.length > 0;
  if (mayBeFew && (await findNewest(search, MAX_FEW_CANDIDATES + 1)).length <= MAX_FEW_CANDIDATES) {
    const plates = await nameMatches(search.plates, signal);
    return sortInDatabase(runner, { ...request, search: { ...search, plates } }, false, signal);
  }
  const measure = field === 'count_transits' && !isUnlimited ? 'transits' : MEASURES[field];
  const page = { search, measure, descending: order.descending, count: offset + limit, statsOver };
  const ranked = await pageByRank(runner, page, findNewest, signal);
  if (ranked !== null) return ranked.slice(offset);
  const named = { ...search, plates: await nameMatches(search.plates, signal) };
  return sortInDatabase(runner, { ...request, search: named }, await hasManyCandidates(runner, named, signal), signal);
}

async function hasManyCandidates(runner: Runner, search: Search, signal?: AbortSignal): Promise<boolean> {
  const few = sql`select count(*)::int as n from (select 1 ${candidateQuery(search, search.visible)} limit ${MAX_FEW_CANDIDATES + 1}) as few`;
  const [found] = await runner.run<{ n: number }>(compileStatement(few), signal);
  return (found?.n ?? 0) > MAX_FEW_CANDIDATES;
}

const sortInDatabase = (
  runner: Runner,
  request: StatRequest,
  isBroad: boolean,
  signal?: AbortSignal,
): Promise<readonly TransitKey[]> =>
  runner.run<{ plate: string; id: string }>(statPageStatement(request, isBroad), signal);
