/** The pointer must rest this long before anything opens, and what is open stays this long after it left (T 9). */
export const HOVER_MS = 300;

export interface HoverTimer<Target> {
  /** The pointer is over a target now, or over none. */
  readonly point: (target: Target | null) => void;
  /** Closes at once and forgets what was waited for. */
  readonly hide: () => void;
}

/** Decides when a preview opens, moves and closes. While one is open, the next target gets it at the same pace. */
export function createHoverTimer<Target>(
  show: (target: Target | null) => void,
  delayMs = HOVER_MS,
): HoverTimer<Target> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let pointed: Target | null = null;
  let isIdle = true;
  const after = (target: Target | null): void => {
    clearTimeout(timer);
    isIdle = false;
    timer = setTimeout(() => {
      isIdle = target === null;
      show(target);
    }, delayMs);
  };
  return {
    point: (target) => {
      if (target === pointed) return;
      pointed = target;
      after(target);
    },
    hide: () => {
      // Called with every key and scroll: mostly there is nothing to close.
      if (isIdle) return;
      isIdle = true;
      clearTimeout(timer);
      pointed = null;
      show(null);
    },
  };
}
