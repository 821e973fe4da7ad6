import fs from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { GeoJSONVT, type GeoJSONVTFeature, type GeoJSONVTTile } from '@maplibre/geojson-vt';
import { fromGeojsonVt } from '@maplibre/vt-pbf';
import { computeTileId } from '@varco/cli/street-map/tile-id.ts';
import { type ArchiveTile, writeArchive } from '@varco/cli/street-map/write-archive.ts';
import { buildStreetPlan, STREET_PLAN_CREDIT, STREET_PLAN_VERSION, toGeoJson } from '@varco/sim/streets/street-plan.ts';

const ZOOM = { min: 6, max: 14 } as const;
/** West, south, east, north in degrees: all that the plan may reach. */
const AREA = [11.3, 43.6, 13, 44.9] as const;
const LAYERS = ['green', 'water', 'buildings', 'streets', 'places'] as const;
const EXTENT = 4_096;

/**
 * Writes the archive with the invented streets of the demo into a folder, as `streets.pmtiles`. An archive of the same
 * version of the plan is left as it is.
 */
export async function writeStreetArchive(folder: string): Promise<void> {
  const file = path.join(folder, 'streets.pmtiles');
  const stamp = path.join(folder, 'streets.version');
  const isCurrent = fs.existsSync(file) && fs.existsSync(stamp);
  if (isCurrent && fs.readFileSync(stamp, 'utf8') === String(STREET_PLAN_VERSION)) return;
  fs.mkdirSync(folder, { recursive: true });
  const draft = `${file}.new`;
  fs.rmSync(draft, { force: true });
  const facts = { name: 'Varco demo', attribution: STREET_PLAN_CREDIT, bounds: AREA, layers: LAYERS };
  await writeArchive(draft, buildTiles(), { ...facts, minZoom: ZOOM.min, maxZoom: ZOOM.max });
  fs.renameSync(draft, file);
  fs.writeFileSync(stamp, String(STREET_PLAN_VERSION));
}

function buildTiles(): readonly ArchiveTile[] {
  const plan = buildStreetPlan();
  const options = { maxZoom: ZOOM.max, indexMaxZoom: 8, indexMaxPoints: 0, tolerance: 3, buffer: 64, extent: EXTENT };
  const indexes = LAYERS.map((layer) => {
    const features = plan.filter((one) => one.layer === layer).map(toGeoJson);
    return [layer, new GeoJSONVT({ type: 'FeatureCollection', features }, options)] as const;
  });
  const tiles: ArchiveTile[] = [];
  for (let zoom = ZOOM.min; zoom <= ZOOM.max; zoom += 1) {
    const [west, south, east, north] = AREA;
    for (let x = findColumn(west, zoom); x <= findColumn(east, zoom); x += 1)
      for (let y = findRow(north, zoom); y <= findRow(south, zoom); y += 1) {
        const bytes = buildTile(indexes, zoom, x, y);
        if (bytes !== null) tiles.push({ id: computeTileId(zoom, x, y), bytes });
      }
  }
  return tiles.toSorted((a, b) => a.id - b.id);
}

/** One tile with the features that are drawn at its zoom level; null when it is empty. */
function buildTile(
  indexes: readonly (readonly [string, GeoJSONVT])[],
  zoom: number,
  x: number,
  y: number,
): Uint8Array | null {
  const layers: Record<string, GeoJSONVTTile> = {};
  for (const [name, index] of indexes) {
    const tile = index.getTile(zoom, x, y);
    const features = (tile?.features ?? []).flatMap((feature: GeoJSONVTFeature): GeoJSONVTFeature[] => {
      const { fromZoom, ...tags } = feature.tags ?? {};
      return Number(fromZoom) <= zoom ? [{ ...feature, tags }] : [];
    });
    if (tile !== null && features.length > 0) layers[name] = { ...tile, features };
  }
  if (Object.keys(layers).length === 0) return null;
  return gzipSync(fromGeojsonVt(layers, { version: 2, extent: EXTENT }));
}

const findColumn = (lon: number, zoom: number): number => Math.floor(((lon + 180) / 360) * 2 ** zoom);

function findRow(lat: number, zoom: number): number {
  const angle = (lat * Math.PI) / 180;
  return Math.floor(((1 - Math.log(Math.tan(angle) + 1 / Math.cos(angle)) / Math.PI) / 2) * 2 ** zoom);
}
