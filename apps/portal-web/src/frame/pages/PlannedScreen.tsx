import { Button } from '@mantine/core';
import { Link, useLocation } from '@tanstack/react-router';
import { EmptyState } from '@varco/ui/EmptyState.tsx';
import type { ReactElement } from 'react';
import { useT } from '../../lib/i18n.tsx';
import styles from './pages.module.css';

/** Placeholder for a page of the table whose screen is not built yet. */
export function PlannedScreen(): ReactElement {
  const t = useT();
  const { pathname } = useLocation();
  return (
    <div className={styles.page}>
      <EmptyState
        icon="clock"
        title={t('shell:notYet.title')}
        actions={
          <Button component={Link} to="/lpr">
            {t('shell:notFound.home')}
          </Button>
        }
      >
        {t('shell:notYet.text', { page: pathname })}
      </EmptyState>
    </div>
  );
}
