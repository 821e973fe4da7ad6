import type { Runner } from '../../database/sql-statement.ts';

export interface GateRow {
  readonly id: number;
  readonly fullname: string;
  readonly description: string;
  readonly position: number;
  readonly lat: number | null;
  readonly lon: number | null;
  readonly note: string;
  readonly lane2: boolean;
  readonly rca_status: string;
  readonly direction: number;
  readonly camera_model: string;
  readonly video_url: string | null;
  readonly sd_size: number | null;
  readonly boundary: boolean;
  readonly enabled: boolean;
  readonly has_error: boolean;
  readonly updated_at: string | null;
  /** Newest air quality measurement; `air_at` null: none. */
  readonly air_pm10: number | null;
  readonly air_no2: number | null;
  readonly air_at: string | null;
}

const SELECT_GATES = `select id, fullname, description, position, lat, lon, note, lane2, rca_status, direction, camera_model, video_url, sd_size,
  boundary, enabled, has_error, updated_at, air_pm10, air_no2, air_at from gate order by position, id`;

/** All gates of the plant in display order. */
export const readGates = (runner: Runner): Promise<readonly GateRow[]> =>
  runner.run<GateRow>({ name: 'gates', text: SELECT_GATES, values: [] });

/** Serialises creating and renaming gates until the end of the transaction; readers are not blocked. */
export async function lockGates(runner: Runner): Promise<void> {
  await runner.run({ text: 'select pg_advisory_xact_lock(7203941)', values: [] });
}
