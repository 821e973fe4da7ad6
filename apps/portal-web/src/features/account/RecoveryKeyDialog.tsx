import { Modal } from '@mantine/core';
import type { ReactElement } from 'react';
import { offerRecoveryKey, useVault } from '../../lib/session/vault-store.ts';
import { RecoveryKeyPanel } from './RecoveryKeyPanel.tsx';

/** Shows the recovery key of a newly created vault until the user confirms having stored it. */
export function RecoveryKeyDialog(): ReactElement | null {
  const recoveryKey = useVault((vault) => vault.recoveryKey);
  if (recoveryKey === null) return null;
  return (
    <Modal opened withCloseButton={false} closeOnClickOutside={false} closeOnEscape={false} onClose={() => undefined}>
      <RecoveryKeyPanel recoveryKey={recoveryKey} onKept={() => offerRecoveryKey(null)} />
    </Modal>
  );
}
