import { useQueryClient } from '@tanstack/react-query';
import type { ExportOptions } from '@varco/domain/exports/export-status.ts';
import { formatBytes, formatInteger } from '@varco/i18n/format.ts';
import type { Language, Translate } from '@varco/i18n/message-types.ts';
import { Icon } from '@varco/ui/Icon.tsx';
import type { IconName } from '@varco/ui/icon-paths.ts';
import { IconButton } from '@varco/ui/IconButton.tsx';
import type { Tone } from '@varco/ui/tone.ts';
import type { ReactElement } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { getPlantLabel } from '../../lib/plants/use-plants.ts';
import { usePreferences } from '../../lib/preferences/preferences.store.ts';
import type { ExportPlant } from './export-plants.ts';
import styles from './Exports.module.css';

const STATUS_STYLES: Readonly<Record<ExportPlant['status'], { readonly icon: IconName; readonly tone: Tone }>> = {
  loading: { icon: 'arc', tone: 'nt' },
  error: { icon: 'warning', tone: 'wa' },
  limit: { icon: 'octagon', tone: 'al' },
  count: { icon: 'check', tone: 'ok' },
  zero: { icon: 'dash', tone: 'nt' },
};

/** One line per plant: its estimate, or why it is excluded (T 4.4, T 8.2). */
export function EstimateList(props: {
  plants: readonly ExportPlant[];
  options: ExportOptions;
  onRetry: (credentialId: string) => void;
}): ReactElement {
  const t = useT();
  return (
    <section>
      <h3 className={styles.heading}>{t('exports:dialog.plants')}</h3>
      <ul className={styles.plants} aria-label={t('exports:dialog.plants')}>
        {props.plants.map((one) => (
          <EstimateLine key={one.plant.credentialId} one={one} options={props.options} onRetry={props.onRetry} />
        ))}
      </ul>
    </section>
  );
}

function EstimateLine(props: {
  one: ExportPlant;
  options: ExportOptions;
  onRetry: (credentialId: string) => void;
}): ReactElement {
  const t = useT();
  const client = useQueryClient();
  const language = usePreferences((preferences) => preferences.language);
  const { one, options } = props;
  const { icon, tone } = STATUS_STYLES[one.status];
  const name = getPlantLabel(one.plant);
  const id = one.plant.credentialId;
  const retry = (): void => {
    props.onRetry(id);
    void client.invalidateQueries({ queryKey: ['exports', 'estimate', id] });
  };
  return (
    <li className={styles.plant}>
      <span className={styles[tone]}>
        <Icon name={icon} isSpinning={one.status === 'loading'} />
      </span>
      <span className={styles.plantName}>{name}</span>
      <span className={styles.plantText}>
        {formatEstimate(one, t, language)}
        {one.isForce && one.estimate?.license_valid === false && (
          <>
            <span className={styles.warning}>{t('exports:estimate.noLicence')}</span>
            <span className={styles.warning}>{t('exports:estimate.noLicenceContext')}</span>
          </>
        )}
        {one.status === 'count' && options.withImages && one.estimate !== null && (
          <span className={styles.hint}>
            {t('exports:estimate.size', { size: formatBytes(one.estimate.bytes, 1024, language) })}
          </span>
        )}
        {one.isForce &&
          one.estimate?.limitations.map((limitation) => (
            <span key={limitation} className={styles.hint}>
              {t(`exports:estimate.${limitation}`)}
            </span>
          ))}
      </span>
      {one.status === 'error' && one.isForce && (
        <IconButton icon="refresh" name={t('exports:estimate.retry', { plant: name })} onClick={retry} />
      )}
    </li>
  );
}

function formatEstimate(one: ExportPlant, t: Translate, language: Language): string {
  const { status, estimate, isForce, plant } = one;
  if (status === 'loading') return t('exports:estimate.loading');
  if (status === 'error') {
    if (one.isApprovalOver) return t('exports:estimate.approvalOver');
    const isWithoutRights = plant.state === 'ok' && !isForce;
    return t(isWithoutRights ? 'exports:estimate.noPermission' : 'exports:estimate.unreachable');
  }
  if (status === 'limit')
    return t('exports:estimate.limit', { max: formatInteger(estimate?.max_exportable ?? 0, language) });
  if (status === 'zero' || estimate === null) return t('exports:estimate.zero');
  return t(estimate.is_exact ? 'exports:estimate.count' : 'exports:estimate.atLeast', { count: estimate.count });
}
