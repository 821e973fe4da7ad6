import { useEffect, useEffectEvent, useState } from 'react';

/** The size the wall is laid out for, CSS pixels (mock-up 06b). */
const LAID_OUT = { width: 1440, height: 900 } as const;
/** Below this width the parts of the wall stand one below the other, in their own size. */
export const MIN_WALL_WIDTH = 900;
const LIMITS = { min: 0.75, max: 6 } as const;

/** By how much the wall is enlarged, so that its text grows with the screen. */
export function computeWallZoom(width: number, height: number): number {
  if (width < MIN_WALL_WIDTH) return 1;
  const fitting = Math.min(width / LAID_OUT.width, height / LAID_OUT.height);
  return Math.min(LIMITS.max, Math.max(LIMITS.min, fitting));
}

/** Enlargement of the wall for this window. */
export function useWallZoom(): number {
  const [zoom, setZoom] = useState(() => computeWallZoom(innerWidth, innerHeight));
  useEffect(() => {
    const fit = (): void => setZoom(computeWallZoom(innerWidth, innerHeight));
    addEventListener('resize', fit);
    return () => removeEventListener('resize', fit);
  }, []);
  return zoom;
}

/** The end of full screen that a wall before this one asked for; null: none is under way. */
let ending: Promise<void> | null = null;

/**
 * Asks for full screen, which a browser grants only to a press of the user. Refused: the wall fills the window. An end that
 * is under way is waited for, because it would end the new full screen.
 */
export function requestFullScreen(): void {
  const request = (): Promise<void> => document.documentElement.requestFullscreen();
  void (ending === null ? request() : ending.then(request)).catch(() => undefined);
}

function endFullScreen(): void {
  ending = document
    .exitFullscreen()
    .catch(() => undefined)
    .finally(() => {
      ending = null;
    });
}

/**
 * Leaves the wall with its full screen, which the browser itself ends on Esc, and ends full screen with the wall. The end of
 * the full screen of an earlier wall is none of its concern.
 */
export function useFullScreenOfWall(onLeave: () => void): void {
  const leave = useEffectEvent(onLeave);
  useEffect(() => {
    let isFull = document.fullscreenElement !== null && ending === null;
    const change = (): void => {
      const wasFull = isFull;
      isFull = document.fullscreenElement !== null;
      if (wasFull && !isFull) leave();
    };
    document.addEventListener('fullscreenchange', change);
    return () => {
      document.removeEventListener('fullscreenchange', change);
      if (document.fullscreenElement !== null) endFullScreen();
    };
  }, []);
}

/** Keeps the screen on. A browser ends the lock of a page in the background; it is taken again when the page is back. */
export function useScreenOn(): void {
  useEffect(() => {
    const lock = { held: null as WakeLockSentinel | null, isOver: false };
    const release = (): void => void lock.held?.release().catch(() => undefined);
    const take = async (): Promise<void> => {
      if (document.visibilityState !== 'visible') return;
      lock.held = await navigator.wakeLock.request('screen');
      if (lock.isOver) release();
    };
    // Refused, for instance on a low battery, or unknown to the browser: the screen follows its own settings.
    const tryTake = (): void => void take().catch(() => undefined);
    tryTake();
    document.addEventListener('visibilitychange', tryTake);
    return () => {
      lock.isOver = true;
      document.removeEventListener('visibilitychange', tryTake);
      release();
    };
  }, []);
}
