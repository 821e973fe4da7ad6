import type { ReactElement } from 'react';
import { TransitDetailTab } from '../../features/transits/late-parts.tsx';
import { TransitListScreen } from '../../features/transits/TransitListScreen.tsx';
import type { Tab } from '../../lib/workspace/tabs.ts';

/** Kind of a tab to its screen: the only place that knows both. */
export function TabScreen(props: { tab: Tab }): ReactElement {
  const { tab } = props;
  switch (tab.kind) {
    case 'transit-list':
      return (
        <TransitListScreen
          tabId={tab.id}
          {...(tab.plate === undefined ? {} : { initialPlate: tab.plate })}
          {...(tab.filtersFromTabId === undefined ? {} : { filtersFromTabId: tab.filtersFromTabId })}
        />
      );
    case 'transit-detail':
      return <TransitDetailTab tab={tab} />;
  }
}
