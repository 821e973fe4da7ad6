import { Button } from '@mantine/core';
import { Notice } from '@varco/ui/Notice.tsx';
import { Activity, type ReactElement } from 'react';
import { requestReason } from '../../../lib/case/reason.ts';
import { now } from '../../../lib/clock.ts';
import { useT } from '../../../lib/i18n.tsx';
import { ApprovalNotice } from '../approvals/ApprovalNotice.tsx';
import { RoleLimitNotice } from '../approvals/RoleLimitNotice.tsx';
import { SearchIntro } from './SearchIntro.tsx';
import { PlantFailures } from './PlantFailures.tsx';
import { PlateSuggestions } from './PlateSuggestions.tsx';
import styles from './ResultArea.module.css';
import type { ResultAreaProps } from './result-area-props.ts';
import { ResultLine } from './ResultLine.tsx';
import { SearchAborted, NoPlantResponded, NothingFound } from './result-states.tsx';
import { ResultTable } from './ResultTable.tsx';
import { computePeriodLimits } from '../search/search-filter.ts';
import { ResultHistogram } from './lazy-histogram.tsx';
import { SearchWaiting } from './SearchWaiting.tsx';

/** Completeness line, the table or the state shown instead of it, the pager, and the waiting overlay above them. */
export function ResultView(props: ResultAreaProps): ReactElement {
  const { state } = props;
  return (
    <>
      {props.waitsForReason && <ReasonRequired />}
      {state.search !== null && <ResultLine {...props} />}
      {state.search !== null && <PlantFailures {...props} />}
      <ResultHistogram {...props} />
      <RoleLimitNotice {...props} />
      <ApprovalNotice {...props} />
      <Disclaimer {...props} />
      <ResultBody {...props} />
      <ResultRows {...props} />
      <SearchWaiting {...props} />
    </>
  );
}

/** Shown while the search waits for a stated reason. It continues by itself once the reason is stated. */
function ReasonRequired(): ReactElement {
  const t = useT();
  return (
    <Notice
      tone="wa"
      actions={
        <Button size="compact-sm" variant="default" onClick={requestReason}>
          {t('search:reason.insert')}
        </Button>
      }
    >
      {t('search:reason.missing')}
    </Notice>
  );
}

/** SRCH-26, readings TA67: notes that rows of several plants are shown as the plants sent them. */
function Disclaimer({ view }: ResultAreaProps): ReactElement | null {
  const t = useT();
  const plants = (view.completeness?.plants ?? []).filter((plant) => plant.rows > 0);
  if (plants.length < 2 || view.rows.length === 0) return null;
  return <p className={styles.disclaimer}>{t('transits:list.disclaimer')}</p>;
}

/**
 * The result table. It is rendered hidden during the 300 ms before the plants are queried, so that the first rows find
 * it ready. A new search gets a new table (menu state and current row are reset); sorting keeps the table.
 */
function ResultRows(props: ResultAreaProps): ReactElement | null {
  const { state, view } = props;
  const hasRows = view.rows.length > 0;
  if (!hasRows && state.status !== 'searching') return null;
  return (
    <Activity key={state.resultId} mode={hasRows ? 'visible' : 'hidden'}>
      <ResultTable {...props} />
    </Activity>
  );
}

/** The state shown instead of rows: empty, failed, stopped or waiting. */
function ResultBody(props: ResultAreaProps): ReactElement | null {
  const { state, view, filter } = props;
  if (state.status === 'aborted' && state.search === null)
    return <SearchAborted onAgain={() => props.onFilter(filter)} />;
  if (state.search === null || state.filter === null) return <SearchIntro {...props} />;
  if (view.rows.length > 0) return null;
  if (state.status === 'searching') return <div className={styles.blank} />;
  const counts = view.completeness?.counts;
  const answered = (counts?.completed ?? 0) + (counts?.partial ?? 0);
  const requested = state.search.parts.length;
  if (answered === 0)
    return <NoPlantResponded hasAsked={requested > 0} plants={props.plants} onAgain={() => props.onFilter(filter)} />;
  return (
    <NothingFound
      filter={state.filter}
      limits={computePeriodLimits(state.filter.period, state.startedAt ?? now())}
      answered={answered}
      asked={requested}
      onChange={props.onFilter}
      onClear={props.onClear}
      suggestions={<PlateSuggestions {...props} />}
    />
  );
}
