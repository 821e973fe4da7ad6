import { Button } from '@mantine/core';
import { EmptyState } from '@varco/ui/EmptyState.tsx';
import type { ReactElement } from 'react';
import { useT } from '../../lib/i18n.tsx';
import styles from './pages.module.css';

/** Shown when a screen failed while rendering. The error itself is not shown, because it could contain data. */
export function CrashScreen(props: { onRetry?: () => void }): ReactElement {
  const t = useT();
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
