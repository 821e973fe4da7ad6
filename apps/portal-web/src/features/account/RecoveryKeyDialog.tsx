import { Modal } from '@mantine/core';
import type { ReactElement } from 'react';
import { offerRecoveryKey, useVault } from '../../lib/session/vault-store.ts';
import { RecoveryKeyPanel } from './RecoveryKeyPanel.tsx';

/** Shows the recovery key of a vault that was just made, whoever made it, until the person says that it was kept. */
export function RecoveryKeyDialog(): ReactElement | null {
  const recoveryKey = useVault((vault) => vault.recoveryKey);
  if (recoveryKey === null) return null;
  return (
    <Modal opened withCloseButton={false} closeOnClickOutside={false} closeOnEscape={false} onClose={() => undefined}>
      <RecoveryKeyPanel recoveryKey={recoveryKey} onKept={() => offerRecoveryKey(null)} />
    </Modal>
  );
}
