import { useEffect, useEffectEvent } from 'react';

/**
 * Calls `onTick` every so many seconds while the page is looked at. A page in the background asks nothing; coming back, it asks at once
 * when a tick was left out meanwhile.
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
