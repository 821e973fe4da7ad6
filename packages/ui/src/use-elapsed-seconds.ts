import { useEffect, useState } from 'react';

/**
 * Whole seconds since `startedAt` (the page's own clock, `performance.now()` in ms), ticking once a second.
 * null: nothing is running, 0. The page's clock is used because it never jumps when the machine sets its time.
 */
export function useElapsedSeconds(startedAt: number | null): number {
  const [now, setNow] = useState(() => performance.now());
  useEffect(() => {
    if (startedAt === null) return undefined;
    const timer = setInterval(() => setNow(performance.now()), 1000);
    return () => clearInterval(timer);
  }, [startedAt]);
  return startedAt === null ? 0 : Math.max(0, Math.floor((now - startedAt) / 1000));
}
