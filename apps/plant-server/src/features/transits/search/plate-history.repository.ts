import { sql } from 'kysely';
import { createScanRequest, scanPlateHistory } from './scan-statements.repository.ts';
import type { TransitKey } from '../transit-row.ts';
import { compileStatement, type Runner } from '../../../database/sql-statement.ts';
import { visibleTransits, type Visibility } from '../../../policy/visible-transits.sql.ts';

/** Newest passages of one plate, without further filters. */
export const readPlateHistory = (
  runner: Runner,
  visible: Visibility,
  plate: string,
  count: number,
  signal?: AbortSignal,
): Promise<readonly TransitKey[]> =>
  scanPlateHistory(
    runner,
    createScanRequest(
      { visible, plates: { kind: 'all' }, conditions: [], excludedIds: [], distinct: false, recurrence: null },
      'newest',
      count,
    ),
    plate,
    signal,
  );

/** Rome days on which a plate passed, newest first, with the number of passages. */
export async function readDaysOfPlate(
  runner: Runner,
  visible: Visibility,
  plate: string,
  count: number,
  signal?: AbortSignal,
): Promise<readonly { readonly giorno: string; readonly n: number }[]> {
  const query = sql`select (t.ts at time zone 'Europe/Rome')::date as day, count(*) as n
    ${visibleTransits(visible, [sql<boolean>`t.plate = ${plate}`])} group by 1 order by 1 desc limit ${count}`;
  const rows = await runner.run<{ day: string; n: string }>(compileStatement(query), signal);
  return rows.map((row) => ({ giorno: row.day, n: Number(row.n) }));
}
