import { useEffect, useState } from 'react';
import { createSealedValue } from '../../lib/storage/sealed-value.ts';
import { NO_CHOICE, UserChoice } from './user-filter.ts';

/** USR-11: filters of the list, stored encrypted in this browser for 24 hours. */
export const storedUserChoice = createSealedValue('plant-users', UserChoice);

/** The stored filters of the list; null until loaded. */
export function useUserChoice(): readonly [UserChoice | null, (change: Partial<UserChoice>) => void] {
  const [choice, setChoice] = useState<UserChoice | null>(null);
  useEffect(() => {
    let isGone = false;
    void storedUserChoice.load().then((stored) => {
      if (!isGone) setChoice((known) => known ?? stored ?? NO_CHOICE);
    });
    return () => {
      isGone = true;
    };
  }, []);
  const change = (more: Partial<UserChoice>): void => {
    const next = { ...(choice ?? NO_CHOICE), ...more };
    setChoice(next);
    storedUserChoice.save(next);
  };
  return [choice, change];
}
