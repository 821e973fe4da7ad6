import { type ReactElement } from 'react';
import { now } from '../../lib/clock.ts';
import { WaitingOverlay } from '@varco/ui/WaitingOverlay.tsx';
import { useT } from '../../lib/i18n.tsx';
import { PlantFailures } from './PlantFailures.tsx';
import styles from './ResultArea.module.css';
import type { ResultAreaProps } from './result-area-props.ts';
import { ResultLine } from './ResultLine.tsx';
import { Aborted, NobodyAnswered, NothingFound } from './result-states.tsx';
import { ResultTable } from './ResultTable.tsx';
import { periodLimits } from './search-filter.ts';
import { useIsLate } from './use-is-late.ts';

/** An answer that comes at once shows no overlay; after this time the person is told that work goes on. */
const OVERLAY_AFTER_MS = 400;

/** Completeness line, table or the state that stands in its place, pager; the waiting overlay above them. */
export function ResultView(props: ResultAreaProps): ReactElement {
  const t = useT();
  const { session, state, view } = props;
  const isLate = useIsLate(state.status === 'searching', OVERLAY_AFTER_MS);
  const counts = view.completeness?.counts;
  const asked = state.search?.parts.length ?? 0;
  const done = asked - (counts?.pending ?? 0);
  return (
    <>
      {state.search !== null && <ResultLine {...props} />}
      {state.search !== null && <PlantFailures {...props} />}
      <ResultBody {...props} />
      {state.status === 'searching' && isLate && view.rows.length === 0 && (
        <WaitingOverlay
          title={t('transits:waiting.title')}
          detail={t('transits:waiting.progress', { done, asked, rows: view.completeness?.rows ?? 0 })}
          startedAt={state.startedAtElapsed}
          progress={{ done, total: asked }}
          abort={{
            label: t('transits:waiting.abort'),
            keyName: t('common:keys.escape'),
            onAbort: () => session.abort(),
          }}
        />
      )}
    </>
  );
}

function ResultBody(props: ResultAreaProps): ReactElement | null {
  const { state, view, filter } = props;
  if (state.status === 'aborted') return <Aborted onAgain={() => props.onFilter(filter)} />;
  if (state.search === null || state.filter === null) return null;
  if (view.rows.length > 0) return <ResultTable {...props} />;
  if (state.status === 'searching') return <div className={styles.blank} />;
  const counts = view.completeness?.counts;
  const answered = (counts?.completed ?? 0) + (counts?.partial ?? 0);
  const asked = state.search.parts.length;
  if (answered === 0) return <NobodyAnswered hasAsked={asked > 0} onAgain={() => props.onFilter(filter)} />;
  return (
    <NothingFound
      filter={state.filter}
      limits={periodLimits(state.filter.period, state.startedAt ?? now())}
      answered={answered}
      asked={asked}
      onChange={props.onFilter}
      onClear={props.onClear}
    />
  );
}
