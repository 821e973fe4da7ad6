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
      for (const { element, top, left } of box.scrolled) element.scrollTo({ top, left, behavior: 'instant' });
      return () => {
        box.scrolled = scrolledIn(box.element);
        box.element.remove();
      };
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
  /** What was scrolled when it left the document, which forgets that. */
  scrolled: readonly Scrolled[];
}
interface Scrolled {
  readonly element: Element;
  readonly top: number;
  readonly left: number;
}

function newBox(): Box {
  const element = document.createElement('div');
  element.className = styles.slot ?? '';
  return { element, scrolled: [] };
}

const scrolledIn = (root: Element): readonly Scrolled[] =>
  [...root.querySelectorAll('*')]
    .map((element) => ({ element, top: element.scrollTop, left: element.scrollLeft }))
    .filter(({ top, left }) => top !== 0 || left !== 0);
