import { type RefObject, useEffect, useRef, useState } from 'react';

/** How far outside of the view something counts as nearly seen, px. */
const MARGIN = '200px';

/** Tells when an element has come near the view for the first time: what is dear to fetch is fetched then. */
export function useSeen<E extends HTMLElement>(): readonly [RefObject<E | null>, boolean] {
  const ref = useRef<E>(null);
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    const element = ref.current;
    if (element === null || isSeen) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) setSeen(true);
      },
      { rootMargin: MARGIN },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [isSeen]);
  return [ref, isSeen];
}
