import type { SearchState } from './search-state.ts';

/** Answers that come within this time are drawn together. Shorter than what an eye tells apart from "at once". */
const PACE_MS = 60;
/** Where drawing takes long, this many times as long is left for everything else before the next one; at most so long. */
const REST = 3;
const MOST_MS = 400;

interface Source {
  readonly getState: () => SearchState;
  readonly subscribe: (listener: () => void) => () => void;
}

/** What is drawn of a search. */
export interface PacedState {
  readonly getState: () => SearchState;
  readonly subscribe: (listener: () => void) => () => void;
}

const hasRows = ({ search }: SearchState): boolean =>
  search?.parts.some((part) => part.isAccepted && part.feed.rows.length > 0) === true;

/** Only rows or totals of plants came: nothing a person did, not the first rows, not the end. */
function isOnlyMore(before: SearchState, now: SearchState): boolean {
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
 * The state of a search as often as it is worth drawing: a hundred plants answer a hundred times, and drawing each answer costs the time in
 * which the next ones could be read. What the person did, the first rows and the end are told at once.
 */
export function pacedState(source: Source): PacedState {
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
    notBefore = begun + PACE_MS;
    for (const listener of listeners) listener();
    // Comes after the drawing this has caused.
    setTimeout(() => {
      const took = performance.now() - begun;
      notBefore = Math.max(notBefore, begun + took + Math.min(MOST_MS, REST * took));
    });
  };
  const onChange = (): void => {
    const waitMs = isOnlyMore(shown, source.getState()) ? notBefore - performance.now() : 0;
    if (waitMs <= 0) show();
    else timer ??= setTimeout(show, waitMs);
  };
  return {
    // Nobody draws it: then there is nothing to pace.
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
