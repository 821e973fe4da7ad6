import type { SettingChange } from '@varco/contract/setting-fields.ts';
import { formatDateMinute } from '@varco/i18n/format.ts';
import type { ReactElement } from 'react';
import { useT } from '../../lib/i18n.tsx';

/** Who changed a setting last, and when. */
export function LastChange({ changed }: { changed: SettingChange | null }): ReactElement {
  const t = useT();
  if (changed === null) return <>{t('settingTable:unchanged')}</>;
  const time = formatDateMinute(changed.at);
  return (
    <>
      {changed.by === ''
        ? t('settingTable:changedByGone', { time })
        : t('settingTable:changedBy', { name: changed.by, time })}
    </>
  );
}
