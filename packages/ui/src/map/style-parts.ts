import type { ExpressionSpecification } from 'maplibre-gl';

/** Glyphs are rendered by the browser from the page's font, without glyph files. */
export const MAP_FONT = ['IBM Plex Sans'];

/** A value at one zoom level. */
export type ZoomStop = readonly [zoom: number, value: number];

/** A value that changes with the zoom: linear between the stops. */
export const interpolateZoom = (stops: readonly ZoomStop[]): ExpressionSpecification =>
  ['interpolate', ['linear'], ['zoom'], ...stops.flat()] as unknown as ExpressionSpecification;
