import type { ReactElement } from 'react';
import { LookUpTab } from '../../features/look-ups/lazy-components.tsx';
import { TransitDetailTab } from '../../features/transits/search/lazy-components.tsx';
import { TransitListScreen } from '../../features/transits/TransitListScreen.tsx';
import type { Tab } from '../../lib/workspace/tab-spec.ts';
import { AccompliceTab, SuspectTab, TrackTab } from './lazy-tabs.tsx';

/** Draws the screen of a tab. The only module that maps tab kinds to screens. */
export function TabScreen(props: { tab: Tab }): ReactElement {
  const { tab } = props;
  switch (tab.kind) {
    case 'transit-list':
      return <TransitListScreen tab={tab} />;
    case 'transit-detail':
      return <TransitDetailTab tab={tab} />;
    case 'transit-map':
      return <TrackTab key={tab.id} tab={tab} />;
    case 'look-up':
      return <LookUpTab tab={tab} />;
    case 'accomplices':
      return <AccompliceTab key={tab.id} tab={tab} />;
    case 'suspects':
      return <SuspectTab key={tab.id} tab={tab} />;
  }
}
