import { Activity, type ReactElement, type ReactNode, useCallback, useState } from 'react';
import { createPortal } from 'react-dom';
import styles from './Workspace.module.css';

/**
 * A tab that is looked at, or was a moment ago: then it keeps what it drew, outside of the document, and coming back costs next to nothing
 * (ADR 0045). Out of the document because ids are those of the specification (`lpr-row-...`): two lists would have the same. While it is away
 * nothing of it runs: no keys, no timers, no refresh.
 */
export function KeptTab(props: { isShown: boolean; children: ReactNode }): ReactElement {
  const { isShown, children } = props;
  const [box] = useState(newBox);
  // A ref, not an effect: it is set before the effects of what is inside, which may measure or take the focus.
  const show = useCallback(
    (slot: HTMLElement | null) => {
      if (slot === null) return undefined;
      slot.append(box.element);
      for (const [element, { top, left }] of box.scrolled) {
        if (box.element.contains(element)) element.scrollTo({ top, left, behavior: 'instant' });
        else box.scrolled.delete(element);
      }
      return () => box.element.remove();
    },
    [box],
  );
  return (
    <>
      <div className={styles.slot} ref={isShown ? show : null} />
      {createPortal(<Activity mode={isShown ? 'visible' : 'hidden'}>{children}</Activity>, box.element)}
    </>
  );
}

interface Box {
  readonly element: HTMLElement;
  /** What is scrolled, and how far: an element that leaves the document forgets that. Noted when it happens, so that leaving reads nothing. */
  readonly scrolled: Map<Element, { readonly top: number; readonly left: number }>;
}

function newBox(): Box {
  const element = document.createElement('div');
  element.className = styles.slot ?? '';
  const scrolled: Box['scrolled'] = new Map();
  const note = ({ target }: Event): void => {
    if (!(target instanceof Element) || !element.isConnected) return;
    const { scrollTop: top, scrollLeft: left } = target;
    if (top === 0 && left === 0) scrolled.delete(target);
    else scrolled.set(target, { top, left });
  };
  element.addEventListener('scroll', note, { capture: true, passive: true });
  return { element, scrolled };
}
