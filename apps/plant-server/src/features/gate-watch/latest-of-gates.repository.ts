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

/** Key of the newest transit of one gate: one index lookup, from the newest partition back. */
export function latestStatement(gate: number, { fromMs, toMs }: Pick<LatestQuery, 'fromMs' | 'toMs'>): Statement {
  const ofGate = visibleTransits({ gates: [gate], fromMs, toMs });
  return compileStatement(
    sql`select t.plate, t.id::text as id ${ofGate} order by t.ts desc, t.id desc limit 1`,
    'latest-of-gate',
  );
}

/** A gate each, because the servers of a cluster cannot answer for several gates in one statement. */
const GATES_AT_ONCE = 4;

/**
 * Key of the newest transit of each gate, newest first. A gate that has been silent for long costs a few lookups more and
 * no rows.
 */
export async function latestOfGates(
  runner: Runner,
  { gates, fromMs, toMs }: LatestQuery,
  signal?: AbortSignal,
): Promise<readonly TransitKey[]> {
  if (fromMs >= toMs) return [];
  const rows: TransitKey[] = [];
  for (let at = 0; at < gates.length; at += GATES_AT_ONCE) {
    const found = gates
      .slice(at, at + GATES_AT_ONCE)
      .map((gate) => runner.run<TransitKey>(latestStatement(gate, { fromMs, toMs }), signal));
    rows.push(...(await Promise.all(found)).flat());
  }
  // Ids are in the order of instants.
  return rows.toSorted((a, b) => (BigInt(a.id) < BigInt(b.id) ? 1 : -1));
}
