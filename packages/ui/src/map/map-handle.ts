import type { Map as LibraryMap } from 'maplibre-gl';

/** Control of a map by its screen. */
export interface MapHandle {
  /** Fits the map to a box: west, south, east, north. */
  fit(bounds: readonly [number, number, number, number]): void;
  /** Centres a position; keeps the zoom unless given. */
  centreOn(position: readonly [number, number], zoom?: number): void;
  zoomBy(step: number): void;
  /** The current map as a PNG data address, for printing. */
  picture(): Promise<string>;
}

/** Padding in CSS pixels for panels over the map. */
const PADDING = { top: 135, bottom: 130, left: 70, right: 70 };
const MAX_FIT_ZOOM = 15;

/** Wraps the library's map. Movements are instant if the system asks for reduced motion. */
export function createMapHandle(map: LibraryMap): MapHandle {
  const duration = matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : 300;
  let isFitted = false;
  return {
    fit: ([west, south, east, north]) => {
      const { clientWidth, clientHeight } = map.getContainer();
      const padding = {
        top: Math.min(PADDING.top, clientHeight / 5),
        bottom: Math.min(PADDING.bottom, clientHeight / 5),
        left: Math.min(PADDING.left, clientWidth / 6),
        right: Math.min(PADDING.right, clientWidth / 6),
      };
      // The first fit is instant: animating from a view nobody has seen would load tiles in between.
      map.fitBounds([west, south, east, north], { padding, maxZoom: MAX_FIT_ZOOM, duration: isFitted ? duration : 0 });
      isFitted = true;
    },
    centreOn: ([lon, lat], zoom) => {
      map.easeTo({ center: [lon, lat], duration, ...(zoom === undefined ? {} : { zoom }) });
    },
    zoomBy: (step) => {
      map.easeTo({ zoom: map.getZoom() + step, duration });
    },
    picture: () =>
      new Promise((resolve) => {
        // The canvas is cleared after each frame, so it is read within the render event.
        map.once('render', () => resolve(map.getCanvas().toDataURL('image/png')));
        map.triggerRepaint();
      }),
  };
}
