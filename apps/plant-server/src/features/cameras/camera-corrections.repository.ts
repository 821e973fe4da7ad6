import { sql } from 'kysely';
import { toIsoInstant } from '@varco/domain/time/rome.ts';
import { compileStatement, type Runner } from '../../database/sql-statement.ts';
import { visibleTransits } from '../../policy/visible-transits.sql.ts';

/** More corrections than people make in a month. */
const MAX_CORRECTIONS = 100_000;

/** A correction by a person, with the gate of the read. */
export interface GateCorrection {
  readonly gate: number;
  readonly plate: string;
  readonly corrected: string;
}

/** Corrections made by people since an instant; those that a camera made of its own reads are left out. Milliseconds. */
export const readGateCorrections = (
  runner: Runner,
  sinceMs: number,
  toMs: number,
): Promise<readonly GateCorrection[]> => {
  const read = visibleTransits({ gates: null, fromMs: 0, toMs }, [
    sql<boolean>`t.plate = c.plate`,
    sql<boolean>`t.ts = c.ts`,
    sql<boolean>`t.id = c.id`,
  ]);
  const query = sql`select r.gate, c.plate, c.corrected from plate_correction as c left join camera as m on m.uuid = c.author
    cross join lateral (select t.gate ${read}) as r
    where c.made_at >= ${toIsoInstant(sinceMs)}::timestamptz and m.uuid is null limit ${sql.lit(MAX_CORRECTIONS)}`;
  return runner.run<GateCorrection>(compileStatement(query));
};
