import { sql } from 'kysely';
import { toIsoInstant } from '@varco/domain/time/rome.ts';
import { compileStatement, type Runner } from '../../database/sql-statement.ts';
import { visibleTransits } from '../../policy/visible-transits.sql.ts';

/** More corrections than people make in a month. */
const MAX_CORRECTIONS = 100_000;
const DAY_MS = 86_400_000;

/** What a person said a read was, with the gate and the id of the read. */
export interface GateCorrection {
  readonly gate: number;
  readonly id: string;
  readonly plate: string;
  readonly corrected: string;
}

/** Milliseconds, from `sinceMs` on and before `untilMs`. */
interface Span {
  readonly sinceMs: number;
  readonly untilMs: number;
}

/** Corrections that people made in a span; those that a camera made of its own reads are left out. */
export const readGateCorrections = (runner: Runner, { sinceMs, untilMs }: Span): Promise<readonly GateCorrection[]> => {
  // The clock of a camera may be ahead.
  const read = visibleTransits({ gates: null, fromMs: 0, toMs: untilMs + DAY_MS }, [
    sql<boolean>`t.plate = c.plate`,
    sql<boolean>`t.ts = c.ts`,
    sql<boolean>`t.id = c.id`,
  ]);
  const query = sql`select r.gate, c.id::text as id, c.plate, c.corrected from plate_correction as c left join camera as m on m.uuid = c.author
    cross join lateral (select t.gate ${read}) as r
    where c.made_at >= ${toIsoInstant(sinceMs)}::timestamptz and c.made_at < ${toIsoInstant(untilMs)}::timestamptz
      and m.uuid is null limit ${sql.lit(MAX_CORRECTIONS)}`;
  return runner.run<GateCorrection>(compileStatement(query));
};

/**
 * Reads that raised an alert of a similar listed plate, confirmed by people in a span: the vehicle was the listed one, so
 * its plate was misread.
 */
export const readConfirmedMisreads = (
  runner: Runner,
  { sinceMs, untilMs }: Span,
): Promise<readonly GateCorrection[]> => {
  const query = sql`select distinct a.gate, a.transit::text as id, a.plate, a.entry_facts->>'text' as corrected from alert as a
    where a.outcome = 'confirmed' and a.closeness = 'misread' and a.list = 'blacklist' and a.entry_facts->>'text' <> ''
      and a.outcome_at >= ${toIsoInstant(sinceMs)}::timestamptz and a.outcome_at < ${toIsoInstant(untilMs)}::timestamptz
    limit ${sql.lit(MAX_CORRECTIONS)}`;
  return runner.run<GateCorrection>(compileStatement(query));
};
