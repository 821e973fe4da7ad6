import { EmptyState } from '@varco/ui/EmptyState.tsx';
import { StatusChip } from '@varco/ui/StatusChip.tsx';
import type { ReactElement } from 'react';
import { useAlerts } from '../../lib/alerts/alerts.store.ts';
import { useT } from '../../lib/i18n.tsx';
import styles from './alerts.module.css';
import { FeedItem } from './FeedItem.tsx';
import { WaitingDecisions } from './WaitingDecisions.tsx';

/** The list of the latest alerts, or that there are none. */
export function LatestAlerts(): ReactElement {
  const t = useT();
  const list = useAlerts((alerts) => alerts.list);
  return (
    <>
      <WaitingDecisions />
      {list.length === 0 ? (
        <EmptyState icon="bell" title={t('alerts:empty')}>
          {t('alerts:emptyText')}
        </EmptyState>
      ) : (
        <ul className={styles.list}>
          {list.map((stored) => (
            <FeedItem key={stored.id} held={stored} />
          ))}
        </ul>
      )}
    </>
  );
}

/** T 4.8: state of the alert connections: open, closed, or none requested. */
export function ConnectionChip(): ReactElement {
  const t = useT();
  const links = useAlerts((alerts) => alerts.links);
  const closed = [...links.values()].filter((state) => state === 'closed').length;
  if (links.size === 0) return <StatusChip tone="nt" icon="wifiOff" word={t('alerts:off')} />;
  if (closed > 0) return <StatusChip tone="wa" icon="wifiOff" word={t('alerts:unlinked', { count: closed })} />;
  return <StatusChip tone="ok" icon="wifi" word={t('alerts:linked')} />;
}
