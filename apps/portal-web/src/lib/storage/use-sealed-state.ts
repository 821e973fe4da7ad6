import { useEffect, useState } from 'react';
import type { SealedValue } from './sealed-value.ts';

/**
 * State of a screen that survives a reload. A change made before the stored value arrives wins over it.
 * @param stored where the value is kept
 * @param initial value while nothing is stored
 * @returns the value, its setter, and whether the stored value has been read
 */
export function useSealedState<T>(
  stored: SealedValue<T>,
  initial: () => T,
): readonly [value: T, change: (value: T | ((now: T) => T)) => void, isLoaded: boolean] {
  const [state, setState] = useState(() => ({ value: initial(), isLoaded: false }));
  useEffect(() => {
    let isGone = false;
    void stored.load().then((value) => {
      if (!isGone) setState((now) => (now.isLoaded ? now : { value: value ?? now.value, isLoaded: true }));
    });
    return () => {
      isGone = true;
    };
  }, [stored]);
  const change = (next: T | ((now: T) => T)): void =>
    setState((now) => {
      const value = next instanceof Function ? next(now.value) : next;
      stored.save(value);
      return { value, isLoaded: true };
    });
  return [state.value, change, state.isLoaded];
}
