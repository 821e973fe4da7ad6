import type { Map as LibraryMap } from 'maplibre-gl';

/** What a screen may do with its map. */
export interface MapHandle {
  /** Shows all of a box: west, south, east, north. */
  fit(bounds: readonly [number, number, number, number]): void;
  /** Brings a place to the middle, without changing the zoom unless given. */
  show(position: readonly [number, number], zoom?: number): void;
  zoomBy(step: number): void;
  /** The map as it stands, as a PNG data address, for printing. */
  picture(): Promise<string>;
}

/** Room at the edges, CSS pixels, for what lies over the map. */
const EDGE = { top: 135, bottom: 130, left: 70, right: 70 };
const FIT_ZOOM = 15;

/** Wraps the library's map. Movements are jumps for who asked the system for less motion. */
export function handleOf(map: LibraryMap): MapHandle {
  const duration = matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : 300;
  let isFitted = false;
  return {
    fit: ([west, south, east, north]) => {
      const { clientWidth, clientHeight } = map.getContainer();
      const padding = {
        top: Math.min(EDGE.top, clientHeight / 5),
        bottom: Math.min(EDGE.bottom, clientHeight / 5),
        left: Math.min(EDGE.left, clientWidth / 6),
        right: Math.min(EDGE.right, clientWidth / 6),
      };
      // Nobody has seen a map yet that could move to the first box: a jump spares the grounds between.
      map.fitBounds([west, south, east, north], { padding, maxZoom: FIT_ZOOM, duration: isFitted ? duration : 0 });
      isFitted = true;
    },
    show: ([lon, lat], zoom) => {
      map.easeTo({ center: [lon, lat], duration, ...(zoom === undefined ? {} : { zoom }) });
    },
    zoomBy: (step) => {
      map.easeTo({ zoom: map.getZoom() + step, duration });
    },
    picture: () =>
      new Promise((resolve) => {
        // The drawing is gone after its frame: taken within it.
        map.once('render', () => resolve(map.getCanvas().toDataURL('image/png')));
        map.triggerRepaint();
      }),
  };
}
