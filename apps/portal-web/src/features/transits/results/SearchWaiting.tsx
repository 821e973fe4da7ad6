import { Button } from '@mantine/core';
import { Icon } from '@varco/ui/Icon.tsx';
import { Kbd } from '@varco/ui/Kbd.tsx';
import { useElapsedSeconds } from '@varco/ui/use-elapsed-seconds.ts';
import { formatMinutesSeconds, WaitingOverlay } from '@varco/ui/WaitingOverlay.tsx';
import type { ReactElement } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import type { ResultAreaProps } from './result-area-props.ts';
import styles from './SearchWaiting.module.css';
import { useIsWaitingLong } from './use-is-waiting-long.ts';

/** A fast response shows no overlay. After this time the overlay says that the search is running. */
const OVERLAY_AFTER_MS = 400;

/**
 * SRCH-20, SRCH-21: a timer and "Interrompi richiesta" while plants have not responded. It covers the whole result area
 * before the first row, and is a strip below the rows afterwards, so that they can be read and used.
 */
export function SearchWaiting(props: ResultAreaProps): ReactElement | null {
  const t = useT();
  const { session, state, view } = props;
  const isLate = useIsWaitingLong(state.status === 'searching', OVERLAY_AFTER_MS);
  if (state.status !== 'searching' || !isLate) return null;
  const requested = state.search?.parts.length ?? 0;
  const done = requested - (view.completeness?.counts.pending ?? 0);
  const detail = t('transits:waiting.progress', {
    count: done,
    asked: requested,
    rows: t('transits:completeness.rows', { count: view.completeness?.rows ?? 0 }),
  });
  if (view.rows.length > 0)
    return <WaitingStrip detail={detail} startedAt={state.startedAtElapsed} onAbort={() => session.abort()} />;
  return (
    // Each search gets a new overlay, whose button takes the focus again.
    <WaitingOverlay
      key={state.resultId}
      title={t('transits:waiting.title')}
      detail={detail}
      startedAt={state.startedAtElapsed}
      progress={{ done, total: requested }}
      abort={{
        label: t('transits:waiting.abort'),
        keyName: t('common:keys.escape'),
        onAbort: () => session.abort(),
      }}
    />
  );
}

function WaitingStrip(props: { detail: string; startedAt: number; onAbort: () => void }): ReactElement {
  const t = useT();
  const seconds = useElapsedSeconds(props.startedAt);
  return (
    <div className={styles.strip} role="group" aria-label={t('transits:waiting.title')}>
      <span className={styles.arc}>
        <Icon name="arc" isSpinning />
      </span>
      <span className={styles.detail}>{props.detail}</span>
      <span className={styles.counter} role="timer">
        {formatMinutesSeconds(seconds)}
      </span>
      <Button
        size="compact-sm"
        variant="default"
        rightSection={
          <span className={styles.key}>
            <Kbd keys={[t('common:keys.escape')]} />
          </span>
        }
        onClick={props.onAbort}
      >
        {t('transits:waiting.abort')}
      </Button>
    </div>
  );
}
