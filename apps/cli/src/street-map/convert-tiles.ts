import { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { computeTileId } from './tile-id.ts';
import { type ArchiveTile, writeArchive } from './write-archive.ts';

/** Where a tile is in an MBTiles file, whose rows count from the south. */
const TilePosition = z.object({ zoom: z.int().min(0).max(22), x: z.int().min(0), row: z.int().min(0) });
type TilePosition = z.infer<typeof TilePosition>;

/** The file has no tile: the extract holds nothing that the map draws. */
export class NoTilesError extends Error {}

interface Conversion {
  readonly from: string;
  readonly to: string;
  readonly name: string;
  readonly attribution: string;
  readonly layers: readonly string[];
  readonly signal?: AbortSignal | undefined;
}

/**
 * Writes the gzipped vector tiles of an MBTiles file as a new PMTiles archive.
 * @returns number of tiles and bytes, and the area: west, south, east, north in degrees
 * @throws NoTilesError when there is no tile
 */
export async function convertTiles({ from, to, signal, ...about }: Conversion): Promise<{
  readonly tiles: number;
  readonly bytes: number;
  readonly bounds: readonly [number, number, number, number];
}> {
  const database = new DatabaseSync(from, { readOnly: true });
  try {
    const rows = database.prepare('SELECT zoom_level AS zoom, tile_column AS x, tile_row AS row FROM tiles').all();
    const positions = z
      .array(TilePosition)
      .parse(rows)
      .map((position) => ({ ...position, id: computeTileId(position.zoom, position.x, flipRow(position)) }))
      .toSorted((a, b) => a.id - b.id);
    const first = positions[0];
    const last = positions.at(-1);
    if (first === undefined || last === undefined) throw new NoTilesError();
    const bounds = computeArea(positions.filter(({ zoom }) => zoom === last.zoom));
    const facts = { ...about, minZoom: first.zoom, maxZoom: last.zoom, bounds };
    return { ...(await writeArchive(to, readTiles(database, positions), facts, signal)), bounds };
  } finally {
    database.close();
  }
}

const flipRow = ({ zoom, row }: TilePosition): number => 2 ** zoom - 1 - row;

const TileRow = z.object({ bytes: z.instanceof(Uint8Array) });

function* readTiles(
  database: DatabaseSync,
  positions: Iterable<TilePosition & { readonly id: number }>,
): Generator<ArchiveTile> {
  const one = database.prepare(
    'SELECT tile_data AS bytes FROM tiles WHERE zoom_level = ? AND tile_column = ? AND tile_row = ?',
  );
  for (const { id, zoom, x, row } of positions) yield { id, bytes: TileRow.parse(one.get(zoom, x, row)).bytes };
}

/** The area of tiles of one zoom level in degrees. */
function computeArea(tiles: readonly TilePosition[]): readonly [number, number, number, number] {
  let [west, south, east, north] = [180, 90, -180, -90];
  for (const tile of tiles) {
    const size = 2 ** tile.zoom;
    const row = flipRow(tile);
    west = Math.min(west, (tile.x / size) * 360 - 180);
    east = Math.max(east, ((tile.x + 1) / size) * 360 - 180);
    north = Math.max(north, latitudeOf(row / size));
    south = Math.min(south, latitudeOf((row + 1) / size));
  }
  return [west, south, east, north];
}

/** Latitude of a height in the square map of the world, 0 at its northern edge, 1 at its southern one. */
const latitudeOf = (height: number): number => (Math.atan(Math.sinh(Math.PI * (1 - 2 * height))) * 180) / Math.PI;
