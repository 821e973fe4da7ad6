import { Button } from '@mantine/core';
import type { ReactElement, ReactNode } from 'react';
import { useEffect, useId, useRef } from 'react';
import { Icon } from './Icon.tsx';
import { Kbd } from './Kbd.tsx';
import { useElapsedSeconds } from './use-elapsed-seconds.ts';
import styles from './WaitingOverlay.module.css';

/** Formats elapsed seconds as `MM:SS`. */
export function formatMinutesSeconds(total: number): string {
  return `${String(Math.floor(total / 60)).padStart(2, '0')}:${String(total % 60).padStart(2, '0')}`;
}

function ProgressBars(props: { done: number; total: number }): ReactElement {
  return (
    <div className={styles.bars} aria-hidden="true">
      {Array.from({ length: props.total }, (_, index) => (
        <span key={index} className={index < props.done ? styles.done : styles.todo} />
      ))}
    </div>
  );
}

/**
 * Overlay over a part of the page that is loading; content already there remains readable behind it. The counter ticks
 * every second. The abort button takes the focus unless the user is typing; Esc activates it. `startedAt`:
 * `performance.now()` at the start.
 */
export function WaitingOverlay(props: {
  title: string;
  detail?: ReactNode;
  startedAt: number;
  /** Number of finished parts and of all parts; one bar each. */
  progress?: { readonly done: number; readonly total: number };
  abort?: { readonly label: string; readonly keyName: string; readonly onAbort: () => void };
}): ReactElement {
  const { title, detail, startedAt, progress, abort } = props;
  const seconds = useElapsedSeconds(startedAt);
  const titleId = useId();
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // Does not take the focus from a user who is typing: the keys would reach the button.
    if (!(document.activeElement instanceof HTMLInputElement)) button.current?.focus();
  }, []);
  return (
    <div className={styles.scrim}>
      {/* Esc works anywhere inside the box, as an alternative to the button. */}
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
            {formatMinutesSeconds(seconds)}
          </span>
        </div>
        {progress !== undefined && <ProgressBars done={progress.done} total={progress.total} />}
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
