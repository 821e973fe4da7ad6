import { Button } from '@mantine/core';
import { Notice } from '@varco/ui/Notice.tsx';
import type { ReactElement } from 'react';
import { useT } from '../../lib/i18n.tsx';

/** Placeholder while the connection is checked. As high as the result, so that the form does not move. */
export function CheckingConnection(): ReactElement {
  const t = useT();
  return (
    <Notice
      tone="nt"
      icon="wifi"
      actions={
        <Button variant="subtle" size="compact-sm" loading>
          {t('account:connection.again')}
        </Button>
      }
    >
      {t('account:connection.checking')}
    </Notice>
  );
}
