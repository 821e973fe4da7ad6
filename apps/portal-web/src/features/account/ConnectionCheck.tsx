import { Button } from '@mantine/core';
import { Notice } from '@varco/ui/Notice.tsx';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { queryClient } from '../../lib/query-client.ts';
import { connectionQuery } from './account.api.ts';
import { CheckingConnection } from './CheckingConnection.tsx';

/** Shows whether the portal answers from this workstation, and how fast; the check can be repeated. */
export function ConnectionCheck(): ReactElement {
  const t = useT();
  const check = useQuery(connectionQuery, queryClient);
  const again = (
    <Button variant="subtle" size="compact-sm" loading={check.isFetching} onClick={() => void check.refetch()}>
      {t('account:connection.again')}
    </Button>
  );
  if (check.data !== undefined && !check.isError) {
    return (
      <Notice tone="ok" icon="wifi" actions={again}>
        <b>{t('account:connection.verified')}</b> {t('account:connection.inMs', { ms: check.data.tookMs })}
      </Notice>
    );
  }
  if (check.isError) {
    return (
      <Notice tone="al" icon="wifiOff" title={t('account:connection.failed')} actions={again} size="block">
        {t('account:connection.failedText')}
      </Notice>
    );
  }
  return <CheckingConnection />;
}
