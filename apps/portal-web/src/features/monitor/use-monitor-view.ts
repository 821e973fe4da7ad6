import { type RefObject, useEffect, useState } from 'react';

/** Whether the pointer or the focus is in the grid; pages do not rotate meanwhile. */
export function usePauseOnHover() {
  const [by, setBy] = useState({ pointer: false, focus: false });
  const change = (part: Partial<typeof by>): void => setBy((now) => ({ ...now, ...part }));
  return {
    isHeld: by.pointer || by.focus,
    hold: {
      onPointerEnter: () => change({ pointer: true }),
      onPointerLeave: () => change({ pointer: false }),
      onFocus: () => change({ focus: true }),
      onBlur: () => change({ focus: false }),
    },
  };
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
