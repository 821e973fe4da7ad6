import { Icon } from '@varco/ui/Icon.tsx';
import type { ReactElement } from 'react';
import { useT } from './i18n.tsx';
import styles from './PartMissing.module.css';

/**
 * Stands where a part of a page could not be loaded, while the rest of the page works: a line, an icon in a bar, or
 * above the page where a dialog would be. Uses only native elements, because loading more is what fails.
 */
export function PartMissing(props: {
  form: 'line' | 'icon' | 'over';
  onRetry: () => void;
  onClose?: () => void;
}): ReactElement {
  const t = useT();
  const { form, onRetry, onClose } = props;
  if (form === 'icon') {
    const name = t('common:partRetry');
    return (
      <button type="button" className={styles.icon} aria-label={name} title={name} onClick={onRetry}>
        <Icon name="warning" />
      </button>
    );
  }
  return (
    <p className={styles[form]} role="alert">
      <Icon name="warning" size="sm" />
      <span>{t('common:partMissing')}</span>
      <button type="button" className={styles.button} onClick={onRetry}>
        {t('common:retry')}
      </button>
      {onClose !== undefined && (
        <button type="button" className={styles.button} onClick={onClose}>
          {t('common:close')}
        </button>
      )}
    </p>
  );
}
