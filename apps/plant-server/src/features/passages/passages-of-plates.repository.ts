import { sql } from 'kysely';
import { compileStatement, type Runner } from '../../database/sql-statement.ts';
import { readableOnly, visibleTransits, type Visibility } from '../../policy/visible-transits.sql.ts';

/** Plates read in a window. */
export async function readPlatesInWindow(
  runner: Runner,
  visible: Visibility,
  signal?: AbortSignal,
): Promise<readonly string[]> {
  const query = sql`select t.plate ${visibleTransits(visible, [readableOnly()])} group by t.plate`;
  return (await runner.run<{ plate: string }>(compileStatement(query), signal)).map(({ plate }) => plate);
}

export interface PassageRow {
  readonly id: string;
  readonly plate: string;
  readonly ts: string;
  readonly gate: number;
  readonly nation: number;
  readonly brand: number;
  readonly colour: number;
  readonly vclass: number;
}

/** Passages of some plates, oldest first, at most `most` per plate. */
export const readPassagesOfPlates = (
  runner: Runner,
  visible: Visibility,
  plates: readonly string[],
  maxPerPlate: number,
  signal?: AbortSignal,
): Promise<readonly PassageRow[]> =>
  plates.length === 0
    ? Promise.resolve([])
    : runner.run<PassageRow>(
        compileStatement(sql`select p.* from plate_dict as d cross join lateral (
            select t.id::text, t.plate, t.ts, t.gate, t.nation, t.brand, t.colour, t.vclass
            ${visibleTransits(visible, [sql<boolean>`t.plate = d.plate`])} order by t.ts, t.id limit ${maxPerPlate}
          ) as p where d.plate = any(${plates}::text[]) order by p.plate, p.ts, p.id`),
        signal,
      );
