import { useEffect, useEffectEvent, useState } from 'react';

interface Rotation {
  /** Page shown, from 0. */
  readonly page: number;
  readonly stepPage: (step: number) => void;
}

/**
 * Rotates pages every `seconds`, cyclically. Pauses while `isHeld` and while the page is hidden.
 * @param seconds 0: only by hand
 */
export function useRotation(pages: number, seconds: number, isStored: boolean): Rotation {
  const [requested, setPage] = useState(0);
  const page = pages === 0 ? 0 : requested % pages;
  const changePage = (step: number): void => setPage(pages === 0 ? 0 : (page + step + pages) % pages);
  const next = useEffectEvent(() => {
    if (!document.hidden) changePage(1);
  });
  const isRotating = seconds > 0 && pages > 1 && !isStored;
  useEffect(() => {
    if (!isRotating) return undefined;
    const timer = setInterval(() => next(), seconds * 1000);
    return () => clearInterval(timer);
    // A page selected by hand is shown for the full interval.
  }, [isRotating, seconds, page]);
  return { page, stepPage: changePage };
}

/** Current time (epoch ms), updated at an interval, so that ages grow without new data. */
export function useCurrentTime(everyMs: number, nowMs: () => number): number {
  const [time, setTime] = useState(nowMs);
  const tick = useEffectEvent(() => setTime(nowMs()));
  useEffect(() => {
    const timer = setInterval(() => tick(), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return time;
}
