import type { Runner } from '../../database/sql-statement.ts';

/**
 * Adds the nation with which the plate of each entry was last read on this plant; empty when it was never read or the camera
 * did not state it. A list itself does not say where a plate is from, and a flag is never guessed. A statement of its own,
 * because on a cluster the dictionary is not on the server of the lists.
 */
export async function addPlateNations<Row extends { readonly plate: string }>(
  runner: Runner,
  rows: readonly Row[],
  signal?: AbortSignal,
): Promise<readonly (Row & { readonly nation: string })[]> {
  if (rows.length === 0) return [];
  const found = await runner.run<{ plate: string; nation: string }>(
    {
      name: 'plate-nations',
      text: `select d.plate, v.value as nation from plate_dict as d join code_value as v on v.kind = 'nation' and v.code = d.nation
        where d.plate = any($1::text[])`,
      values: [[...new Set(rows.map(({ plate }) => plate))]],
    },
    signal,
  );
  const nations = new Map(found.map(({ plate, nation }) => [plate, nation]));
  return rows.map((row) => ({ ...row, nation: nations.get(row.plate) ?? '' }));
}
