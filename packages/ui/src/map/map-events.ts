import type { GeoJSONSource, Map as LibraryMap, MapMouseEvent, MapTouchEvent } from 'maplibre-gl';
import { pickableLayers } from './apply-overlays.ts';
import type { MapOverlay } from './overlay.ts';

/** A feature under the pointer. */
export interface MapPick {
  readonly overlay: string;
  readonly key: string;
}

export type LonLat = readonly [lon: number, lat: number];

/** Pointer events of a map. Positions are in degrees. */
export interface MapListeners {
  readonly overlays: () => readonly MapOverlay[];
  readonly onPick: (pick: MapPick | null, at: LonLat) => void;
  readonly onPoint: (pick: MapPick | null) => void;
  readonly onDrag: (pick: MapPick, at: LonLat, isEnd: boolean) => void;
}

type Pointed = MapMouseEvent | MapTouchEvent;

/** Search radius around the pointer; a finger is wider than a symbol. */
const REACH_PX = 7;

const placeOf = ({ lngLat }: Pointed): LonLat => [lngLat.lng, lngLat.lat];

function featuresAt(map: LibraryMap, event: Pointed, overlays: readonly MapOverlay[], isDrag: boolean) {
  const layers = pickableLayers(map, overlays, (one) => (isDrag ? one.isDraggable : one.isPickable));
  const { x, y } = event.point;
  return layers.length === 0
    ? []
    : map.queryRenderedFeatures(
        [
          [x - REACH_PX, y - REACH_PX],
          [x + REACH_PX, y + REACH_PX],
        ],
        { layers },
      );
}

function pickAt(map: LibraryMap, event: Pointed, overlays: readonly MapOverlay[], isDrag = false): MapPick | null {
  for (const { source, properties } of featuresAt(map, event, overlays, isDrag)) {
    const key: unknown = properties['key'];
    if (typeof key === 'string') return { overlay: source, key };
  }
  return null;
}

/** Zooms into a cluster under the pointer until it splits. Returns whether there was one. */
function openCluster(map: LibraryMap, event: Pointed, overlays: readonly MapOverlay[]): boolean {
  const bunch = featuresAt(map, event, overlays, false).find(({ properties }) => properties['cluster'] === true);
  if (bunch === undefined) return false;
  const id = Number(bunch.properties['cluster_id']);
  const source = map.getSource<GeoJSONSource>(bunch.source);
  void source?.getClusterExpansionZoom(id).then((zoom) => map.easeTo({ center: event.lngLat, zoom }));
  return true;
}

/** Binds the pointer events of a map; they end with the map. */
export function listenToMap(map: LibraryMap, listeners: MapListeners): void {
  let pointed: string | null = null;
  const point = (pick: MapPick | null): void => {
    const name = pick === null ? null : `${pick.overlay} ${pick.key}`;
    if (name === pointed) return;
    pointed = name;
    map.getCanvas().style.cursor = pick === null ? '' : 'pointer';
    listeners.onPoint(pick);
  };
  map.on('click', (event) => {
    const pick = pickAt(map, event, listeners.overlays());
    if (pick === null && openCluster(map, event, listeners.overlays())) return;
    listeners.onPick(pick, placeOf(event));
  });
  map.on('mousemove', (event) => {
    if (!map.isMoving()) point(pickAt(map, event, listeners.overlays()));
  });
  map.on('mouseout', () => point(null));
  const grab = (event: Pointed): void => {
    if ('points' in event && event.points.length > 1) return;
    const pick = pickAt(map, event, listeners.overlays(), true);
    if (pick === null) return;
    // Dragging moves the feature, not the map.
    event.preventDefault();
    drag(map, pick, 'points' in event ? 'touch' : 'mouse', listeners);
  };
  map.on('mousedown', grab);
  map.on('touchstart', grab);
}

function drag(map: LibraryMap, pick: MapPick, by: 'mouse' | 'touch', { onDrag }: MapListeners): void {
  let last: LonLat | null = null;
  const move = (event: Pointed): void => {
    last = placeOf(event);
    onDrag(pick, last, false);
  };
  const [moved, ended] = by === 'mouse' ? (['mousemove', 'mouseup'] as const) : (['touchmove', 'touchend'] as const);
  map.on(moved, move);
  map.once(ended, () => {
    map.off(moved, move);
    if (last !== null) onDrag(pick, last, true);
  });
}
