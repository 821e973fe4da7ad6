import { type RefObject, useEffect, useRef, useState } from 'react';

/** Distance outside the viewport at which an element counts as visible, px. */
const VISIBILITY_MARGIN = '200px';

/** True once an element has come near the viewport. Used to defer costly requests such as pictures. */
export function useNearViewport<E extends HTMLElement>(): readonly [RefObject<E | null>, boolean] {
  const ref = useRef<E>(null);
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    const element = ref.current;
    if (element === null || isSeen) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) setSeen(true);
      },
      { rootMargin: VISIBILITY_MARGIN },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [isSeen]);
  return [ref, isSeen];
}
