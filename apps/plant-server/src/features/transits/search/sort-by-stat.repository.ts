import { sql, type RawBuilder } from 'kysely';
import { candidateQuery, type Search } from './candidate-query.sql.ts';
import type { TransitKey } from '../transit-row.ts';
import { MAX_FEW_CANDIDATES, type PageRequest, type StatField } from './plan-page.ts';
import { ROME_DAY } from './recurrence-condition.sql.ts';
import { compileStatement, type Runner, type Statement } from '../../../database/sql-statement.ts';
import { visibleTransits } from '../../../policy/visible-transits.sql.ts';

/** `plate, v` of the plates of the candidate rows. */
function statsOfCandidatePlates(field: StatField, { statsOver, isUnlimited }: PageRequest): RawBuilder<unknown> {
  const isCandidate = (plate: RawBuilder<unknown>) => sql<boolean>`${plate} in (select h.plate from hits as h)`;
  if (field === 'count_transits' && isUnlimited)
    return sql`select d.plate, d.n as v from plate_dict as d where ${isCandidate(sql`d.plate`)}`;
  const counted = field === 'g_transit_days' ? sql`count(distinct ${ROME_DAY})` : sql`count(*)`;
  return sql`select t.plate, ${counted} as v ${visibleTransits(statsOver, [isCandidate(sql`t.plate`)])} group by t.plate`;
}

/** `plate, v` of all plates. */
function statsOfAllPlates(field: StatField, { statsOver, isUnlimited }: PageRequest): RawBuilder<unknown> {
  const rows = visibleTransits(statsOver);
  if (field === 'count_transits' && isUnlimited) return sql`select d.plate, d.n as v from plate_dict as d`;
  if (field !== 'g_transit_days') return sql`select t.plate, count(*) as v ${rows} group by t.plate`;
  return sql`select p.plate, count(*) as v from (select distinct t.plate, ${ROME_DAY} as day ${rows}) as p group by p.plate`;
}

/** Page sorted by recurrence, with the same definitions as `attachStats`; equal values newest first. */
function statPageStatement(field: StatField, request: PageRequest, isBroad: boolean): Statement {
  const { search, offset, limit } = request;
  const direction = request.order.descending ? sql`desc` : sql`asc`;
  const hits = sql`select h.plate, h.ts, h.id ${candidateQuery(search, search.visible)}`;
  const source = isBroad
    ? sql`with stat as (${statsOfAllPlates(field, request)}), hits as (${hits})`
    : sql`with hits as materialized (${hits}), stat as materialized (${statsOfCandidatePlates(field, request)})`;
  return compileStatement(sql`${source} select h.plate, h.id::text as id from hits as h left join stat as s using (plate)
    order by coalesce(s.v, 0) ${direction}, h.ts desc, h.id desc offset ${offset} limit ${limit + 1}`);
}

/** True when more rows match than may be counted plate by plate. */
export async function hasManyCandidates(runner: Runner, search: Search, signal?: AbortSignal): Promise<boolean> {
  const few = sql`select count(*)::int as n from (select 1 ${candidateQuery(search, search.visible)} limit ${MAX_FEW_CANDIDATES + 1}) as few`;
  const [found] = await runner.run<{ n: number }>(compileStatement(few), signal);
  return (found?.n ?? 0) > MAX_FEW_CANDIDATES;
}

/** One page in the order of a recurrence, and the row that follows it. The plates of the search must be named. */
export const sortInDatabase = (
  runner: Runner,
  field: StatField,
  request: PageRequest,
  isBroad: boolean,
  signal?: AbortSignal,
): Promise<readonly TransitKey[]> =>
  runner.run<{ plate: string; id: string }>(statPageStatement(field, request, isBroad), signal);
