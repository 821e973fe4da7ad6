import { Notice } from '@varco/ui/Notice.tsx';
import type { ReactElement } from 'react';
import { useT } from '../../lib/i18n.tsx';

/** Nobody knows yet whether the portal answers. */
export function CheckingConnection(): ReactElement {
  const t = useT();
  return (
    <Notice tone="nt" icon="wifi">
      {t('account:connection.checking')}
    </Notice>
  );
}
