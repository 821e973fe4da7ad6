import { Button } from '@mantine/core';
import { EmptyState } from '@varco/ui/EmptyState.tsx';
import { Kbd } from '@varco/ui/Kbd.tsx';
import { Segmented } from '@varco/ui/Segmented.tsx';
import { WaitingOverlay } from '@varco/ui/WaitingOverlay.tsx';
import { useScrollToResult } from '@varco/ui/use-scroll-to-result.ts';
import { type ReactElement, type ReactNode, useRef } from 'react';
import { useT } from '../../lib/i18n.tsx';
import styles from './GateAnalysis.module.css';
import type { RunState } from './use-analysis-run.ts';

export type AnalysisSide = 'map' | 'results';

interface Props {
  readonly title: string;
  readonly form: ReactNode;
  readonly canRun: boolean;
  readonly onRun: () => void;
  readonly onStop: () => void;
  readonly state: RunState<unknown>;
  /** Null: this analysis has no map. */
  readonly map: ReactNode;
  readonly side: AnalysisSide;
  readonly onSide: (side: AnalysisSide) => void;
  readonly intro: { readonly title: string; readonly text: string };
  readonly results: ReactNode;
}

/**
 * Layout of an analysis: query on the left, map or results on the right, limitations of the results below the button.
 */
export function AnalysisLayout(props: Props): ReactElement {
  const t = useT();
  const { title, form, canRun, onRun, map, side, onSide, state } = props;
  const area = useRef<HTMLDivElement>(null);
  useScrollToResult(area, state.kind === 'running');
  return (
    <div className={styles.split}>
      <section className={styles.form} aria-label={title}>
        {form}
        <div className={styles.run}>
          <Button
            size="sm"
            disabled={!canRun}
            onClick={onRun}
            rightSection={<Kbd keys={[t('common:keys.ctrlEnter')]} />}
          >
            {t('gateAnalysis:run')}
          </Button>
        </div>
        <p className={styles.caveat}>{t('gateAnalysis:caveat')}</p>
      </section>
      <div ref={area} className={styles.side}>
        {map !== null && (
          <div className={styles.sideHead}>
            <Segmented
              label={t('gateAnalysis:view')}
              size="sm"
              value={side}
              onChange={onSide}
              options={[
                { id: 'map', label: t('gateAnalysis:map') },
                { id: 'results', label: t('gateAnalysis:results') },
              ]}
            />
          </div>
        )}
        {map !== null && side === 'map' ? (
          <div className={styles.map}>{map}</div>
        ) : (
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          <section className={styles.results} aria-label={t('gateAnalysis:results')} tabIndex={0} id="results">
            <AnalysisResults {...props} />
          </section>
        )}
      </div>
    </div>
  );
}

function AnalysisResults({ state, intro: before, results, onStop }: Props): ReactElement {
  const t = useT();
  switch (state.kind) {
    case 'running':
      return (
        // Keyed by run, so that the stop button of a new run takes the focus again.
        <WaitingOverlay
          key={state.startedAt}
          title={t('gateAnalysis:waiting')}
          startedAt={state.startedAt}
          abort={{ label: t('gateAnalysis:abort'), keyName: t('common:keys.escape'), onAbort: onStop }}
        />
      );
    case 'done':
      return <>{results}</>;
    case 'failed':
      return <EmptyState icon="octagon" tone="al" title={t('gateAnalysis:failed')} />;
    case 'stopped':
      return <EmptyState icon="slashRing" title={t('gateAnalysis:stopped')} />;
    case 'idle':
      return (
        <EmptyState icon="search" title={before.title}>
          {before.text}
        </EmptyState>
      );
  }
}
