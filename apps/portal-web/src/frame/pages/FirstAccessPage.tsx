import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { EmptyState } from '@varco/ui/EmptyState.tsx';
import type { ReactElement } from 'react';
import { useT } from '../../lib/i18n.tsx';
import styles from './pages.module.css';

/** A first-access user is sent here (P 2). The registration form is not built yet, and the page says so. */
export function FirstAccessPage(): ReactElement {
  const t = useT();
  return (
    <main className={styles.page}>
      <EmptyState
        icon="clock"
        title={t('account:firstAccess.title')}
        actions={
          <Button component={Link} to="/logout">
            {t('account:mustChange.exit')}
          </Button>
        }
      >
        {t('account:firstAccess.notYet')}
      </EmptyState>
    </main>
  );
}
