import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { EmptyState } from '@varco/ui/EmptyState.tsx';
import type { ReactElement } from 'react';
import { useT } from '../../lib/i18n.tsx';
import styles from './pages.module.css';

/** Shown for an unknown address. */
export function NotFoundScreen(): ReactElement {
  const t = useT();
  return (
    <main className={styles.page}>
      <EmptyState
        icon="question"
        title={t('shell:notFound.title')}
        actions={
          <Button component={Link} to="/lpr">
            {t('shell:notFound.home')}
          </Button>
        }
      >
        {t('shell:notFound.text')}
      </EmptyState>
    </main>
  );
}
