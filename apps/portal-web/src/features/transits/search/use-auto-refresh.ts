import { useEffect, useEffectEvent } from 'react';

/**
 * Calls `onTick` at an interval while the page is visible. A hidden page does not tick; when it becomes visible again,
 * a missed tick runs at once.
 * @param seconds 0: never
 */
export function useAutoRefresh(seconds: number, onTick: () => void): void {
  const tick = useEffectEvent(onTick);
  useEffect(() => {
    if (seconds === 0) return undefined;
    let isMissed = false;
    const timer = setInterval(() => {
      if (document.hidden) isMissed = true;
      else tick();
    }, seconds * 1000);
    const onVisible = (): void => {
      if (document.hidden || !isMissed) return;
      isMissed = false;
      tick();
    };
    document.addEventListener('visibilitychange', onVisible);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', onVisible);
    };
  }, [seconds]);
}
