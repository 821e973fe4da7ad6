import type { LastChange as Change } from '@varco/contract/plant/settings.ts';
import { formatDateMinute } from '@varco/i18n/format.ts';
import type { ReactElement } from 'react';
import { useT } from '../../../lib/i18n.tsx';

/** Who changed a setting last, and when. */
export function LastChange({ changed }: { changed: Change | null }): ReactElement {
  const t = useT();
  if (changed === null) return <>{t('plantSettings:unchanged')}</>;
  const time = formatDateMinute(changed.at);
  return (
    <>
      {changed.by === ''
        ? t('plantSettings:changedByGone', { time })
        : t('plantSettings:changedBy', { name: changed.by, time })}
    </>
  );
}
