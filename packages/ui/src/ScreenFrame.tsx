import type { ReactElement, ReactNode } from 'react';
import { cx } from './cx.ts';
import { ScrollRegion } from './ScrollRegion.tsx';
import styles from './ScreenFrame.module.css';
import { WaitingLine } from './WaitingLine.tsx';

/**
 * Frame of a screen, from top to bottom: introduction, toolbar, status line, notices, body and footer. Only the body
 * scrolls, except on a narrow window, where the whole frame does. Parts that are not given take no room.
 */
export function ScreenFrame(props: {
  /** Name of the screen. */
  label: string;
  /** Target of the skip link. */
  id?: string;
  intro?: ReactNode;
  toolbar?: ReactNode;
  /** Who answered, how many, since when: the completeness line, or counts with a legend. */
  status?: ReactNode;
  notices?: ReactNode;
  /** What is being fetched; the body remains visible. */
  waiting?: ReactNode;
  /** Takes the place of the body: an `EmptyState` with the next step. */
  empty?: ReactNode;
  /** Keys, counts, paging. */
  footer?: ReactNode;
  /** `plain` for cards, which have their own ground. */
  ground?: 'panel' | 'plain';
  /** `fill`: the child takes the whole body and scrolls itself (table, map, split pane). */
  body?: 'scroll' | 'fill';
  children?: ReactNode;
}): ReactElement {
  const { label, id = 'results', ground = 'panel', body = 'scroll', intro, toolbar, status, footer } = props;
  const isWaiting = isShown(props.waiting);
  const isEmpty = isShown(props.empty);
  const notices = (
    <>
      {props.notices}
      {isWaiting && <WaitingLine>{props.waiting}</WaitingLine>}
    </>
  );
  return (
    <section id={id} aria-label={label} tabIndex={-1} className={cx(styles.frame, styles[ground])}>
      {isShown(intro) && (
        <div className={styles.intro}>
          <p>{intro}</p>
        </div>
      )}
      {isShown(toolbar) && <div className={styles.head}>{toolbar}</div>}
      {isShown(status) && <div className={styles.status}>{status}</div>}
      {(isShown(props.notices) || isWaiting) && <div className={styles.notices}>{notices}</div>}
      {body === 'fill' && !isEmpty ? (
        <div className={styles.body} aria-busy={isWaiting}>
          {props.children}
        </div>
      ) : (
        <ScrollRegion label={label} role="group" isFilling isPadded isBusy={isWaiting}>
          {isEmpty ? props.empty : props.children}
        </ScrollRegion>
      )}
      {isShown(footer) && <footer className={styles.foot}>{footer}</footer>}
    </section>
  );
}

/** Whether a part is given: `condition && part` gives false. */
const isShown = (part: ReactNode): boolean => part !== undefined && part !== null && part !== false && part !== '';
