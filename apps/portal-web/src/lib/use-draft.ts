import { useEffect, useEffectEvent, useState } from 'react';

/**
 * What stands in a field before it counts: it runs ahead of `value` and is told `delayMs` after the last change. When `value` changes from
 * outside (cleared, chip removed) the draft follows.
 * @param isSame how a draft and a value are compared; by identity unless told
 * @returns the draft, its setter, and what tells it at once: who leaves the field for "Cerca" does not wait
 */
export function useDraft<T>(
  value: T,
  onValue: (value: T) => void,
  { delayMs, isSame = Object.is }: { delayMs: number; isSame?: (a: T, b: T) => boolean },
): readonly [draft: T, setDraft: (draft: T) => void, settle: () => void] {
  const [draft, setDraft] = useState(value);
  const [typedFor, setTypedFor] = useState(value);
  if (!isSame(typedFor, value)) {
    setTypedFor(value);
    setDraft(value);
  }
  const settle = (): void => {
    if (!isSame(draft, value)) onValue(draft);
  };
  const send = useEffectEvent(settle);
  useEffect(() => {
    const timer = setTimeout(send, delayMs);
    return () => clearTimeout(timer);
  }, [draft, delayMs]);
  return [draft, setDraft, settle];
}
