import { MAX_LATEST_ALERTS } from '@varco/domain/alerts/alert-kinds.ts';
import { Panel } from '@varco/ui/Panel.tsx';
import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { showAlert, showNeighbour, useAlerts } from '../../lib/alerts/alerts.store.ts';
import { useT } from '../../lib/i18n.tsx';
import { AlertCard } from './AlertCard.tsx';
import styles from './alerts.module.css';
import { ConnectionChip, LatestAlerts } from './LatestAlerts.tsx';

/** The latest alerts as part of a screen, or the opened one; the panel of the bell shows the same. */
export function LiveAlertPanel(): ReactElement {
  const t = useT();
  const { list, shownId, isOpen } = useAlerts();
  const shown = isOpen ? undefined : list.find(({ id }) => id === shownId);
  return (
    <Panel title={t('alerts:feed')} icon="bell" aside={<ConnectionChip />} padding="none">
      {shown === undefined ? (
        <LatestAlerts />
      ) : (
        <AlertCard held={shown} onBack={() => showAlert(null)} onStep={showNeighbour} />
      )}
      <footer className={styles.foot}>
        <span>{t('alerts:latest', { count: MAX_LATEST_ALERTS })}</span>
        <Link to="/alerts">{t('alerts:all')}</Link>
      </footer>
    </Panel>
  );
}
