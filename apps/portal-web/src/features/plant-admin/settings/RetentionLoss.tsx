import type { RetentionPreview } from '@varco/contract/plant/settings.ts';
import { formatDateMinute } from '@varco/i18n/format.ts';
import { Notice } from '@varco/ui/Notice.tsx';
import type { ReactElement } from 'react';
import { useLanguage, useT } from '../../../lib/i18n.tsx';
import { formatCapped } from '../format-capped.ts';
import styles from './Settings.module.css';

const COUNTED = ['transits', 'alerts', 'plate_pictures', 'context_pictures', 'look_up_answers'] as const;

/** What a term would delete, before it is saved. `preview` null: not counted yet. */
export function RetentionLoss(props: {
  isShorter: boolean;
  preview: RetentionPreview | null;
  hasFailed: boolean;
}): ReactElement {
  const t = useT();
  const language = useLanguage();
  const { isShorter, preview, hasFailed } = props;
  if (!isShorter) return <Notice tone="nt">{t('plantSettings:retention.longer')}</Notice>;
  if (hasFailed) return <Notice tone="wa">{t('plantSettings:retention.countFailed')}</Notice>;
  if (preview === null) return <Notice tone="nt">{t('plantSettings:retention.counting')}</Notice>;
  if (preview.empty) return <Notice tone="nt">{t('plantSettings:retention.deletesNothing')}</Notice>;
  return (
    <Notice tone="al" size="block" title={t('plantSettings:retention.deletes')}>
      <ul className={styles.losses}>
        {COUNTED.filter((what) => preview[what].count > 0).map((what) => (
          <li key={what}>
            {t(`plantSettings:retention.counts.${what}`, { n: formatCapped(preview[what], t, language) })}
          </li>
        ))}
      </ul>
      {t('plantSettings:retention.period', {
        from: formatDateMinute(preview.from),
        to: formatDateMinute(preview.to),
      })}
    </Notice>
  );
}
