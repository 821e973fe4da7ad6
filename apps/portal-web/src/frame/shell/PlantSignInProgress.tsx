import { Button } from '@mantine/core';
import { cx } from '@varco/ui/cx.ts';
import { EmptyState } from '@varco/ui/EmptyState.tsx';
import type { ReactElement } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { summarizeSignIns, usePlants } from '../../lib/plants/plant-store.ts';
import styles from './AppShell.module.css';

/**
 * P 2, P 4: progress of the plant sign-ins, drawn instead of the top bar. It lasts at most as long as the plants' own
 * time limit, and can be skipped.
 * @param props.isAlone no page is drawn below it meanwhile
 */
export function PlantSignInProgress(props: { isAlone: boolean; onEnter: () => void }): ReactElement {
  const t = useT();
  const plants = usePlants();
  const total = plants.plants.size;
  const done = total - summarizeSignIns(plants).verifying;
  return (
    <div className={cx(styles.waiting, props.isAlone && styles.alone)} role="status">
      <EmptyState
        icon="wifi"
        title={t('account:plants.signingIn')}
        actions={
          <Button variant="default" onClick={props.onEnter}>
            {t('account:plants.enterAnyway')}
          </Button>
        }
      >
        {t('account:plants.signedIn', { done, total })}
      </EmptyState>
    </div>
  );
}
