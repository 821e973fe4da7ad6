import { Icon } from '@varco/ui/Icon.tsx';
import { Segmented } from '@varco/ui/Segmented.tsx';
import type { ReactElement } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { useIsPhone } from '../../../lib/phone.ts';
import { setResultView, usePreferences } from '../../../lib/preferences/preferences.store.ts';

/** T 2.2: switches between rows and cards, in the top bar of a list. The choice is remembered. */
export function ViewToggle(): ReactElement | null {
  const t = useT();
  const view = usePreferences(({ resultView }) => resultView);
  // A phone shows only cards, so there is no choice.
  if (useIsPhone()) return null;
  return (
    <Segmented
      label={t('transits:view.label')}
      value={view}
      onChange={setResultView}
      options={[
        { id: 'table', label: <Icon name="list" />, name: t('transits:view.table') },
        { id: 'grid', label: <Icon name="grid" />, name: t('transits:view.grid') },
      ]}
    />
  );
}
