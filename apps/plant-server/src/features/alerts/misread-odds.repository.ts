import { sql } from 'kysely';
import { toIsoInstant } from '@varco/domain/time/rome.ts';
import { compileStatement, findRow, type Runner } from '../../database/sql-statement.ts';
import { visibleTransits, type Visibility } from '../../policy/visible-transits.sql.ts';

/** Confidence of a read: tenths of a percent (-1: not reported), and one byte per character, percent. */
interface ConfidenceRow {
  readonly confidence: number;
  readonly confidence_chars: Buffer;
}

/** Confidence of one visible read; null: the read was deleted, or is outside the limits of the user. */
export const readConfidence = (
  runner: Runner,
  visible: Visibility,
  { plate, at, id }: { readonly plate: string; readonly at: string; readonly id: string },
  signal: AbortSignal,
): Promise<ConfidenceRow | null> => {
  const query = sql`select t.confidence, t.confidence_chars ${visibleTransits(visible, [
    sql<boolean>`t.plate = ${plate}`,
    sql<boolean>`t.ts = ${at}::timestamptz`,
    sql<boolean>`t.id = ${id}`,
  ])}`;
  return findRow<ConfidenceRow>(runner, compileStatement(query), signal);
};

/** Passages of a plate, and the newest one's vehicle as ids of the code dictionary. */
export interface PassageCounts {
  readonly plate: string;
  readonly at_gate: number;
  readonly at_plant: number;
  readonly brand: number;
  readonly model: number;
  readonly colour: number;
  readonly vclass: number;
}

/** Visible passages of some plates, corrected reads left out: they were another plate. */
export function countPassages(
  runner: Runner,
  visible: Visibility,
  plates: readonly string[],
  gate: number,
  signal: AbortSignal,
): Promise<readonly PassageCounts[]> {
  const newest = (column: string) => sql`(array_agg(${sql.ref(column)} order by t.ts desc, t.id desc))[1]`;
  const query = sql`select t.plate, count(*) filter (where t.gate = ${gate}::smallint)::int as at_gate, count(*)::int as at_plant,
      ${newest('t.brand')} as brand, ${newest('t.model')} as model, ${newest('t.colour')} as colour, ${newest('t.vclass')} as vclass
    ${visibleTransits(visible, [
      sql<boolean>`t.plate = any(${plates}::text[])`,
      sql<boolean>`not exists (select from plate_correction as c where c.plate = t.plate and c.ts = t.ts and c.id = t.id)`,
    ])} group by t.plate`;
  return runner.run<PassageCounts>(compileStatement(query), signal);
}

/** Visible reads of a gate corrected in a half-open range of milliseconds, as pairs of plates. */
export const listGateCorrections = (
  runner: Runner,
  visible: Visibility,
  gate: number,
  { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number },
  signal: AbortSignal,
): Promise<readonly { readonly plate: string; readonly corrected: string }[]> => {
  const read = visibleTransits(visible, [
    sql<boolean>`t.plate = c.plate`,
    sql<boolean>`t.ts = c.ts`,
    sql<boolean>`t.id = c.id`,
    sql<boolean>`t.gate = ${gate}::smallint`,
  ]);
  const query = sql`select c.plate, c.corrected from plate_correction as c cross join lateral (select t.id ${read}) as t
    where c.made_at >= ${toIsoInstant(fromMs)}::timestamptz and c.made_at < ${toIsoInstant(toMs)}::timestamptz limit 10000`;
  return runner.run<{ plate: string; corrected: string }>(compileStatement(query), signal);
};
