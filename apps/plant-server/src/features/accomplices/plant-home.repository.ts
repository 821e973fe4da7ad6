import type { PlantStore } from '../../context/open-store.ts';
import { compileStatement } from '../../database/sql-statement.ts';
import { visibleTransits } from '../../policy/visible-transits.sql.ts';
import { sql } from 'kysely';
import type { TransitRow } from '../transits/transits.public.ts';

/** Municipality and province where local vehicles are registered, as codes of reads. */
export interface PlantHome {
  /** Null: no read has contained it yet. */
  readonly comune: number | null;
  readonly province: number | null;
}

const SAMPLE_READS = 200;

/** Finds the home codes. The province is taken from reads of the municipality, because the settings contain none. */
export async function findPlantHome(
  { runner, codes }: PlantStore,
  municipality: string,
  signal?: AbortSignal,
): Promise<PlantHome> {
  const name = municipality.trim().toLocaleUpperCase('it');
  const [comune] = codes.findCodes('comune', (word) => word.toLocaleUpperCase('it') === name);
  if (comune === undefined) return { comune: null, province: null };
  const everything = { gates: null, fromMs: Date.UTC(2020, 0, 1), toMs: Date.UTC(2089, 0, 1) };
  const query = sql`select r.province, count(*)::int as n from (
      select t.province ${visibleTransits(everything, [sql<boolean>`t.comune = ${comune}::smallint`, sql<boolean>`t.province > 0`])}
      order by t.ts desc limit ${SAMPLE_READS}) as r group by 1 order by 2 desc limit 1`;
  const [row] = await runner.run<{ province: number }>(compileStatement(query), signal);
  return { comune, province: row?.province ?? null };
}

/** Whether a checkbox excludes this vehicle: registered in the municipality, or elsewhere in its province. */
export function isRegisteredNearby(
  row: Pick<TransitRow, 'comune' | 'province'>,
  { comune, province }: PlantHome,
  ignored: { readonly ignore_comune_impianto: boolean; readonly ignore_limitrofi: boolean },
): boolean {
  const isComune = comune !== null && row.comune === comune;
  if (isComune) return ignored.ignore_comune_impianto;
  return ignored.ignore_limitrofi && province !== null && row.province === province;
}
