import { Button, Group, Modal } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { useT } from '../../lib/i18n.tsx';
import styles from './Exports.module.css';

/** T 8.2: the maximum number of stored exports is reached; both numbers come from the portal's error. */
export function ExportLimitNotice(props: { active: number; max: number; onClose: () => void }): ReactElement {
  const t = useT();
  const { active, max, onClose } = props;
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('exports:max.title')}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <div className={styles.dialog}>
        <h3 className={styles.headline}>{t('exports:max.headline')}</h3>
        <p className={styles.text}>{t('exports:max.body', { active, max })}</p>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('common:close')}
          </Button>
          <Button component={Link} to="/exports" onClick={onClose}>
            {t('exports:max.toList')}
          </Button>
        </Group>
      </div>
    </Modal>
  );
}
