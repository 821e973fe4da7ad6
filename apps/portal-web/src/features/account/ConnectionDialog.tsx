import { Button, Modal } from '@mantine/core';
import type { ReactElement } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { queryClient } from '../../lib/query-client.ts';
import { connectionQuery } from './account.api.ts';

/** P 2: dialog for a wrong configuration or an unverified connection, with a button to check again (readings B-24). */
export function ConnectionDialog(props: {
  dialog: 'wrongConfiguration' | 'unverifiedConnection';
  onClose: () => void;
}): ReactElement {
  const t = useT();
  const isConfiguration = props.dialog === 'wrongConfiguration';
  const check = (): void => {
    open(location.origin, '_blank', 'noopener,noreferrer');
    void queryClient.refetchQueries(connectionQuery);
    props.onClose();
  };
  return (
    <Modal
      opened
      onClose={props.onClose}
      title={t(isConfiguration ? 'account:connection.wrongConfiguration' : 'account:connection.failed')}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <p>{t(isConfiguration ? 'account:errors.missing_ip_configuration' : 'account:connection.failedText')}</p>
      {!isConfiguration && <Button onClick={check}>{t('account:connection.check')}</Button>}
    </Modal>
  );
}
