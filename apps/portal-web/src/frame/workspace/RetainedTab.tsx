import { Activity, type ReactElement, type ReactNode, useCallback, useState } from 'react';
import { createPortal } from 'react-dom';
import styles from './Workspace.module.css';

/**
 * A selected or recently selected tab. A hidden one keeps its DOM outside of the document, so that switching back is
 * cheap (ADR 0015). It must leave the document because row ids are fixed by the specification (`lpr-row-...`) and two
 * lists would repeat them. While hidden, its effects are stopped: no keys, timers or refresh.
 */
export function RetainedTab(props: { isShown: boolean; children: ReactNode }): ReactElement {
  const { isShown, children } = props;
  const [box] = useState(createBox);
  // Uses a ref callback because it runs before the effects of the children, which may measure or take the focus.
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

interface DetachableBox {
  readonly element: HTMLElement;
  /** Scroll positions by element, recorded on every scroll, because an element removed from the document loses its position. */
  readonly scrolled: Map<Element, { readonly top: number; readonly left: number }>;
}

function createBox(): DetachableBox {
  const element = document.createElement('div');
  element.className = styles.slot ?? '';
  const scrolled: DetachableBox['scrolled'] = new Map();
  const note = ({ target }: Event): void => {
    if (!(target instanceof Element) || !element.isConnected) return;
    const { scrollTop: top, scrollLeft: left } = target;
    if (top === 0 && left === 0) scrolled.delete(target);
    else scrolled.set(target, { top, left });
  };
  element.addEventListener('scroll', note, { capture: true, passive: true });
  return { element, scrolled };
}
