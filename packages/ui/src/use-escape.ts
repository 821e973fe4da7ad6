import { type RefObject, useEffect, useEffectEvent } from 'react';

/** Calls the handler when Escape is pressed inside the element, and keeps the key from what is around it. */
export function useEscape(ref: RefObject<HTMLElement | null>, handler: () => void): void {
  const onEscape = useEffectEvent(handler);
  useEffect(() => {
    const element = ref.current;
    const listen = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      onEscape();
    };
    element?.addEventListener('keydown', listen);
    return () => element?.removeEventListener('keydown', listen);
  }, [ref]);
}
