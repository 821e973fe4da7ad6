import type { ReactElement } from 'react';
import { SearchIntro } from './SearchIntro.tsx';
import { ResultView } from '../search/lazy-components.tsx';
import type { ResultAreaProps } from './result-area-props.ts';
import styles from './ResultArea.module.css';

/** The results of a search, or an introduction before the first one. */
export function ResultArea(props: ResultAreaProps): ReactElement {
  const { state, view } = props;
  // The first rows of a further page are shown while the plants still send the others.
  const isBusy = state.status === 'searching' || view.merged?.isComplete === false;
  const isBefore = state.search === null && state.status !== 'aborted' && !props.waitsForReason;
  return (
    <section className={styles.area} id="results" aria-busy={isBusy}>
      {isBefore ? <SearchIntro {...props} /> : <ResultView {...props} />}
    </section>
  );
}
