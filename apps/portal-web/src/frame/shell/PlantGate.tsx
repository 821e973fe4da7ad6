import { Button } from '@mantine/core';
import { EmptyState } from '@varco/ui/EmptyState.tsx';
import { type ReactElement, type ReactNode, useState } from 'react';
import { VaultRecoveryScreen } from '../../features/account/VaultRecoveryScreen.tsx';
import { useT } from '../../lib/i18n.tsx';
import { summaryOf, usePlants } from '../../lib/plants/plant-store.ts';
import { useVault } from '../../lib/session/vault-store.ts';
import styles from './AppShell.module.css';

/** P 2, P 4: the working area opens when the summary of plant sign-ins says go; until then it says how far they are. */
export function PlantGate(props: { children: ReactNode }): ReactElement {
  const t = useT();
  const plants = usePlants();
  const isLocked = useVault((vault) => vault.status === 'locked');
  const lockedBecause = useVault((vault) => vault.lockedBecause);
  const [isImpatient, setImpatient] = useState(false);
  const summary = summaryOf(plants);
  if (isLocked && lockedBecause === 'wrong_password') {
    return (
      <div className={styles.gate}>
        <VaultRecoveryScreen />
      </div>
    );
  }
  if (isLocked) {
    return (
      <div className={styles.gate}>
        <EmptyState icon="lock" tone="al" title={t('errors:code.conflict')}>
          {t('account:vault.damaged')}
        </EmptyState>
      </div>
    );
  }
  if (summary.go || isImpatient) return <>{props.children}</>;
  const total = plants.plants.size;
  const done = total - summary.verifying;
  return (
    <div className={styles.gate} role="status">
      <EmptyState
        icon="wifi"
        title={t('account:plants.signingIn')}
        actions={
          <Button variant="default" onClick={() => setImpatient(true)}>
            {t('account:plants.enterAnyway')}
          </Button>
        }
      >
        {t('account:plants.signedIn', { done, total })}
      </EmptyState>
    </div>
  );
}
