import { Modal } from '@mantine/core';
import type { Transit } from '@varco/contract/plant/transit.ts';
import { EmptyState } from '@varco/ui/EmptyState.tsx';
import type { ReactElement } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { usePicture } from '../../lib/pictures/use-picture.ts';
import styles from './Suspects.module.css';

/** SUS-07: dialog with the context picture of a row. */
export function ContextDialog(props: { peerId: number; transit: Transit; onClose: () => void }): ReactElement {
  const t = useT();
  const { peerId, transit, onClose } = props;
  const { src, isLoading } = usePicture(peerId, transit.id, 'context', true);
  return (
    <Modal
      opened
      onClose={onClose}
      size="min(1100px, 96vw)"
      title={`${t('suspects:context')} ${transit.targa}`}
      closeButtonProps={{ 'aria-label': t('suspects:close') }}
    >
      {src === null ? (
        <EmptyState icon="image" title={isLoading ? t('detail:loading') : t('suspects:noContext')} />
      ) : (
        <img className={styles.context} src={src} alt={t('suspects:preview', { plate: transit.targa })} />
      )}
    </Modal>
  );
}
