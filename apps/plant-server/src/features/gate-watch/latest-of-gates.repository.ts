import { sql } from 'kysely';
import type { TransitKey } from '../transits/transits.public.ts';
import { compileStatement, type Runner, type Statement } from '../../database/sql-statement.ts';
import { visibleTransits } from '../../policy/visible-transits.sql.ts';

interface LatestQuery {
  readonly gates: readonly number[];
  /** Half-open, milliseconds. */
  readonly fromMs: number;
  readonly toMs: number;
}

/**
 * Key of the newest transit of each gate, newest first. One index lookup on (gate, time) per gate, from the newest
 * partition back, so a gate that has been silent for long costs a few lookups more and no rows.
 */
export function latestStatement({ gates, fromMs, toMs }: LatestQuery): Statement {
  const ofGate = visibleTransits({ gates: null, fromMs, toMs }, [sql<boolean>`t.gate = g.gate`]);
  return compileStatement(
    sql`select x.plate, x.id::text as id from unnest(${gates}::smallint[]) as g(gate) cross join lateral (
      select t.plate, t.ts, t.id ${ofGate} order by t.ts desc, t.id desc limit 1) as x order by x.ts desc, x.id desc`,
    'latest-of-gates',
  );
}

export const latestOfGates = (
  runner: Runner,
  query: LatestQuery,
  signal?: AbortSignal,
): Promise<readonly TransitKey[]> =>
  query.gates.length === 0 || query.fromMs >= query.toMs
    ? Promise.resolve([])
    : runner.run<TransitKey>(latestStatement(query), signal);
