import { sql, type RawBuilder } from 'kysely';
import { isoOf } from '@varco/domain/time/rome.ts';

/**
 * The part of `transit` one person may see in one search. A person without force rights has none at all: whoever makes
 * one of these has checked that first (`scopeOf`).
 */
export interface Visibility {
  /** Gates, already the common part of the allowed and the asked ones; null: all. */
  readonly gates: readonly number[] | null;
  /** Half-open, milliseconds; retention and t_max are already in it (`searchWindow`). */
  readonly fromMs: number;
  readonly toMs: number;
}

export type Condition = RawBuilder<boolean>;

/**
 * `from transit as t where ...` of what is visible and fits the further conditions. The only place that names the table
 * for reading: whoever selects transits selects from here, so no statement can forget a limit.
 */
export function visibleTransits(visible: Visibility, conditions: readonly Condition[] = []): RawBuilder<unknown> {
  const limits: Condition[] = [
    sql<boolean>`t.ts >= ${isoOf(visible.fromMs)}::timestamptz`,
    sql<boolean>`t.ts < ${isoOf(visible.toMs)}::timestamptz`,
  ];
  const [only, more] = visible.gates ?? [];
  if (visible.gates !== null && only !== undefined && more === undefined)
    limits.push(sql<boolean>`t.gate = ${only}::smallint`);
  else if (visible.gates !== null) limits.push(sql<boolean>`t.gate = any(${visible.gates}::smallint[])`);
  return sql`from transit as t where ${sql.join([...limits, ...conditions], sql` and `)}`;
}

/** Plates read in full. */
export const readableOnly = (): Condition => sql<boolean>`length(t.plate) >= 2 and t.plate not like '%?%'`;
