import type { Position } from '@varco/domain/maps/geo.ts';
import type { Runner } from '../../database/sql-statement.ts';

export interface ZoneRow {
  readonly id: number;
  readonly name: string;
  readonly corners: readonly Position[];
  readonly gates: readonly number[];
  readonly colour: number;
  readonly updated_at: string;
}

/** The fields of a zone that users set. */
export type ZoneFields = Pick<ZoneRow, 'name' | 'corners' | 'gates' | 'colour'>;
export interface ZoneAuthor {
  readonly at: string;
  readonly uuid: string;
}

const COLUMNS = 'id, name, corners, gates, colour, updated_at';

/** All zones, ordered by name. */
export const readZones = (runner: Runner): Promise<readonly ZoneRow[]> =>
  runner.run<ZoneRow>({ name: 'zones', text: `select ${COLUMNS} from zone order by lower(name), id`, values: [] });

/** One zone, locked until the end of the transaction; null when it does not exist. */
export async function lockZone(runner: Runner, id: number): Promise<ZoneRow | null> {
  const text = `select ${COLUMNS} from zone where id = $1 for update`;
  return (await runner.run<ZoneRow>({ text, values: [id] }))[0] ?? null;
}

const toColumnValues = ({ name, corners, gates, colour }: ZoneFields, { at, uuid }: ZoneAuthor): readonly unknown[] => [
  name,
  JSON.stringify(corners),
  gates,
  colour,
  at,
  uuid,
];

/** Null when another zone has this name. */
export async function insertZone(runner: Runner, fields: ZoneFields, author: ZoneAuthor): Promise<ZoneRow | null> {
  const rows = await runner.run<ZoneRow>({
    text: `insert into zone (name, corners, gates, colour, updated_at, updated_by) values ($1, $2, $3, $4, $5, $6)
      on conflict (lower(name)) do nothing returning ${COLUMNS}`,
    values: toColumnValues(fields, author),
  });
  return rows[0] ?? null;
}

/** Null when another zone has this name. */
export async function updateZone(
  runner: Runner,
  id: number,
  fields: ZoneFields,
  author: ZoneAuthor,
): Promise<ZoneRow | null> {
  const rows = await runner.run<ZoneRow>({
    text: `update zone set name = $1, corners = $2, gates = $3, colour = $4, updated_at = $5, updated_by = $6
      where id = $7 and not exists (select from zone as o where lower(o.name) = lower($1) and o.id <> $7) returning ${COLUMNS}`,
    values: [...toColumnValues(fields, author), id],
  });
  return rows[0] ?? null;
}

export async function deleteZone(runner: Runner, id: number): Promise<void> {
  await runner.run({ text: 'delete from zone where id = $1', values: [id] });
}

export interface GateCounts {
  readonly gate: number;
  readonly today: number;
  readonly recent: number;
  readonly alarms: number;
}

/** Transits of each gate since two instants (ISO, full hours) and alarms since the first, from the hourly roll-up. */
export const countTransitsByGate = (
  runner: Runner,
  since: string,
  recentSince: string,
): Promise<readonly GateCounts[]> =>
  runner.run<GateCounts>({
    name: 'zone-counts',
    text: `select gate, coalesce(sum(n) filter (where hour >= $1), 0)::int as today,
        coalesce(sum(n) filter (where hour >= $2), 0)::int as recent,
        coalesce(sum(n_alarm) filter (where hour >= $1), 0)::int as alarms
      from gate_hour where gate in (select id from gate) and hour >= least($1::timestamptz, $2::timestamptz) group by gate`,
    values: [since, recentSince],
  });
