import { EmptyState } from '@varco/ui/EmptyState.tsx';
import type { ReactElement, ReactNode } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { useVault } from '../../lib/session/vault-store.ts';
import styles from './AppShell.module.css';
import { VaultRecoveryScreen } from './lazy-components.tsx';

/** Security 5: a vault that does not open is reported before anything else, and is never overwritten. */
export function VaultGuard(props: { children: ReactNode }): ReactElement {
  const t = useT();
  const isLocked = useVault((vault) => vault.status === 'locked');
  const lockedBecause = useVault((vault) => vault.lockedBecause);
  if (!isLocked) return <>{props.children}</>;
  return (
    <div className={styles.gate}>
      {/* After a reload the browser has no key of a vault that never opened here: that is no damage. */}
      {lockedBecause === 'wrong_password' || lockedBecause === 'missing_keys' ? (
        <VaultRecoveryScreen />
      ) : (
        <EmptyState icon="lock" tone="al" title={t('errors:code.conflict')}>
          {t('account:vault.damaged')}
        </EmptyState>
      )}
    </div>
  );
}
