import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useEffect } from 'react';
import type { Tab } from '../../../lib/workspace/tab-spec.ts';
import { closeWorkspaceTab, replaceWorkspaceTab } from '../../../lib/workspace/tabs.store.ts';
import { DetailNavigation } from './DetailNavigation.tsx';
import { buildRowKey } from '../search/search-view.ts';
import { TransitDetailScreen } from './TransitDetailScreen.tsx';
import { createTransitQuery } from './transits.api.ts';

type DetailTab = Extract<Tab, { kind: 'transit-detail' }>;

/** A transit in its own tab. Previous and next move through the list it was opened from and replace the content of this tab. */
export function TransitDetailTab(props: { tab: DetailTab }): ReactElement {
  const { tab } = props;
  const { fromTabId } = tab;
  useReadPlate(tab);
  const navigation =
    fromTabId === undefined ? undefined : (
      <DetailNavigation
        listTabId={fromTabId}
        rowKey={buildRowKey(tab.peerId, tab.transitId)}
        onGo={({ peerId, transit }) =>
          replaceWorkspaceTab(tab.id, {
            kind: 'transit-detail',
            peerId,
            transitId: transit.id,
            plate: transit.targa,
            fromTabId,
          })
        }
      />
    );
  return (
    <TransitDetailScreen
      peerId={tab.peerId}
      transitId={tab.transitId}
      layout="page"
      {...(fromTabId === undefined ? {} : { tabId: fromTabId })}
      navigation={navigation}
      onClose={() => closeWorkspaceTab(tab.id)}
    />
  );
}

/** A tab opened from a link does not know its plate until the plant has shown the transit. */
function useReadPlate(tab: DetailTab): void {
  const read = useQuery({ ...createTransitQuery(tab.peerId, tab.transitId), enabled: false }).data?.targa;
  useEffect(() => {
    if (tab.plate === '' && read !== undefined) replaceWorkspaceTab(tab.id, { ...tab, plate: read });
  }, [tab, read]);
}
