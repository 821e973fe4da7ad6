import { Icon } from '@varco/ui/Icon.tsx';
import type { ReactElement } from 'react';
import { useT } from './i18n.tsx';
import styles from './PartMissing.module.css';

/**
 * Stands where a part of a page could not be loaded, while the rest of the page works: a line, or an icon in
 * a bar. Uses only native elements, because loading more is what fails.
 */
export function PartMissing(props: {
  form: 'line' | 'icon';
  /** Only a reload of the page helps: `onRetry` does that. */
  isRemembered: boolean;
  onRetry: () => void;
}): ReactElement {
  const t = useT();
  const { form, isRemembered, onRetry } = props;
  const retry = t(isRemembered ? 'shell:crash.reload' : 'common:retry');
  if (form === 'icon') {
    const name = `${t('common:partMissing')}: ${retry}`;
    return (
      <button type="button" className={styles.icon} aria-label={name} title={name} onClick={onRetry}>
        <Icon name="warning" />
      </button>
    );
  }
  return (
    <p className={styles.line} role="alert">
      <Icon name="warning" size="sm" />
      <span>{t('common:partMissing')}</span>
      <button type="button" className={styles.button} onClick={onRetry}>
        {retry}
      </button>
    </p>
  );
}
