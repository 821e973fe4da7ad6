import { useNavigate } from '@tanstack/react-router';
import { FormDialog } from '@varco/ui/FormDialog.tsx';
import type { ReactElement } from 'react';
import { useT } from '../../lib/i18n.tsx';
import styles from './Exports.module.css';

/** T 8.2: the maximum number of stored exports is reached; both numbers come from the portal's error. */
export function ExportLimitNotice(props: { active: number; max: number; onClose: () => void }): ReactElement {
  const t = useT();
  const { active, max, onClose } = props;
  const navigate = useNavigate();
  return (
    <FormDialog
      title={t('exports:max.title')}
      size="small"
      description={
        <>
          <h3 className={styles.headline}>{t('exports:max.headline')}</h3>
          <p className={styles.text}>{t('exports:max.body', { active, max })}</p>
        </>
      }
      labels={{ submit: t('exports:max.toList'), cancel: t('common:close'), close: t('common:close') }}
      onSubmit={() => {
        onClose();
        void navigate({ to: '/exports' });
      }}
      onClose={onClose}
    />
  );
}
