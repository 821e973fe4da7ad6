import { IconButton } from '@varco/ui/IconButton.tsx';
import type { ReactElement } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { useShortcuts } from '../../lib/shortcuts.ts';
import { closeWorkspaceTab, replaceWorkspaceTab } from '../../lib/workspace/tabs.store.ts';
import type { Tab } from '../../lib/workspace/tabs.ts';
import styles from './detail.module.css';
import { rowKey } from './search-view.ts';
import { searchSessionOf, useSearchState } from './search-sessions.ts';
import { TransitDetailScreen } from './TransitDetailScreen.tsx';

type DetailTab = Extract<Tab, { kind: 'transit-detail' }>;

/** A transit in a tab of its own; previous and next walk through the list it was opened from, as far as that is loaded. */
export function TransitDetailTab(props: { tab: DetailTab }): ReactElement {
  const { tab } = props;
  const navigation = tab.fromTabId === undefined ? undefined : <ListNavigation tab={tab} fromTabId={tab.fromTabId} />;
  return (
    <TransitDetailScreen
      peerId={tab.peerId}
      transitId={tab.transitId}
      navigation={navigation}
      onClose={() => closeWorkspaceTab(tab.id)}
    />
  );
}

function ListNavigation(props: { tab: DetailTab; fromTabId: string }): ReactElement | null {
  const t = useT();
  const { tab, fromTabId } = props;
  const session = searchSessionOf(fromTabId);
  const { page } = useSearchState(session);
  const rows = session.merged()?.rows ?? [];
  const at = rows.findIndex((row) => rowKey(Number(row.plantId), row.row.id) === rowKey(tab.peerId, tab.transitId));
  const go = (step: number): void => {
    const next = at < 0 ? undefined : rows[at + step];
    if (next === undefined) return;
    const { id, targa } = next.row;
    replaceWorkspaceTab(tab.id, {
      kind: 'transit-detail',
      peerId: Number(next.plantId),
      transitId: id,
      plate: targa,
      fromTabId,
    });
  };
  useShortcuts({ j: () => go(-1), k: () => go(1) });
  if (at < 0) return null;
  return (
    <>
      <span className={styles.faint}>
        {t('transits:detail.position', { n: (page - 1) * 50 + at + 1, total: (page - 1) * 50 + rows.length })}
      </span>
      <IconButton
        icon="chevronLeft"
        name={t('transits:detail.previous')}
        keys={['J']}
        isDisabled={at === 0}
        onClick={() => go(-1)}
      />
      <IconButton
        icon="chevronRight"
        name={t('transits:detail.next')}
        keys={['K']}
        isDisabled={at === rows.length - 1}
        onClick={() => go(1)}
      />
    </>
  );
}
