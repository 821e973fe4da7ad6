import { type RefObject, useEffect, useState } from 'react';

/** Events after which the pointer or the focus may be elsewhere. */
const MOVES = ['pointerover', 'pointerout', 'focusin', 'focusout'] as const;

/**
 * Whether the pointer or the focus is in the grid; pages do not rotate meanwhile. It is looked at where they are, and not
 * counted by entering and leaving: a grid that is taken away under the pointer, because its plant fails, is never left.
 */
export function usePauseOnHover() {
  const [grid, setGrid] = useState<HTMLElement | null>(null);
  const [isHeld, setHeld] = useState(false);
  useEffect(() => {
    if (grid === null) return undefined;
    const look = (): void => {
      // A finger leaves no pointer behind, although the browser still calls the place hovered.
      const isPointed = grid.matches(':hover') && matchMedia('(hover: hover)').matches;
      setHeld(isPointed || grid.contains(document.activeElement));
    };
    for (const move of MOVES) document.addEventListener(move, look);
    return () => {
      for (const move of MOVES) document.removeEventListener(move, look);
      setHeld(false);
    };
  }, [grid]);
  return { isHeld, hold: setGrid };
}

/** Fullscreen mode of the grid; the browser leaves it on Esc. If the browser refuses fullscreen, nothing changes. */
export function useFullscreen(page: RefObject<HTMLElement | null>): {
  readonly isOn: boolean;
  readonly toggle: () => void;
} {
  const [isOn, setOn] = useState(false);
  useEffect(() => {
    const look = (): void => setOn(document.fullscreenElement !== null);
    document.addEventListener('fullscreenchange', look);
    return () => document.removeEventListener('fullscreenchange', look);
  }, []);
  return {
    isOn,
    toggle() {
      const done = isOn ? document.exitFullscreen() : page.current?.requestFullscreen();
      void done?.catch(() => undefined);
    },
  };
}
