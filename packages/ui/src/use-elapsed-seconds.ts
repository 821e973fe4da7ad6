import { useEffect, useState } from 'react';

/**
 * Whole seconds since `startedAt` (`performance.now()` in ms), updated once a second; null: not running, returns 0. The
 * page clock is used because it does not jump when the system time is set.
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
