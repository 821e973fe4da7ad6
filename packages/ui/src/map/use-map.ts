import type { Map as LibraryMap } from 'maplibre-gl';
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { applyImages, applyOverlays } from './apply-overlays.ts';
import { type MapBase, buildBaseStyle } from './base-style.ts';
import { readMapColours } from './map-colours.ts';
import { bindMapEvents, type MapListeners } from './map-pointer-events.ts';
import { getMapLibrary } from './map-library.ts';
import type { MapImage, MapOverlay } from './overlay.ts';

/** `idle`: fully rendered. `failed`: this browser cannot render maps. */
export type MapState = 'loading' | 'idle' | 'failed';

export interface MapOptions extends Omit<MapListeners, 'overlays'> {
  readonly label: string;
  readonly base: MapBase;
  /** Changes when the colours of the page change. */
  readonly scheme: string;
  readonly overlays: readonly MapOverlay[];
  readonly images: readonly MapImage[];
  readonly zoom: { readonly min: number; readonly max: number; readonly initial: number };
  readonly centre: readonly [lon: number, lat: number];
  readonly resizeMs: number;
  /** See `MapCanvasProps`. */
  readonly fadeMs: number;
}

/** Creates the library's map in an element and keeps it in sync with the options; null until created. */
export function useMap(
  frame: RefObject<HTMLDivElement | null>,
  options: MapOptions,
): { readonly map: LibraryMap | null; readonly state: MapState } {
  const [map, setMap] = useState<LibraryMap | null>(null);
  const [state, setState] = useState<MapState>('loading');
  /** The style is loaded, so overlays can be added. */
  const isDressed = useRef(false);
  const overlaysNow = useEffectEvent(() => options.overlays);
  const tellPick = useEffectEvent(options.onPick);
  const tellPoint = useEffectEvent(options.onHover);
  const tellDrag = useEffectEvent(options.onDrag);
  const make = useEffectEvent((element: HTMLDivElement, listeners: MapListeners) =>
    createMap(element, options, listeners),
  );
  const dress = useEffectEvent((made: LibraryMap) => {
    const colours = readMapColours(made.getContainer());
    applyImages(made, options.images, colours);
    applyOverlays(made, options.overlays, colours);
    isDressed.current = true;
  });
  useEffect(() => {
    const element = frame.current;
    if (element === null) return undefined;
    const made = make(element, {
      overlays: () => overlaysNow(),
      onPick: (pick, at) => tellPick(pick, at),
      onHover: (pick) => tellPoint(pick),
      onDrag: (pick, at, isEnd) => tellDrag(pick, at, isEnd),
    });
    if (made === null) {
      queueMicrotask(() => setState('failed'));
      return undefined;
    }
    made.on('style.load', () => dress(made));
    bindState(made, setState);
    reportMapErrors(made);
    let isGone = false;
    queueMicrotask(() => {
      if (!isGone) setMap(made);
    });
    return () => {
      isGone = true;
      isDressed.current = false;
      setMap(null);
      made.remove();
    };
  }, [frame]);
  useResizeWithFrame(frame, map, options.resizeMs);
  const { base, scheme, overlays } = options;
  useOverlays(map, overlays, isDressed);
  useStyle(map, base, scheme, isDressed);
  return { map, state };
}

/** A new base map or theme needs a new style, which then loads the overlays again. */
function useStyle(map: LibraryMap | null, base: MapBase, scheme: string, isDressed: RefObject<boolean>): void {
  const shown = useRef({ base, scheme });
  useEffect(() => {
    if (map === null || (isSameBase(shown.current.base, base) && shown.current.scheme === scheme)) return undefined;
    // Delayed, because the page applies its new colours in an effect that runs after this one.
    const frameId = requestAnimationFrame(() => {
      shown.current = { base, scheme };
      isDressed.current = false;
      map.setStyle(buildBaseStyle(base, readMapColours(map.getContainer()), location.origin), { diff: false });
    });
    return () => cancelAnimationFrame(frameId);
  }, [map, base, scheme, isDressed]);
}

/** Setting the same base map again would redraw everything; the portal's setting often equals the current one. */
const isSameBase = (one: MapBase, other: MapBase): boolean =>
  one.kind === other.kind && one.url === other.url && (one.streets ?? '') === (other.streets ?? '');

function bindState(map: LibraryMap, tell: (state: MapState) => void): void {
  map.on('idle', () => tell('idle'));
  map.on('movestart', () => tell('loading'));
}

/**
 * Network errors, which the browser logs itself: a map file that is missing or unreachable. The built-in map reports
 * "Bad response code".
 */
const isNetworkError = (error: object & { readonly message: string }): boolean =>
  'status' in error || /^(Bad response code|Failed to fetch)/.test(error.message);

/**
 * Reports each different error of the library once as a page error. By default the library logs an error whose message
 * was lost between worker and page.
 */
function reportMapErrors(map: LibraryMap): void {
  const sent = new Set<string>();
  map.on('error', ({ error }) => {
    if (sent.has(error.message) || isNetworkError(error)) return;
    sent.add(error.message);
    reportError(new Error(`Map: ${error.message}`, { cause: error }));
  });
}

/** While the style is loading, its own event adds the overlays. */
function useOverlays(map: LibraryMap | null, overlays: readonly MapOverlay[], isDressed: RefObject<boolean>): void {
  useEffect(() => {
    if (map !== null && isDressed.current) applyOverlays(map, overlays, readMapColours(map.getContainer()));
  }, [map, overlays, isDressed]);
}

function createMap(element: HTMLDivElement, options: MapOptions, listeners: MapListeners): LibraryMap | null {
  const { Map } = getMapLibrary();
  try {
    const map = new Map({
      container: element,
      style: buildBaseStyle(options.base, readMapColours(element), location.origin),
      center: [...options.centre],
      zoom: options.zoom.initial,
      minZoom: options.zoom.min,
      maxZoom: options.zoom.max,
      // The library's attribution needs inline markup, which the page's policy forbids; it is shown beside the map.
      attributionControl: false,
      trackResize: false,
      dragRotate: false,
      pitchWithRotate: false,
      fadeDuration: options.fadeMs,
      locale: { 'Map.Title': options.label },
    });
    map.touchZoomRotate.disableRotation();
    bindMapEvents(map, listeners);
    return map;
  } catch {
    // No WebGL: the table beside the map shows the same data.
    return null;
  }
}

/** T 9: resizes the map when the size of its frame has been stable for a while. */
function useResizeWithFrame(frame: RefObject<HTMLDivElement | null>, map: LibraryMap | null, resizeMs: number): void {
  useEffect(() => {
    const element = frame.current;
    if (element === null || map === null) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const observer = new ResizeObserver(() => {
      clearTimeout(timer);
      timer = setTimeout(() => map.resize(), resizeMs);
    });
    observer.observe(element);
    return () => {
      clearTimeout(timer);
      observer.disconnect();
    };
  }, [frame, map, resizeMs]);
}
