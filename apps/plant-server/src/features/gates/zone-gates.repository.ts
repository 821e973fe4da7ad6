import { toPosition } from '@varco/domain/maps/geo.ts';
import { isInsidePolygon, type Polygon } from '@varco/domain/maps/polygon.ts';
import type { Runner } from '../../database/sql-statement.ts';
import { type GateRow, readGates } from './gates.repository.ts';

/** Ids of the gates of a zone: those inside its polygon, or selected by hand and still existing. */
export const computeZoneGates = (
  { corners, gates: picked }: { readonly corners: Polygon; readonly gates: readonly number[] },
  gates: readonly GateRow[],
): readonly number[] =>
  gates
    .filter(({ id, lat, lon }) => {
      const at = toPosition({ gps_lat: lat, gps_lon: lon });
      return picked.includes(id) || (at !== null && corners.length > 2 && isInsidePolygon(at, corners));
    })
    .map(({ id }) => id);

/** Gates of a zone by its id; null: the zone does not exist. */
export async function readZoneGates(runner: Runner, zoneId: number): Promise<readonly number[] | null> {
  const [zone] = await runner.run<{ corners: Polygon; gates: readonly number[] }>({
    name: 'zone-gates',
    text: 'select corners, gates from zone where id = $1',
    values: [zoneId],
  });
  return zone === undefined ? null : computeZoneGates(zone, await readGates(runner));
}
