import { Notice } from '@varco/ui/Notice.tsx';
import type { ReactElement } from 'react';
import { useT } from '../../lib/i18n.tsx';

/** Says that an entry can only be read: it belongs to others or to an external source. */
export function ReadOnlyNotice({ isShown }: { isShown: boolean }): ReactElement | null {
  const t = useT();
  return isShown ? <Notice tone="in">{t('lists:form.readOnly')}</Notice> : null;
}
