import { useEffect, useEffectEvent, useState } from 'react';

/**
 * What stands in a field before it counts: it runs ahead of `value` and is told `delayMs` after the last change. When `value` changes from
 * outside (cleared, chip removed) the draft follows.
 * @param isSame how a draft and a value are compared; by identity unless told
 */
export function useDraft<T>(
  value: T,
  onValue: (value: T) => void,
  { delayMs, isSame = Object.is }: { delayMs: number; isSame?: (a: T, b: T) => boolean },
): readonly [T, (draft: T) => void] {
  const [draft, setDraft] = useState(value);
  const [typedFor, setTypedFor] = useState(value);
  if (!isSame(typedFor, value)) {
    setTypedFor(value);
    setDraft(value);
  }
  const send = useEffectEvent(() => {
    if (!isSame(draft, value)) onValue(draft);
  });
  useEffect(() => {
    const timer = setTimeout(send, delayMs);
    return () => clearTimeout(timer);
  }, [draft, delayMs]);
  return [draft, setDraft];
}
