import { useEffect, useEffectEvent, useState } from 'react';

/**
 * Draft of a field that is edited ahead of `value` and committed `delayMs` after the last change. When `value` changes
 * from outside (cleared, chip removed), the draft follows.
 * @param isSame compares a draft and a value; by identity by default
 * @returns the draft, its setter, and a function that commits it at once, for instance on blur
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
