import { Modal } from '@mantine/core';
import { EmptyState } from '@varco/ui/EmptyState.tsx';
import { type ReactElement, useEffect } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { closeTransitDialog, useTransitDialog } from '../../../lib/transit-dialog.store.ts';
import { useTabs } from '../../../lib/workspace/tabs.store.ts';
import styles from './TransitDialog.module.css';
import { TransitDetailScreen } from './TransitDetailScreen.tsx';

/**
 * Transit detail as a dialog over accomplices and suspects. It closes when another tab is selected, and together with
 * its screen.
 */
export function TransitDialog(): ReactElement | null {
  const t = useT();
  const { clicked: requested, request } = useTransitDialog();
  useEffect(() => {
    const stop = useTabs.subscribe((now, before) => {
      if (now.selectedId !== before.selectedId) closeTransitDialog();
    });
    return () => {
      stop();
      closeTransitDialog();
    };
  }, []);
  if (requested === null) return null;
  return (
    <Modal
      opened
      onClose={closeTransitDialog}
      withCloseButton={false}
      size="min(760px, 96vw)"
      padding={0}
      aria-label={t('detail:content')}
    >
      <div className={styles.dialog}>
        {request === null ? (
          <EmptyState icon="clock" title={t('detail:loading')} />
        ) : (
          <TransitDetailScreen {...request} layout="panel" onClose={closeTransitDialog} />
        )}
      </div>
    </Modal>
  );
}
