import { sql } from 'kysely';
import { compileStatement, type Runner } from '../../database/sql-statement.ts';
import { visibleTransits, type Condition, type Visibility } from '../../policy/visible-transits.sql.ts';

/** Number of visible transits that meet a condition, by gate, most first. */
export function countByGate(runner: Runner, visible: Visibility, condition: Condition, signal: AbortSignal) {
  const query = sql`select t.gate, count(*)::int as n ${visibleTransits(visible, [condition])} group by t.gate order by n desc, t.gate`;
  return runner.run<{ gate: number; n: number }>(compileStatement(query), signal);
}

/** The newest visible transit that meets a condition; null: none. */
export async function findLastTransit(runner: Runner, visible: Visibility, condition: Condition, signal: AbortSignal) {
  const query = sql`select t.ts, t.gate ${visibleTransits(visible, [condition])} order by t.ts desc, t.id desc limit 1`;
  const [row] = await runner.run<{ ts: string; gate: number }>(compileStatement(query), signal);
  return row ?? null;
}
