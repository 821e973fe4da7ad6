import { sql } from 'kysely';
import { hitsOf, type Search } from './hits.ts';
import type { TransitKey } from './new-read.ts';
import { statementOf, type Runner, type Statement } from './statement.ts';
import { visibleTransits, type Visibility } from './visible-transits.ts';

export type StatField = 'count_transits' | 'g_transits' | 'g_transit_days';

interface StatRequest {
  readonly search: Search;
  readonly field: StatField;
  readonly order: { readonly descending: boolean };
  readonly offset: number;
  readonly limit: number;
  readonly statsOver: Visibility;
  readonly isUnlimited: boolean;
}

/** Recurrence as the sort key: the same definitions as `attachStats`; equal ones newest first. */
export function statPageStatement(request: StatRequest): Statement {
  const { search, field, statsOver, isUnlimited } = request;
  const way = request.order.descending ? sql`desc` : sql`asc`;
  const rows = visibleTransits(statsOver, [sql<boolean>`t.plate = p.plate`]);
  const counted = {
    count_transits: isUnlimited
      ? sql`(select d.n from plate_dict as d where d.plate = p.plate)`
      : sql`(select count(*) ${rows})`,
    g_transits: sql`(select count(*) ${rows})`,
    g_transit_days: sql`(select count(distinct (t.ts at time zone 'Europe/Rome')::date) ${rows})`,
  }[field];
  return statementOf(sql`with hits as materialized (select h.plate, h.ts, h.id ${hitsOf(search, search.visible)}),
    stat as materialized (select p.plate, ${counted} as v from (select distinct h.plate from hits as h) as p)
    select h.plate, h.id::text as id from hits as h join stat as s using (plate)
    order by s.v ${way}, h.ts desc, h.id desc offset ${request.offset} limit ${request.limit}`);
}

/** One page in the order of a recurrence. */
export const pageByStat = (
  runner: Runner,
  request: StatRequest,
  signal?: AbortSignal,
): Promise<readonly TransitKey[]> => runner.run<{ plate: string; id: string }>(statPageStatement(request), signal);
