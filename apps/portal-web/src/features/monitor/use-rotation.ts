import { useEffect, useEffectEvent, useState } from 'react';

interface Rotation {
  /** Page shown, from 0. */
  readonly page: number;
  readonly turn: (step: number) => void;
}

/**
 * Pages that turn by themselves every so many seconds, round and round; not while somebody holds them, nor while nobody looks at the page.
 * @param seconds 0: only by hand
 */
export function useRotation(pages: number, seconds: number, isHeld: boolean): Rotation {
  const [wanted, setPage] = useState(0);
  const page = pages === 0 ? 0 : wanted % pages;
  const turn = (step: number): void => setPage(pages === 0 ? 0 : (page + step + pages) % pages);
  const next = useEffectEvent(() => {
    if (!document.hidden) turn(1);
  });
  const isTurning = seconds > 0 && pages > 1 && !isHeld;
  useEffect(() => {
    if (!isTurning) return undefined;
    const timer = setInterval(() => next(), seconds * 1000);
    return () => clearInterval(timer);
    // A page turned by hand stays as long as any other.
  }, [isTurning, seconds, page]);
  return { page, turn };
}

/** Milliseconds since 1970, anew every so often: ages grow although nothing new has come. */
export function useTime(everyMs: number, nowMs: () => number): number {
  const [time, setTime] = useState(nowMs);
  const tick = useEffectEvent(() => setTime(nowMs()));
  useEffect(() => {
    const timer = setInterval(() => tick(), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return time;
}
