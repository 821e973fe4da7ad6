import { Button } from '@mantine/core';
import { Notice } from '@varco/ui/Notice.tsx';
import type { ReactElement } from 'react';
import { useT } from '../../lib/i18n.tsx';

/** Nobody knows yet whether the portal answers. As high as the answer, so that the form does not move when it comes. */
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
