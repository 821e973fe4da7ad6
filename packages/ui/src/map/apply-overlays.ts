import type { GeoJSONSource, Map as LibraryMap } from 'maplibre-gl';
import type { MapColours } from './map-colours.ts';
import type { MapImage, MapOverlay } from './overlay.ts';

/** Pictures are drawn this much finer than the page, for screens with small pixels. */
const FINE = 2;

/** Draws the pictures of the theme, in place of those of another. */
export function applyImages(map: LibraryMap, images: readonly MapImage[], colours: MapColours): void {
  for (const { id, size, draw } of images) {
    const canvas = document.createElement('canvas');
    canvas.width = size * FINE;
    canvas.height = size * FINE;
    const context = canvas.getContext('2d', { willReadFrequently: true });
    if (context === null) continue;
    context.scale(FINE, FINE);
    draw(context, colours);
    const picture = context.getImageData(0, 0, canvas.width, canvas.height);
    if (map.hasImage(id)) map.removeImage(id);
    map.addImage(id, picture, { pixelRatio: FINE });
  }
}

/** Name of a layer of an overlay in the map. */
const layerId = (overlay: string, layer: string): string => `${overlay}/${layer}`;

/** What each source was given last: the same again would be cut into tiles anew for nothing, thousands of lines at every step of a playback. */
const given = new WeakMap<GeoJSONSource, MapOverlay['data']>();

/** Puts overlays on a map whose style is there: new ones are added in their order, known ones get their data where it is another. */
export function applyOverlays(map: LibraryMap, overlays: readonly MapOverlay[], colours: MapColours): void {
  for (const overlay of overlays) {
    const source = map.getSource<GeoJSONSource>(overlay.id);
    if (source !== undefined) {
      if (given.get(source) !== overlay.data) void source.setData(overlay.data);
      given.set(source, overlay.data);
      continue;
    }
    const { cluster, bufferPx, tolerancePx } = overlay;
    map.addSource(overlay.id, {
      type: 'geojson',
      data: overlay.data,
      ...(bufferPx === undefined ? {} : { buffer: bufferPx }),
      ...(tolerancePx === undefined ? {} : { tolerance: tolerancePx }),
      ...(cluster == null ? {} : { cluster: true, clusterRadius: cluster.radius, clusterMaxZoom: cluster.maxZoom }),
    });
    const added = map.getSource<GeoJSONSource>(overlay.id);
    if (added !== undefined) given.set(added, overlay.data);
    for (const layer of overlay.layers(colours))
      map.addLayer({ ...layer, id: layerId(overlay.id, layer.id), source: overlay.id });
  }
}

/** Layers of the map that can be picked, topmost last. */
export const pickableLayers = (
  map: LibraryMap,
  overlays: readonly MapOverlay[],
  wanted: (overlay: MapOverlay) => boolean | undefined,
): string[] => {
  const chosen = new Set(overlays.filter(wanted).map(({ id }) => id));
  return map.getLayersOrder().filter((id) => chosen.has(id.split('/', 1)[0] ?? '') && id.includes('/'));
};
