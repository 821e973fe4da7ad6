import type { GeoJSONSource, Map as LibraryMap, MapMouseEvent, MapTouchEvent } from 'maplibre-gl';
import { listLayerIds } from './apply-overlays.ts';
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
  readonly onHover: (pick: MapPick | null) => void;
  readonly onDrag: (pick: MapPick, at: LonLat, isEnd: boolean) => void;
}

type MapPointerEvent = MapMouseEvent | MapTouchEvent;

/** Search radius around the pointer; a finger is wider than a symbol. */
const HIT_RADIUS_PX = 7;

const toLonLat = ({ lngLat }: MapPointerEvent): LonLat => [lngLat.lng, lngLat.lat];

function findFeaturesAt(map: LibraryMap, event: MapPointerEvent, overlays: readonly MapOverlay[], isDrag: boolean) {
  const layers = listLayerIds(map, overlays, (one) => (isDrag ? one.isDraggable : one.isPickable));
  const { x, y } = event.point;
  return layers.length === 0
    ? []
    : map.queryRenderedFeatures(
        [
          [x - HIT_RADIUS_PX, y - HIT_RADIUS_PX],
          [x + HIT_RADIUS_PX, y + HIT_RADIUS_PX],
        ],
        { layers },
      );
}

function findPickAt(
  map: LibraryMap,
  event: MapPointerEvent,
  overlays: readonly MapOverlay[],
  isDrag = false,
): MapPick | null {
  for (const { source, properties } of findFeaturesAt(map, event, overlays, isDrag)) {
    const key: unknown = properties['key'];
    if (typeof key === 'string') return { overlay: source, key };
  }
  return null;
}

/** Zooms into a cluster under the pointer until it splits. Returns whether there was one. */
function openCluster(map: LibraryMap, event: MapPointerEvent, overlays: readonly MapOverlay[]): boolean {
  const bunch = findFeaturesAt(map, event, overlays, false).find(({ properties }) => properties['cluster'] === true);
  if (bunch === undefined) return false;
  const id = Number(bunch.properties['cluster_id']);
  const source = map.getSource<GeoJSONSource>(bunch.source);
  void source?.getClusterExpansionZoom(id).then((zoom) => map.easeTo({ center: event.lngLat, zoom }));
  return true;
}

/** Binds the pointer events of a map; they end with the map. */
export function bindMapEvents(map: LibraryMap, listeners: MapListeners): void {
  let pointed: string | null = null;
  const point = (pick: MapPick | null): void => {
    const name = pick === null ? null : `${pick.overlay} ${pick.key}`;
    if (name === pointed) return;
    pointed = name;
    map.getCanvas().style.cursor = pick === null ? '' : 'pointer';
    listeners.onHover(pick);
  };
  map.on('click', (event) => {
    const pick = findPickAt(map, event, listeners.overlays());
    if (pick === null && openCluster(map, event, listeners.overlays())) return;
    listeners.onPick(pick, toLonLat(event));
  });
  map.on('mousemove', (event) => {
    if (!map.isMoving()) point(findPickAt(map, event, listeners.overlays()));
  });
  map.on('mouseout', () => point(null));
  const grab = (event: MapPointerEvent): void => {
    if ('points' in event && event.points.length > 1) return;
    const pick = findPickAt(map, event, listeners.overlays(), true);
    if (pick === null) return;
    // Dragging moves the feature, not the map.
    event.preventDefault();
    startDrag(map, pick, 'points' in event ? 'touch' : 'mouse', listeners);
  };
  map.on('mousedown', grab);
  map.on('touchstart', grab);
}

function startDrag(map: LibraryMap, pick: MapPick, by: 'mouse' | 'touch', { onDrag }: MapListeners): void {
  let last: LonLat | null = null;
  const move = (event: MapPointerEvent): void => {
    last = toLonLat(event);
    onDrag(pick, last, false);
  };
  const [moved, ended] = by === 'mouse' ? (['mousemove', 'mouseup'] as const) : (['touchmove', 'touchend'] as const);
  map.on(moved, move);
  map.once(ended, () => {
    map.off(moved, move);
    if (last !== null) onDrag(pick, last, true);
  });
}
