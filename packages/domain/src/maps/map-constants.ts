/** Constants of the maps (T 9, decisions). */

export const MAP_ZOOM = { min: 0, max: 22, initial: 8 } as const;
/** Playback: milliseconds from one transit to the next. */
export const PLAYBACK_STEP_MS = 1_500;
/** The map adapts to its container this long after the last change of size. */
export const MAP_RESIZE_DEBOUNCE_MS = 300;
/** Minutes between consecutive transits from which a new route begins. */
export const DEFAULT_ROUTE_GAP_MIN = 30;
export const ROUTE_GAP_BOUNDS_MIN = { min: 1, max: 1_440 } as const;
/** Links drawn between two gates at most, for each direction (readings TA47). */
export const MAX_LINKS_PER_PAIR = 20;
/** Transits of a plate requested from each plant, in one page. */
export const TRACK_PAGE_SIZE = 999;
/** Gates are loaded and saved this long after the last change. */
export const GATE_DEBOUNCE_MS = 500;
