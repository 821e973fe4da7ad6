import { sql, type RawBuilder } from 'kysely';
import { toIsoInstant } from '@varco/domain/time/rome.ts';

/**
 * The part of `transit` that one user may see in one search. A user without force rights may see nothing at all; code
 * that creates a Visibility must have checked that (`scopeOf`).
 */
export interface Visibility {
  /** Intersection of the allowed and the requested gates; null: all. */
  readonly gates: readonly number[] | null;
  /** Half-open, milliseconds, already limited by retention and t_max (`searchWindow`). */
  readonly fromMs: number;
  readonly toMs: number;
  /**
   * Passages without a plate: `only` these, or `with` those that have one. Absent: none, because sums, indexes and
   * analyses are about plates.
   */
  readonly unread?: Unread | undefined;
}

export type Unread = 'only' | 'with';

const RELATION: Readonly<Record<Unread | 'none', RawBuilder<unknown>>> = {
  none: sql`transit`,
  only: sql`unread_transit`,
  with: sql`(select * from transit union all select * from unread_transit)`,
};

export type Condition = RawBuilder<boolean>;

/**
 * `from transit as t where ...` for visible transits that meet the conditions. The only place that reads the tables of
 * transits, so that no statement can miss a user's limits.
 */
export function visibleTransits(visible: Visibility, conditions: readonly Condition[] = []): RawBuilder<unknown> {
  const limits: Condition[] = [
    sql<boolean>`t.ts >= ${toIsoInstant(visible.fromMs)}::timestamptz`,
    sql<boolean>`t.ts < ${toIsoInstant(visible.toMs)}::timestamptz`,
  ];
  const [only, more] = visible.gates ?? [];
  if (visible.gates !== null && only !== undefined && more === undefined)
    limits.push(sql<boolean>`t.gate = ${only}::smallint`);
  else if (visible.gates !== null) limits.push(sql<boolean>`t.gate = any(${visible.gates}::smallint[])`);
  return sql`from ${RELATION[visible.unread ?? 'none']} as t where ${sql.join([...limits, ...conditions], sql` and `)}`;
}

/** Plates read in full. */
export const readableOnly = (): Condition => sql<boolean>`length(t.plate) >= 2 and t.plate not like '%?%'`;
