import type { GeoJSONSource, Map as LibraryMap, StyleImageMetadata } from 'maplibre-gl';
import type { MapColours } from './map-colours.ts';
import type { MapImage, MapOverlay } from './overlay.ts';

/** Images are drawn at twice the size, for high-resolution screens. */
const IMAGE_SCALE = 2;

/** Draws the images in the colours of the theme, replacing those of another theme. */
export function applyImages(map: LibraryMap, images: readonly MapImage[], colours: MapColours): void {
  for (const { id, size, draw, stretch } of images) {
    const canvas = document.createElement('canvas');
    canvas.width = size * IMAGE_SCALE;
    canvas.height = size * IMAGE_SCALE;
    const context = canvas.getContext('2d', { willReadFrequently: true });
    if (context === null) continue;
    context.scale(IMAGE_SCALE, IMAGE_SCALE);
    draw(context, colours);
    const picture = context.getImageData(0, 0, canvas.width, canvas.height);
    if (map.hasImage(id)) map.removeImage(id);
    map.addImage(id, picture, { pixelRatio: IMAGE_SCALE, ...toStretch(size, stretch) });
  }
}

/** Where the library may stretch an image, and the part that a text fills, in pixels of the canvas. */
function toStretch(size: number, stretch: MapImage['stretch']): Partial<StyleImageMetadata> {
  if (stretch === undefined) return {};
  const [from, to] = [stretch.from * IMAGE_SCALE, stretch.to * IMAGE_SCALE];
  return { stretchX: [[from, to]], content: [from, 0, to, size * IMAGE_SCALE] };
}

/** Id of an overlay's layer in the map. */
const toLayerId = (overlay: string, layer: string): string => `${overlay}/${layer}`;

/**
 * Data last set on each source. Setting the same data again would cut thousands of lines into tiles at every playback
 * step.
 */
const lastData = new WeakMap<GeoJSONSource, MapOverlay['data']>();

/** Adds new overlays in order to a map with a loaded style, and updates changed data of existing ones. */
export function applyOverlays(map: LibraryMap, overlays: readonly MapOverlay[], colours: MapColours): void {
  for (const overlay of overlays) {
    const source = map.getSource<GeoJSONSource>(overlay.id);
    if (source !== undefined) {
      if (lastData.get(source) !== overlay.data) void source.setData(overlay.data);
      lastData.set(source, overlay.data);
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
    if (added !== undefined) lastData.set(added, overlay.data);
    for (const layer of overlay.layers(colours))
      map.addLayer({ ...layer, id: toLayerId(overlay.id, layer.id), source: overlay.id });
  }
}

/** Ids of the layers whose overlay matches, topmost last. */
export const listLayerIds = (
  map: LibraryMap,
  overlays: readonly MapOverlay[],
  requested: (overlay: MapOverlay) => boolean | undefined,
): string[] => {
  const chosen = new Set(overlays.filter(requested).map(({ id }) => id));
  return map.getLayersOrder().filter((id) => chosen.has(id.split('/', 1)[0] ?? '') && id.includes('/'));
};
