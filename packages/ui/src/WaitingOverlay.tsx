import { Button } from '@mantine/core';
import type { ReactElement, ReactNode } from 'react';
import { useEffect, useId, useRef } from 'react';
import { Icon } from './Icon.tsx';
import { Kbd } from './Kbd.tsx';
import { useElapsedSeconds } from './use-elapsed-seconds.ts';
import styles from './WaitingOverlay.module.css';

/** Elapsed seconds as `MM:SS`. */
export function minutesAndSeconds(total: number): string {
  return `${String(Math.floor(total / 60)).padStart(2, '0')}:${String(total % 60).padStart(2, '0')}`;
}

function Bars(props: { done: number; total: number }): ReactElement {
  return (
    <div className={styles.bars} aria-hidden="true">
      {Array.from({ length: props.total }, (_, index) => (
        <span key={index} className={index < props.done ? styles.done : styles.todo} />
      ))}
    </div>
  );
}

/**
 * Over the part of the page that waits, with what is already there left readable behind it. The counter ticks each second;
 * the abort button takes the focus, unless somebody is
 * typing, and Esc presses it. `startedAt`: `performance.now()` when the wait began.
 */
export function WaitingOverlay(props: {
  title: string;
  detail?: ReactNode;
  startedAt: number;
  /** How many of how many parts are done; one bar each. */
  progress?: { readonly done: number; readonly total: number };
  abort?: { readonly label: string; readonly keyName: string; readonly onAbort: () => void };
}): ReactElement {
  const { title, detail, startedAt, progress, abort } = props;
  const seconds = useElapsedSeconds(startedAt);
  const titleId = useId();
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // Somebody who is typing goes on typing: the keys must not end up on the button.
    if (!(document.activeElement instanceof HTMLInputElement)) button.current?.focus();
  }, []);
  return (
    <div className={styles.scrim}>
      {/* Esc works wherever the focus is inside the box; the button is its visible twin. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <div
        className={styles.box}
        role="group"
        aria-labelledby={titleId}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || abort === undefined) return;
          event.stopPropagation();
          abort.onAbort();
        }}
      >
        <div className={styles.line}>
          <span className={styles.arc}>
            <Icon name="arc" size="lg" isSpinning />
          </span>
          <div className={styles.words} role="status">
            <div id={titleId} className={styles.title}>
              {title}
            </div>
            {detail !== undefined && <div className={styles.detail}>{detail}</div>}
          </div>
          <span className={styles.counter} role="timer">
            {minutesAndSeconds(seconds)}
          </span>
        </div>
        {progress !== undefined && <Bars done={progress.done} total={progress.total} />}
        {abort !== undefined && (
          <Button
            ref={button}
            variant="default"
            fullWidth
            leftSection={<Icon name="close" size="sm" />}
            rightSection={<Kbd keys={[abort.keyName]} />}
            onClick={abort.onAbort}
          >
            {abort.label}
          </Button>
        )}
      </div>
    </div>
  );
}
