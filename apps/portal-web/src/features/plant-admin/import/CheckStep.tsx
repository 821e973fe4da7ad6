import { Button, Progress } from '@mantine/core';
import { formatInteger } from '@varco/i18n/format.ts';
import { Notice } from '@varco/ui/Notice.tsx';
import { Panel } from '@varco/ui/Panel.tsx';
import type { ReactElement } from 'react';
import { useLanguage, useT } from '../../../lib/i18n.tsx';
import { CheckCounts } from './CheckCounts.tsx';
import type { StepProps } from './step-props.ts';
import styles from './Import.module.css';
import type { CheckProgress } from './import-state.ts';

/** The plant checks the file: how far, how fast, and how it is stopped. */
export function CheckStep({ state, controller }: StepProps): ReactElement | null {
  const t = useT();
  const { progress, contents } = state;
  if (progress === null) return null;
  const total = Math.max(contents?.lines ?? 0, progress.lines);
  const share = total === 0 ? 0 : (100 * progress.lines) / total;
  const isRunning = progress.state === 'running';
  return (
    <div className={styles.narrow}>
      <Panel title={t('fileImport:check.title')} padding="text">
        <div className={styles.fields}>
          <Progress value={share} aria-label={t('fileImport:check.title')} animated={isRunning} />
          <p>
            {t('fileImport:check.progress', { lines: progress.lines, total })}
            {isRunning && progress.rate !== null && <Pace progress={progress} rate={progress.rate} total={total} />}
          </p>
          {progress.state === 'paused' && <Notice tone="in">{t('fileImport:check.paused')}</Notice>}
          {progress.state === 'lost' && (
            <Notice tone="wa" isUrgent>
              {t('fileImport:check.lost')}
            </Notice>
          )}
          <div className={styles.actions}>
            {isRunning ? (
              <Button variant="default" onClick={controller.pause}>
                {t('fileImport:check.pause')}
              </Button>
            ) : (
              <Button onClick={controller.resume}>{t('fileImport:check.resume')}</Button>
            )}
            <Button variant="default" onClick={controller.cancel}>
              {t('fileImport:check.cancel')}
            </Button>
          </div>
          <p className={styles.quiet}>{t('fileImport:check.stay')}</p>
        </div>
      </Panel>
      <CheckCounts progress={progress} />
    </div>
  );
}

/** Lines a second, and the time left at this rate. */
function Pace(props: { progress: CheckProgress; rate: number; total: number }): ReactElement {
  const t = useT();
  const language = useLanguage();
  const seconds = props.rate <= 0 ? null : Math.ceil((props.total - props.progress.lines) / props.rate);
  const time = seconds === null ? '' : seconds < 90 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`;
  return (
    <>
      {' · '}
      {t('fileImport:check.rate', { rate: formatInteger(props.rate, language) })}
      {seconds !== null && seconds > 0 && ` · ${t('fileImport:check.left', { time })}`}
    </>
  );
}
