import type { StoredRow } from '../../database/stored-row.ts';
import type { Runner } from '../../database/sql-statement.ts';

/** A gate as stored. `air_*`: newest air quality measurement; `air_at` null: none. */
export type GateRow = StoredRow<'gate'>;

const SELECT_GATES = `select id, fullname, description, position, lat, lon, note, lane2, rca_status, direction, camera_model, video_url, sd_size,
  boundary, enabled, has_error, updated_at, air_pm10, air_no2, air_at from gate order by position, id`;

/** All gates of the plant in display order. */
export const readGates = (runner: Runner): Promise<readonly GateRow[]> =>
  runner.run<GateRow>({ name: 'gates', text: SELECT_GATES, values: [] });

/** Serialises creating and renaming gates until the end of the transaction; readers are not blocked. */
export async function lockGates(runner: Runner): Promise<void> {
  await runner.run({ text: 'select pg_advisory_xact_lock(7203941)', values: [] });
}

/** Updates some columns of a gate. */
export async function updateGateColumns(
  runner: Runner,
  id: number,
  columns: ReadonlyMap<keyof GateRow, unknown>,
  now: string,
): Promise<void> {
  const sets = [...columns.keys()].map((column, index) => `${column} = $${index + 3}`);
  await runner.run({
    text: `update gate set updated_at = $2, ${sets.join(', ')} where id = $1`,
    values: [id, now, ...columns.values()],
  });
}
