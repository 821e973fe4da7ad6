import type { StoredRow } from '../../database/stored-row.ts';
import type { Runner } from '../../database/sql-statement.ts';

/** A gate as stored. `air_*`: newest air quality measurement; `air_at` null: none. */
export type GateRow = StoredRow<'gate'>;

const SELECT_GATES = `select id, fullname, description, position, lat, lon, note, lane2, rca_status, direction, camera_model, video_url, sd_size,
  boundary, enabled, has_error, updated_at, updated_by, air_pm10, air_no2, air_at from gate order by position, id`;

/** All gates of the plant in display order. */
export const readGates = (runner: Runner): Promise<readonly GateRow[]> =>
  runner.run<GateRow>({ name: 'gates', text: SELECT_GATES, values: [] });

/** What lists of transits show of a gate. */
export type GatePosition = Pick<GateRow, 'id' | 'fullname' | 'lat' | 'lon'>;

/** Names and positions of all gates by id. */
export async function readGatePositions(runner: Runner): Promise<ReadonlyMap<number, GatePosition>> {
  const gates = await runner.run<GatePosition>({
    name: 'gate-positions',
    text: 'select id, fullname, lat, lon from gate',
    values: [],
  });
  return new Map(gates.map((gate) => [gate.id, gate]));
}

/** Serialises creating and renaming gates until the end of the transaction; readers are not blocked. */
export async function lockGates(runner: Runner): Promise<void> {
  await runner.run({ text: 'select pg_advisory_xact_lock(7203941)', values: [] });
}

/** User names of who changed the gates last, by id of the gate; without accounts that are gone. */
export async function readGateAuthors(runner: Runner): Promise<ReadonlyMap<number, string>> {
  const rows = await runner.run<{ id: number; username: string }>({
    name: 'gate-authors',
    text: 'select g.id, u.username from gate g join plant_user u on u.uuid = g.updated_by',
    values: [],
  });
  return new Map(rows.map(({ id, username }) => [id, username]));
}

/** Columns of a gate that somebody sets. */
type GateColumns = ReadonlyMap<keyof GateRow, unknown>;

export const toGateColumns = (values: Partial<GateRow>): GateColumns =>
  new Map(Object.entries(values) as [keyof GateRow, unknown][]);

/** Who changes a gate, and when. `by` null: not a person of the plant. */
export interface GateAuthor {
  readonly by: string | null;
  readonly at: string;
}

/**
 * Inserts a gate under the next number, by default at the end of the list; returns the number. The table of gates must be
 * locked. Numbers are not used again, because gates are retired and never deleted.
 */
export async function insertGate(runner: Runner, columns: GateColumns, author: GateAuthor | null): Promise<number> {
  const set = new Map<string, unknown>([
    ...columns,
    ['updated_at', author?.at ?? null],
    ['updated_by', author?.by ?? null],
  ]);
  const position = columns.has('position') ? null : 'coalesce(max(position), -1) + 1';
  const names = [...set.keys(), ...(position === null ? [] : ['position'])];
  const values = [...[...set.keys()].map((_, index) => `$${index + 1}`), ...(position === null ? [] : [position])];
  const [made] = await runner.run<{ id: number }>({
    text: `insert into gate (id, ${names.join(', ')}) select coalesce(max(id), 0) + 1, ${values.join(', ')} from gate returning id`,
    values: [...set.values()],
  });
  if (made === undefined) throw new Error('gate not made');
  return made.id;
}

/** Updates some columns of a gate. */
export async function updateGateColumns(
  runner: Runner,
  id: number,
  columns: GateColumns,
  { by, at }: GateAuthor,
): Promise<void> {
  const sets = [...columns.keys()].map((column, index) => `${column} = $${index + 4}`);
  await runner.run({
    text: `update gate set updated_at = $2, updated_by = $3, ${sets.join(', ')} where id = $1`,
    values: [id, at, by, ...columns.values()],
  });
}
