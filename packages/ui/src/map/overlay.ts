import type { LayerSpecification } from 'maplibre-gl';
import type { MapColours } from './map-colours.ts';

/** A layer over the ground, without the source it belongs to. */
export type OverlayLayer = LayerSpecification extends infer Layer
  ? Layer extends { source: string }
    ? Omit<Layer, 'source'>
    : never
  : never;

/** Places, lines and areas (GeoJSON); `key` of the properties names a feature to the outside. */
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

/** Features as the map takes them. */
export const mapData = (features: MapFeature[]): MapData => ({ type: 'FeatureCollection', features });

type Properties = MapFeature['properties'];
type Place = readonly [number, number];

export const pointAt = ([lon, lat]: Place, properties: Properties): MapFeature => ({
  type: 'Feature',
  properties,
  geometry: { type: 'Point', coordinates: [lon, lat] },
});
export const lineAlong = (line: readonly Place[], properties: Properties): MapFeature => ({
  type: 'Feature',
  properties,
  geometry: { type: 'LineString', coordinates: line.map(([lon, lat]) => [lon, lat]) },
});
/** Corners are joined round. */
export const areaOf = (corners: readonly Place[], properties: Properties): MapFeature => ({
  type: 'Feature',
  properties,
  geometry: {
    type: 'Polygon',
    coordinates: [[...corners, ...corners.slice(0, 1)].map(([lon, lat]) => [lon, lat])],
  },
});

/** Places and lines drawn over the ground. A feature's `key` property names it to the outside. */
export interface MapOverlay {
  readonly id: string;
  readonly data: MapData;
  /** Points closer than this many pixels are one, up to this zoom. */
  readonly cluster?: { readonly radius: number; readonly maxZoom: number } | null;
  /** How far lines may reach over the edges of the tiles they are cut into, CSS pixels; the library's own is 128. */
  readonly bufferPx?: number;
  /** How far a line may be from where it was given, CSS pixels; the library's own is 0.375. */
  readonly tolerancePx?: number;
  /** In the colours of the theme; called anew when the theme changes. */
  readonly layers: (colours: MapColours) => readonly OverlayLayer[];
  /** Its features can be pointed at and picked. */
  readonly isPickable?: boolean;
  /** Its features can be moved by dragging. */
  readonly isDraggable?: boolean;
}

/** A picture of the map by name, drawn for the theme on a square canvas of `size` CSS pixels. */
export interface MapImage {
  readonly id: string;
  readonly size: number;
  readonly draw: (context: CanvasRenderingContext2D, colours: MapColours) => void;
}
