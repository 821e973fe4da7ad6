import type { SourceSpecification, StyleSpecification } from 'maplibre-gl';
import { buildGround, buildTownNames } from './ground-layers.ts';
import type { MapColours } from './map-colours.ts';
import { buildStreetLayers } from './street-layers.ts';

/** Base map. `own-plain` is the built-in one without roads and small towns. */
export interface MapBase {
  readonly kind: 'own' | 'own-plain' | 'style' | 'pmtiles' | 'raster';
  /** Absolute address, or a path of this origin; empty for the built-in map. */
  readonly url: string;
  /** Archive of streets laid over the map `own`: an address as `url`; empty or absent: none. */
  readonly streets?: string;
}

const BUILT_IN_ARCHIVE = '/map/italy.pmtiles';
/** Zoom levels of the archive, which `tools/map` builds. */
const BUILT_IN_ZOOM = { min: 0, max: 9 };

/** The library reads the zoom range and layers from the archive before the first tile. */
const createArchiveSource = (url: string): SourceSpecification => ({ type: 'vector', url: `pmtiles://${url}` });

/** The zoom range of the built-in archive is known, so nothing is requested before the tiles. */
const createBuiltInSource = (origin: string): SourceSpecification => ({
  type: 'vector',
  tiles: [`pmtiles://${origin}${BUILT_IN_ARCHIVE}/{z}/{x}/{y}`],
  minzoom: BUILT_IN_ZOOM.min,
  maxzoom: BUILT_IN_ZOOM.max,
});

const toAddress = (url: string, origin: string): string => (url.startsWith('/') ? `${origin}${url}` : url);

/**
 * Map style of a base map, or its address if it has one.
 * @param origin of this page, which serves the built-in archive
 */
export function buildBaseStyle(base: MapBase, colours: MapColours, origin: string): StyleSpecification | string {
  const { kind, streets = '' } = base;
  const address = toAddress(base.url, origin);
  const isPlain = kind === 'own-plain';
  // The plain map is chosen to see little; a map of others has its own streets.
  const hasStreets = kind === 'own' && streets !== '';
  if (kind === 'style') return address;
  if (kind === 'raster')
    return {
      version: 8,
      sources: { base: { type: 'raster', tiles: [address], tileSize: 256 } },
      layers: [
        { id: 'sea', type: 'background', paint: { 'background-color': colours.sea } },
        { id: 'tiles', type: 'raster', source: 'base' },
      ],
    };
  return {
    version: 8,
    sources: {
      base: kind === 'pmtiles' ? createArchiveSource(address) : createBuiltInSource(origin),
      ...(hasStreets ? { streets: createArchiveSource(toAddress(streets, origin)) } : {}),
    },
    layers: [
      ...buildGround(colours, { isPlain, hasStreets }),
      ...(hasStreets ? buildStreetLayers(colours) : []),
      ...buildTownNames(colours, isPlain),
    ],
  };
}
