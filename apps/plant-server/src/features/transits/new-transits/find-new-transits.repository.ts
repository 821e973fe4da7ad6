import { matchPlateQuery } from '@varco/domain/plates/plate-query.ts';
import { parseTransitIdMs } from '@varco/domain/transits/transit-id.ts';
import { sql } from 'kysely';
import type { PlantStore } from '../../../context/open-store.ts';
import { compileStatement } from '../../../database/sql-statement.ts';
import { visibleTransits } from '../../../policy/visible-transits.sql.ts';
import { collectFilterWords, transitConditions } from '../search/transit-conditions.sql.ts';
import type { TransitQuery } from '../transit-query.ts';

/**
 * Those of the given transits that match a search. Plates are compared here, one by one: the index may not know a plate
 * yet that was read a moment ago.
 * @param ids newest first
 */
export async function findNewTransits(
  store: PlantStore,
  query: TransitQuery,
  municipality: string,
  ids: readonly string[],
): Promise<readonly string[]> {
  const newestMs = parseTransitIdMs(ids[0] ?? '');
  const oldestMs = parseTransitIdMs(ids.at(-1) ?? '');
  if (newestMs === null || oldestMs === null) return [];
  const { window, gates, unread, filter, plates } = query;
  await store.codes.loadWords(collectFilterWords(filter));
  const visible = {
    gates,
    unread,
    fromMs: Math.max(window.fromMs, oldestMs),
    toMs: Math.min(window.toMs, newestMs + 1),
  };
  if (visible.fromMs >= visible.toMs) return [];
  const conditions = [
    ...transitConditions(filter, store.codes, municipality),
    sql<boolean>`t.id = any(${ids}::bigint[])`,
  ];
  const statement = compileStatement(sql`select t.id::text as id, t.plate ${visibleTransits(visible, conditions)}`);
  const rows = await store.runner.run<{ id: string; plate: string }>(statement);
  const { plateQuery } = plates;
  const matches = (plate: string): boolean =>
    plateQuery.terms.length === 0 || matchPlateQuery(plate, plateQuery) !== null;
  return rows.filter(({ plate }) => matches(plate)).map(({ id }) => id);
}
