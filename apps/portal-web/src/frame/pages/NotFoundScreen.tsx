import { Button } from '@mantine/core';
import { Link, useLocation } from '@tanstack/react-router';
import { EmptyState } from '@varco/ui/EmptyState.tsx';
import type { ReactElement } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { isPlannedPath } from '../planned-paths.ts';
import styles from './pages.module.css';

/** An address without a page. Addresses of the specification whose page is not built yet say so plainly. */
export function NotFoundScreen(): ReactElement {
  const t = useT();
  const { pathname } = useLocation();
  const isPlanned = isPlannedPath(pathname);
  return (
    <main className={styles.page}>
      <EmptyState
        icon={isPlanned ? 'clock' : 'question'}
        title={t(isPlanned ? 'shell:notYet.title' : 'shell:notFound.title')}
        actions={
          <Button component={Link} to="/lpr">
            {t('shell:notFound.home')}
          </Button>
        }
      >
        {isPlanned ? t('shell:notYet.text', { page: pathname }) : t('shell:notFound.text')}
      </EmptyState>
    </main>
  );
}
