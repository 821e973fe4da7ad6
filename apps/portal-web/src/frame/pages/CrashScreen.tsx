import { Button } from '@mantine/core';
import { EmptyState } from '@varco/ui/EmptyState.tsx';
import { type ReactElement, useEffect } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { showPopup } from '../../lib/notices/popup.store.ts';
import { isLoadError } from '../../lib/page-load-errors.ts';
import styles from './pages.module.css';

/**
 * Shown when a screen failed while rendering. The error itself is not shown, because it could contain data. When the
 * code of the page could not be loaded, the dialog about it opens as well (DLG-01).
 */
export function CrashScreen(props: { onRetry?: () => void; error?: unknown }): ReactElement {
  const t = useT();
  const isMissing = isLoadError(props.error);
  useEffect(() => {
    if (isMissing) showPopup({ isPageMissing: true });
  }, [isMissing]);
  return (
    <div className={styles.page} role="alert">
      <EmptyState
        icon="warning"
        tone="al"
        title={t('shell:crash.title')}
        actions={
          <Button onClick={props.onRetry ?? (() => location.reload())}>
            {t(props.onRetry === undefined ? 'shell:crash.reload' : 'common:retry')}
          </Button>
        }
      >
        {t('shell:crash.text')}
      </EmptyState>
    </div>
  );
}
