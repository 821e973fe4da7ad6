import { sql } from 'kysely';
import { compileStatement, type Runner, type Statement } from '../../database/sql-statement.ts';
import { readableOnly, visibleTransits, type Condition, type Visibility } from '../../policy/visible-transits.sql.ts';

/** Which passages are followed to the gate before or after them, and how far. */
export interface NeighbourGatesQuery {
  /** The passages to follow: the origin gates and the window. */
  readonly origin: Visibility & { readonly gates: readonly number[] };
  /** Range in which the neighbour passages are searched: everything within retention, all gates. */
  readonly all: Visibility;
  readonly withinMs: number;
  /** Maximum number of passages to follow; the newest ones are used. */
  readonly most: number;
}

export interface NeighbourGate {
  /** Null: the vehicle was at no other gate within the time. */
  readonly gate: number | null;
  readonly n: number;
  readonly median_s: number | null;
}

/**
 * For every passage at the origin, the nearest passage of the same plate at another gate, after or before it, counted
 * by gate. One index lookup on (plate, time) per passage.
 */
export function neighbourGatesStatement(following: NeighbourGatesQuery, to: 'next' | 'previous'): Statement {
  const { origin, all, withinMs, most: maxPassages } = following;
  const reach = sql`${withinMs} * interval '1 millisecond'`;
  const timeConditions: readonly Condition[] =
    to === 'next'
      ? [sql<boolean>`t.ts > s.ts`, sql<boolean>`t.ts <= s.ts + ${reach}`]
      : [sql<boolean>`t.ts < s.ts`, sql<boolean>`t.ts >= s.ts - ${reach}`];
  const conditions: readonly Condition[] = [
    sql<boolean>`t.plate = s.plate`,
    ...timeConditions,
    sql<boolean>`t.gate <> all(${origin.gates}::smallint[])`,
  ];
  return compileStatement(sql`with seen as materialized (
      select t.plate, t.ts, row_number() over () as nr from (
        select t.plate, t.ts ${visibleTransits(origin, [readableOnly()])} order by t.ts desc limit ${maxPassages}) as t
    ), nearest as materialized (
      select distinct on (s.nr) s.nr, t.gate, t.ts
      from seen as s cross join lateral (select t.gate, t.ts ${visibleTransits(all, conditions)}) as t
      order by s.nr, t.ts ${to === 'next' ? sql`asc` : sql`desc`}
    )
    select n.gate, count(*)::int as n,
      percentile_cont(0.5) within group (order by abs(extract(epoch from n.ts - s.ts)))::float8 as median_s
    from seen as s left join nearest as n using (nr)
    group by n.gate order by 2 desc, 1`);
}

export const countNeighbourGates = (
  runner: Runner,
  following: NeighbourGatesQuery,
  to: 'next' | 'previous',
  signal?: AbortSignal,
): Promise<readonly NeighbourGate[]> => runner.run<NeighbourGate>(neighbourGatesStatement(following, to), signal);
