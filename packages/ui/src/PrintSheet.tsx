import { type ReactElement, type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import { createPortal } from 'react-dom';
import { cx } from './cx.ts';
import styles from './PrintSheet.module.css';

/** Mark of the body while a sheet is printed; `PrintSheet.module.css` hides everything else by it. */
const PRINT_ATTRIBUTE = 'varcoSheet';

/** Waits for pictures and layout, so that the sheet is printed whole. */
async function waitForContent(sheet: HTMLElement | null): Promise<void> {
  const pictures = [...(sheet?.querySelectorAll('img') ?? [])];
  // A picture that cannot be decoded must not hold back the rest.
  await Promise.allSettled(pictures.map((picture) => picture.decode()));
  await new Promise<void>((done) => setTimeout(done, 100));
}

/**
 * Content that is printed once, as soon as it is there, and never seen on the screen: title, `intro`, body and `foot`.
 * `className`: of a sheet with type and margins of its own, such as a letter.
 */
export function PrintSheet(props: {
  title: ReactNode;
  intro?: ReactNode;
  foot?: ReactNode;
  className?: string | undefined;
  onDone: () => void;
  children: ReactNode;
}): ReactElement {
  const sheet = useRef<HTMLDivElement>(null);
  const finish = useEffectEvent(props.onDone);
  useEffect(() => {
    let isGone = false;
    document.body.dataset[PRINT_ATTRIBUTE] = 'on';
    void waitForContent(sheet.current).then(() => {
      if (isGone) return;
      print();
      finish();
    });
    return () => {
      isGone = true;
      delete document.body.dataset[PRINT_ATTRIBUTE];
    };
  }, []);
  return createPortal(
    <div ref={sheet} className={cx(styles.sheet, props.className)}>
      <h1>{props.title}</h1>
      {props.intro !== undefined && <p>{props.intro}</p>}
      {props.children}
      {props.foot !== undefined && <p className={styles.foot}>{props.foot}</p>}
    </div>,
    document.body,
  );
}
