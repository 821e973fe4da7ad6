import type { SearchState } from './search-state.ts';

/** Responses within this time are drawn together. Too short to be perceived as a delay. */
const THROTTLE_MS = 60;
/** After a slow drawing, the pause before the next one is this multiple of the drawing time, up to the maximum below. */
const PAUSE_FACTOR = 3;
const MAX_PAUSE_MS = 1_200;

interface StateSource {
  readonly getState: () => SearchState;
  readonly subscribe: (listener: () => void) => () => void;
}

/** A throttled, subscribable view of the search state. */
export interface ThrottledState {
  readonly getState: () => SearchState;
  readonly subscribe: (listener: () => void) => () => void;
}

const hasRows = ({ search }: SearchState): boolean =>
  search?.parts.some((part) => part.isAccepted && part.feed.rows.length > 0) === true;

/** True when only rows or totals were added: no user action, not the first rows, not the end of the search. */
function addsOnlyData(before: SearchState, now: SearchState): boolean {
  return (
    before.status === now.status &&
    before.resultId === now.resultId &&
    before.startedAt === now.startedAt &&
    before.page === now.page &&
    before.peerId === now.peerId &&
    before.order === now.order &&
    before.search?.isFrozen === now.search?.isFrozen &&
    hasRows(before) === hasRows(now)
  );
}

/**
 * Throttles a search state for drawing. A hundred plants send a hundred responses, and drawing each one would delay
 * reading the next. User actions, the first rows and the end of the search are published at once.
 */
export function throttleState(source: StateSource): ThrottledState {
  let shown = source.getState();
  let notBefore = Number.NEGATIVE_INFINITY;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stop: (() => void) | null = null;
  const listeners = new Set<() => void>();

  const show = (): void => {
    clearTimeout(timer);
    timer = undefined;
    if (shown === source.getState()) return;
    shown = source.getState();
    const begun = performance.now();
    notBefore = begun + THROTTLE_MS;
    for (const listener of listeners) listener();
    // This timer runs after the drawing caused by the publication, so it measures how long that took.
    setTimeout(() => {
      const took = performance.now() - begun;
      notBefore = Math.max(notBefore, begun + took + Math.min(MAX_PAUSE_MS, PAUSE_FACTOR * took));
    });
  };
  const onChange = (): void => {
    const waitMs = addsOnlyData(shown, source.getState()) ? notBefore - performance.now() : 0;
    if (waitMs <= 0) show();
    else timer ??= setTimeout(show, waitMs);
  };
  return {
    // Without a subscriber nothing is drawn, so the current state is returned unthrottled.
    getState: () => (stop === null ? source.getState() : shown),
    subscribe(listener) {
      listeners.add(listener);
      if (stop === null) {
        shown = source.getState();
        stop = source.subscribe(onChange);
      }
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        clearTimeout(timer);
        timer = undefined;
        stop?.();
        stop = null;
      };
    },
  };
}
