import { type RefObject, useEffect, useRef } from 'react';
import { bringIntoSight } from './bring-into-sight.ts';

/**
 * Brings the result into sight when a run begins and when it ends. It moves only where form and result are stacked and
 * the result is below; beside its form it is in sight already.
 */
export function useScrollToResult(result: RefObject<HTMLElement | null>, isRunning: boolean): void {
  const wasRunning = useRef(isRunning);
  useEffect(() => {
    if (wasRunning.current === isRunning) return;
    wasRunning.current = isRunning;
    bringIntoSight(result.current);
  }, [result, isRunning]);
}
