import { type RefObject, useLayoutEffect, useState } from 'react';

/** Whether the content of an element is cut off; measured before the first paint and whenever a size changes. */
export function useIsOverflowing(container: RefObject<HTMLElement | null>): boolean {
  const [isOverflowing, setOverflowing] = useState(false);
  useLayoutEffect(() => {
    const element = container.current;
    if (element === null) return undefined;
    const measure = (): void =>
      setOverflowing(element.scrollWidth > element.clientWidth || element.scrollHeight > element.clientHeight);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    for (const child of element.children) observer.observe(child);
    return () => observer.disconnect();
  }, [container]);
  return isOverflowing;
}
