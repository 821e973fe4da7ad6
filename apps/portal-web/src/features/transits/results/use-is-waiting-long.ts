import { useEffect, useState } from 'react';

/** True once `isWaiting` has lasted `afterMs`; false again as soon as it ends. */
export function useIsWaitingLong(isWaiting: boolean, afterMs: number): boolean {
  const [isLate, setIsLate] = useState(false);
  useEffect(() => {
    if (!isWaiting) return undefined;
    const timer = setTimeout(() => setIsLate(true), afterMs);
    return () => {
      clearTimeout(timer);
      setIsLate(false);
    };
  }, [isWaiting, afterMs]);
  return isWaiting && isLate;
}
