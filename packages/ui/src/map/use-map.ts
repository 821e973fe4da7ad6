import type { Map as LibraryMap } from 'maplibre-gl';
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { applyImages, applyOverlays } from './apply-overlays.ts';
import { type MapBase, styleOf } from './base-style.ts';
import { readMapColours } from './map-colours.ts';
import { listenToMap, type MapListeners } from './map-events.ts';
import { mapLibrary } from './map-library.ts';
import type { MapImage, MapOverlay } from './overlay.ts';

/** `idle`: everything asked for is drawn. `failed`: this browser draws no maps. */
export type MapState = 'loading' | 'idle' | 'failed';

export interface MapOptions extends Omit<MapListeners, 'overlays'> {
  readonly label: string;
  readonly base: MapBase;
  /** Changes when the colours of the page do. */
  readonly scheme: string;
  readonly overlays: readonly MapOverlay[];
  readonly images: readonly MapImage[];
  readonly zoom: { readonly least: number; readonly most: number; readonly first: number };
  readonly centre: readonly [lon: number, lat: number];
  readonly resizeMs: number;
  /** See `MapCanvasProps`. */
  readonly fadeMs: number;
}

/** The library's map in an element, kept in step with what React says; null until it stands. */
export function useMap(
  frame: RefObject<HTMLDivElement | null>,
  options: MapOptions,
): { readonly map: LibraryMap | null; readonly state: MapState } {
  const [map, setMap] = useState<LibraryMap | null>(null);
  const [state, setState] = useState<MapState>('loading');
  /** The style is there and overlays can be put on it. */
  const isDressed = useRef(false);
  const overlaysNow = useEffectEvent(() => options.overlays);
  const tellPick = useEffectEvent(options.onPick);
  const tellPoint = useEffectEvent(options.onPoint);
  const tellDrag = useEffectEvent(options.onDrag);
  const make = useEffectEvent((element: HTMLDivElement, listeners: MapListeners) =>
    makeMap(element, options, listeners),
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
      onPoint: (pick) => tellPoint(pick),
      onDrag: (pick, at, isEnd) => tellDrag(pick, at, isEnd),
    });
    if (made === null) {
      queueMicrotask(() => setState('failed'));
      return undefined;
    }
    made.on('style.load', () => dress(made));
    tellState(made, setState);
    tellFaults(made);
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
  useFollowFrame(frame, map, options.resizeMs);
  const { base, scheme, overlays } = options;
  useOverlays(map, overlays, isDressed);
  useStyle(map, base, scheme, isDressed);
  return { map, state };
}

/** Another ground or another theme is another style; overlays come back with it. */
function useStyle(map: LibraryMap | null, base: MapBase, scheme: string, isDressed: RefObject<boolean>): void {
  const shown = useRef({ base, scheme });
  useEffect(() => {
    if (map === null || (isSameBase(shown.current.base, base) && shown.current.scheme === scheme)) return undefined;
    // The page takes its new colours in an effect that comes after this one: read now, they would be those of before.
    const frameId = requestAnimationFrame(() => {
      shown.current = { base, scheme };
      isDressed.current = false;
      map.setStyle(styleOf(base, readMapColours(map.getContainer()), location.origin), { diff: false });
    });
    return () => cancelAnimationFrame(frameId);
  }, [map, base, scheme, isDressed]);
}

/** The setting of the portal often is what the map stands on already: the same ground again would be drawn from nothing. */
const isSameBase = (one: MapBase, other: MapBase): boolean => one.kind === other.kind && one.url === other.url;

function tellState(map: LibraryMap, tell: (state: MapState) => void): void {
  map.on('idle', () => tell('idle'));
  map.on('movestart', () => tell('loading'));
}

/** What the browser notes by itself: a file of the ground that is not there or cannot be reached. The own ground says it as "Bad response code". */
const isOfNetwork = (error: object & { readonly message: string }): boolean =>
  'status' in error || /^(Bad response code|Failed to fetch)/.test(error.message);

/**
 * Faults of the library itself, each once, as faults of the page: left alone it writes an error to the console that has lost its words on the way from
 * the worker.
 */
function tellFaults(map: LibraryMap): void {
  const told = new Set<string>();
  map.on('error', ({ error }) => {
    if (told.has(error.message) || isOfNetwork(error)) return;
    told.add(error.message);
    reportError(new Error(`Map: ${error.message}`, { cause: error }));
  });
}

/** Until the style is there, its own event brings the overlays. */
function useOverlays(map: LibraryMap | null, overlays: readonly MapOverlay[], isDressed: RefObject<boolean>): void {
  useEffect(() => {
    if (map !== null && isDressed.current) applyOverlays(map, overlays, readMapColours(map.getContainer()));
  }, [map, overlays, isDressed]);
}

function makeMap(element: HTMLDivElement, options: MapOptions, listeners: MapListeners): LibraryMap | null {
  const { Map } = mapLibrary();
  try {
    const map = new Map({
      container: element,
      style: styleOf(options.base, readMapColours(element), location.origin),
      center: [...options.centre],
      zoom: options.zoom.first,
      minZoom: options.zoom.least,
      maxZoom: options.zoom.most,
      // Its credit is markup, which this page refuses: the credit stands beside the map.
      attributionControl: false,
      trackResize: false,
      dragRotate: false,
      pitchWithRotate: false,
      fadeDuration: options.fadeMs,
      locale: { 'Map.Title': options.label },
    });
    map.touchZoomRotate.disableRotation();
    listenToMap(map, listeners);
    return map;
  } catch {
    // No WebGL: the table beside says the same.
    return null;
  }
}

/** T 9: the map takes the size of its frame once that has rested. */
function useFollowFrame(frame: RefObject<HTMLDivElement | null>, map: LibraryMap | null, resizeMs: number): void {
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
