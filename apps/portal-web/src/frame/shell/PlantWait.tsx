import { Button } from '@mantine/core';
import { Outlet, useLocation } from '@tanstack/react-router';
import { EmptyState } from '@varco/ui/EmptyState.tsx';
import type { ReactElement } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { type PlantsState, summaryOf } from '../../lib/plants/plant-store.ts';
import { pageOf } from '../page-table.ts';
import { WORK } from '../guard-rules.ts';
import styles from './AppShell.module.css';

/** Pages that show plants: they would be drawn anew, and a dialog in them lost, when the main layout comes. */
const ABOUT_PLANTS: ReadonlySet<string> = new Set([WORK, '/credentials', '/peer/status']);

/**
 * P 2, P 4: the page without the main layout, while the plants are signed in to: how far they are, and below it what can be used without
 * them. Nobody waits longer than the plants' own time limit, and nobody has to wait.
 */
export function PlantWait(props: { plants: PlantsState; onEnter: () => void }): ReactElement {
  const t = useT();
  const { pathname } = useLocation();
  const { plants, onEnter } = props;
  const total = plants.plants.size;
  const done = total - summaryOf(plants).verifying;
  const wantsPlants = ABOUT_PLANTS.has(pathname) || pageOf(pathname)?.plantRight !== undefined;
  return (
    <main className={styles.bare}>
      <div className={styles.waiting} role="status">
        <EmptyState
          icon="wifi"
          title={t('account:plants.signingIn')}
          actions={
            <Button variant="default" onClick={onEnter}>
              {t('account:plants.enterAnyway')}
            </Button>
          }
        >
          {t('account:plants.signedIn', { done, total })}
        </EmptyState>
      </div>
      {!wantsPlants && <Outlet />}
    </main>
  );
}
