import { EmptyState } from '@varco/ui/EmptyState.tsx';
import type { ReactElement } from 'react';
import { TransitDetailTab } from '../../features/transits/late-parts.tsx';
import { TransitListScreen } from '../../features/transits/TransitListScreen.tsx';
import { useT } from '../../lib/i18n.tsx';
import type { Tab } from '../../lib/workspace/tab-spec.ts';
import { tabTitle } from './tab-titles.ts';

/**
 * Kind of a tab to its screen: the only place that knows both. A kind whose screen is not built yet says so; nothing offers it, but a link
 * or tabs kept by a newer version may name it.
 */
export function TabScreen(props: { tab: Tab }): ReactElement {
  const { tab } = props;
  switch (tab.kind) {
    case 'transit-list':
      return <TransitListScreen tab={tab} />;
    case 'transit-detail':
      return <TransitDetailTab tab={tab} />;
    default:
      return <NotYet tab={tab} />;
  }
}

function NotYet(props: { tab: Tab }): ReactElement {
  const t = useT();
  return (
    <EmptyState icon="clock" title={t('shell:notYet.title')}>
      {t('shell:notYet.text', { page: tabTitle(t, props.tab) })}
    </EmptyState>
  );
}
