/** Delay before a preview opens after the pointer rests, and before it closes after the pointer has left (T 9). */
export const HOVER_MS = 300;

export interface HoverTimer<Target> {
  /** Reports the target under the pointer, or null. */
  readonly point: (target: Target | null) => void;
  /** Closes at once and cancels a pending opening. */
  readonly hide: () => void;
}

/** Decides when a preview opens, moves and closes. While one is open, moving to another target uses the same delay. */
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
      // Called for every key and scroll event, when usually nothing is open.
      if (isIdle) return;
      isIdle = true;
      clearTimeout(timer);
      pointed = null;
      show(null);
    },
  };
}
