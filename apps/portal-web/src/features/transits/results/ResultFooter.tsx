import { Kbd } from '@varco/ui/Kbd.tsx';
import { Pager } from '@varco/ui/Pager.tsx';
import type { ReactElement } from 'react';
import { now } from '../../../lib/clock.ts';
import { RichText, useT } from '../../../lib/i18n.tsx';
import { computeRecency } from './recency.ts';
import type { ResultAreaProps } from './result-area-props.ts';
import styles from './ResultArea.module.css';
import type { PlantFacts } from './column-context.ts';

/** Table footer: key hints, the footnote for values marked with a star (TBL-25), and the second pager (SRCH-16). */
export function ResultFooter(
  props: Pick<ResultAreaProps, 'session' | 'state' | 'view'> & { plantOf: (peerId: number) => PlantFacts },
): ReactElement {
  const t = useT();
  const { session, state, view, plantOf } = props;
  const asOf = state.startedAt ?? now();
  const hasOld = view.rows.some(
    ({ transit, peerId }) =>
      computeRecency(transit.last_seen ?? transit.data, asOf, plantOf(peerId).retentionDays).kind === 'before',
  );
  return (
    <footer className={styles.footer}>
      {hasOld && <span className={styles.footnote}>{t('transits:list.footnoteRetention')}</span>}
      <span className={styles.hint}>
        <Kbd keys={['↑', '↓']} /> {t('widgets:table.keys.row')}
      </span>
      <span className={styles.hint}>
        <Kbd keys={['←', '→']} /> {t('widgets:table.keys.page')}
      </span>
      <span className={styles.hint}>
        <Kbd keys={[t('common:keys.enter')]} /> {t('widgets:table.keys.open')}
      </span>
      <span className={styles.hint}>
        <Kbd keys={['?']} /> {t('widgets:table.keys.shortcuts')}
      </span>
      <span className={styles.grow} />
      <span>
        <RichText text="widgets:pager.position" values={{ page: state.page, pages: view.pageCount }} />
      </span>
      <Pager
        page={state.page}
        pageCount={view.pageCount}
        onPage={(next) => session.goToPage(next)}
        labels={{
          label: t('widgets:pager.label'),
          previous: t('widgets:pager.previous'),
          next: t('widgets:pager.next'),
          page: (number) => t('widgets:pager.page', { page: number }),
        }}
      />
    </footer>
  );
}
