import type { LayerSpecification } from 'maplibre-gl';
import type { MapColours } from './map-colours.ts';

/** A layer of an overlay, without its source. */
export type OverlayLayer = LayerSpecification extends infer Layer
  ? Layer extends { source: string }
    ? Omit<Layer, 'source'>
    : never
  : never;

/** Point, line or area (GeoJSON); the property `key` identifies the feature to the screen. */
export interface MapFeature {
  readonly type: 'Feature';
  readonly properties: Record<string, string | number | boolean | null>;
  readonly geometry:
    | { readonly type: 'Point'; readonly coordinates: number[] }
    | { readonly type: 'LineString'; readonly coordinates: number[][] }
    | { readonly type: 'Polygon'; readonly coordinates: number[][][] };
}
export interface MapData {
  readonly type: 'FeatureCollection';
  readonly features: MapFeature[];
}

/** Wraps features as GeoJSON. */
export const toMapData = (features: MapFeature[]): MapData => ({ type: 'FeatureCollection', features });

type Properties = MapFeature['properties'];
type Coordinates = readonly [number, number];

export const createPoint = ([lon, lat]: Coordinates, properties: Properties): MapFeature => ({
  type: 'Feature',
  properties,
  geometry: { type: 'Point', coordinates: [lon, lat] },
});
export const createLine = (line: readonly Coordinates[], properties: Properties): MapFeature => ({
  type: 'Feature',
  properties,
  geometry: { type: 'LineString', coordinates: line.map(([lon, lat]) => [lon, lat]) },
});
/** Polygon; the ring is closed automatically. */
export const createArea = (corners: readonly Coordinates[], properties: Properties): MapFeature => ({
  type: 'Feature',
  properties,
  geometry: {
    type: 'Polygon',
    coordinates: [[...corners, ...corners.slice(0, 1)].map(([lon, lat]) => [lon, lat])],
  },
});

/** Points, lines and areas above the base map. The property `key` identifies a feature to the screen. */
export interface MapOverlay {
  readonly id: string;
  readonly data: MapData;
  /** Clusters points closer than `radius` pixels, up to `maxZoom`. */
  readonly cluster?: { readonly radius: number; readonly maxZoom: number } | null;
  /**
   * Tile buffer: how far lines may extend beyond the edges of their tiles, CSS pixels; the library's default is 128.
   */
  readonly bufferPx?: number;
  /** Maximum deviation of a simplified line, CSS pixels; the library's default is 0.375. */
  readonly tolerancePx?: number;
  /** Layers in the colours of the theme; called again when the theme changes. */
  readonly layers: (colours: MapColours) => readonly OverlayLayer[];
  /** Features can be hovered and clicked. */
  readonly isPickable?: boolean;
  /** Features can be dragged. */
  readonly isDraggable?: boolean;
}

/** Named image of the map, drawn in the theme's colours on a square canvas of `size` CSS pixels. */
export interface MapImage {
  readonly id: string;
  readonly size: number;
  /** The image may grow between `from` and `to`, so that a text fits into it; CSS pixels from the left edge. */
  readonly stretch?: { readonly from: number; readonly to: number };
  readonly draw: (context: CanvasRenderingContext2D, colours: MapColours) => void;
}
