import type { Runner } from '../../database/sql-statement.ts';

/** Plates of the vehicles of enabled figureheads (nominee owners, "prestanome"), by entry id; `ids` null: all entries. */
export async function readFigureheadVehicles(
  runner: Runner,
  ids: readonly number[] | null,
): Promise<ReadonlyMap<number, readonly string[]>> {
  if (ids?.length === 0) return new Map();
  const rows = await runner.run<{ entry: number; plates: readonly string[] }>({
    text: `select v.entry, v.plates from figurehead_vehicles as v join figurehead_entry as e on e.id = v.entry
      where e.is_enabled and ($1::integer[] is null or v.entry = any($1))`,
    values: [ids],
  });
  return new Map(rows.map(({ entry, plates }) => [entry, plates]));
}

/** Enabled figureheads whose vehicles were never fetched from the registry, or not since `sinceIso`; longest unrefreshed first. */
export const readFigureheadsToRefresh = (
  runner: Runner,
  sinceIso: string,
  limit: number,
): Promise<readonly { readonly id: number; readonly owner_code: string }[]> =>
  runner.run({
    text: `select e.id, e.owner_code from figurehead_entry as e left join figurehead_vehicles as v on v.entry = e.id
      where e.is_enabled and (v.asked_at is null or v.asked_at < $1::timestamptz or v.asked_at < e.updated_at)
      order by v.asked_at nulls first, e.id limit $2`,
    values: [sinceIso, limit],
  });

/** Stores the plates the registry returned for an owner and notifies every process that has the lists in memory. */
export async function storeFigureheadVehicles(
  runner: Runner,
  entry: number,
  plates: readonly string[],
  nowIso: string,
): Promise<void> {
  await runner.run({
    text: `with told as (
        insert into figurehead_vehicles as v (entry, plates, asked_at) select id, $2::text[], $3 from figurehead_entry where id = $1
        on conflict (entry) do update set plates = excluded.plates, asked_at = excluded.asked_at returning entry)
      select note_list_change('figurehead', array_agg(entry)) from told having count(*) > 0`,
    values: [entry, [...plates].sort(), nowIso],
  });
}
