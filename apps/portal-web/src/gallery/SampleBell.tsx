import { IconButton } from '@varco/ui/IconButton.tsx';
import type { ReactElement } from 'react';
import { useT } from '../lib/i18n.tsx';

/** The bell of the top bar with three new alerts. */
export function SampleBell(): ReactElement {
  const t = useT();
  return <IconButton icon="bell" name={t('widgets:shell.alertsNew', { count: 3 })} count={3} />;
}
