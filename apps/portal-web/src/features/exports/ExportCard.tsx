import type { SavedExport } from '@varco/contract/portal/saved-export.ts';
import { type OperationStatus, getOperationStatus, getReceptionLabel } from '@varco/domain/exports/export-status.ts';
import { formatBytes, formatDateMinute, formatElapsed, formatInteger } from '@varco/i18n/format.ts';
import type { Translate } from '@varco/i18n/message-types.ts';
import { Icon } from '@varco/ui/Icon.tsx';
import { Notice } from '@varco/ui/Notice.tsx';
import { StatusChip } from '@varco/ui/StatusChip.tsx';
import type { Tone } from '@varco/ui/tone.ts';
import type { ReactElement, ReactNode } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { usePreferences } from '../../lib/preferences/preferences.store.ts';
import { ExportActions } from './ExportActions.tsx';
import { describeExportFilter } from './describe-export.ts';
import styles from './Exports.module.css';

const STATUS_TONES: Readonly<Record<OperationStatus, Tone>> = {
  0: 'nt',
  1: 'in',
  2: 'in',
  3: 'ok',
  4: 'al',
  5: 'nt',
  6: 'wa',
  7: 'wa',
};

/** The five states of the second set; 0 for an unknown number. */
const toReceptionState = (value: number): 0 | 1 | 2 | 3 | 4 =>
  ([1, 2, 3, 4] as const).find((one) => one === value) ?? 0;

/**
 * True while the exporter program fetches a direct export from the plants; its progress is not reported to the portal.
 */
const isRunningInExporter = ({ direct_export_config: config, progress }: SavedExport): boolean =>
  config !== null && getOperationStatus(progress) === 0;

/** One saved export with all details (T 2.8, EXP-05): totals, and each plant. */
export function ExportCard(props: { saved: SavedExport }): ReactElement {
  const t = useT();
  const { saved } = props;
  const status = getOperationStatus(saved.progress);
  const name = saved.label === '' ? t('exports:page.untitled') : saved.label;
  const isRunning = status === 1 || status === 2;
  return (
    <article className={styles.card} aria-label={name}>
      <header className={styles.cardHead}>
        <h2 className={styles.cardTitle}>{name}</h2>
        <StatusChip
          tone={STATUS_TONES[status]}
          word={isRunningInExporter(saved) ? t('exports:direct.elsewhere') : t(`exports:status.s${status}`)}
          variant="tint"
        />
        <span className={styles.hint}>{t('exports:page.created', { at: formatDateMinute(saved.created_at) })}</span>
      </header>
      {isRunning && saved.progress !== null && <ExportProgress name={name} progress={saved.progress} />}
      {!saved.key_matches && <Notice tone="wa">{t('exports:otherKey')}</Notice>}
      <ExportFacts saved={saved} status={status} />
      {saved.peers.length > 0 && (
        <details className={styles.help} open={isRunning || status === 7}>
          <summary>{t('exports:plantsOf', { count: saved.peers.length })}</summary>
          <ul className={styles.plants}>
            {saved.peers.map((peer) => (
              <ExportPlantRow key={peer.peer_number} peer={peer} parent={status} />
            ))}
          </ul>
        </details>
      )}
      <ExportActions saved={saved} name={name} status={status} />
    </article>
  );
}

function ExportProgress(props: { name: string; progress: NonNullable<SavedExport['progress']> }): ReactElement {
  const t = useT();
  const language = usePreferences((preferences) => preferences.language);
  const { progress, name } = props;
  const { progress_percentage: percent, progress_count: count, progress_over: over } = progress;
  return (
    <div className={styles.progress}>
      <progress
        aria-label={t('exports:progress', { name })}
        max={100}
        {...(percent === null ? {} : { value: percent })}
      />
      <span>
        {over === null
          ? formatInteger(count, language)
          : t('exports:progressOf', { count: formatInteger(count, language), over: formatInteger(over, language) })}
      </span>
    </div>
  );
}

function ExportFacts(props: { saved: SavedExport; status: OperationStatus }): ReactElement {
  const t = useT();
  const language = usePreferences((preferences) => preferences.language);
  const { saved, status } = props;
  const none = t('exports:none');
  const { progress } = saved;
  const at = (instant: string | null | undefined): string => (instant == null ? none : formatDateMinute(instant));
  return (
    <dl className={styles.facts}>
      <Fact name={t('exports:column.file')}>{saved.file_name}</Fact>
      <Fact name={t('exports:column.size')}>
        {saved.file_size === null ? none : formatBytes(saved.file_size, 1024, language)}
      </Fact>
      <Fact name={t('exports:column.transits')}>
        {isRunningInExporter(saved) ? none : formatInteger(saved.transits, language)}
      </Fact>
      <Fact name={t('exports:column.contents')}>{formatContents(saved, t)}</Fact>
      <Fact name={t('exports:column.eta')}>
        {progress?.eta == null ? none : formatElapsed(Math.ceil(progress.eta))}
      </Fact>
      <Fact name={t('exports:column.prediction')}>{at(saved.prediction)}</Fact>
      <Fact name={t('exports:column.completed')}>{at(progress?.ended)}</Fact>
      <Fact name={t('exports:column.reception')}>
        {t(`exports:reception.${getReceptionLabel(toReceptionState(saved.reception), status)}`)}
      </Fact>
      <Fact name={t('exports:column.notes')}>{saved.notes === '' ? none : saved.notes}</Fact>
      <Fact name={t('exports:column.parameters')}>{describeExportFilter(saved.parameters, t).join(' · ') || none}</Fact>
      {saved.kept_until !== null && saved.file_size !== null && (
        <Fact name={t('exports:page.keptUntil')}>{formatDateMinute(saved.kept_until)}</Fact>
      )}
    </dl>
  );
}

const Fact = (props: { name: string; children: ReactNode }): ReactElement => (
  <div>
    <dt>{props.name}</dt>
    <dd>{props.children}</dd>
  </div>
);

function formatContents(saved: SavedExport, t: Translate): string {
  const what = saved.without_images ? 'data' : saved.with_context_images ? 'contextImages' : 'images';
  const watermark = saved.watermark_tag === '' ? [] : [t('exports:contents.watermark', { text: saved.watermark_tag })];
  return [t(`exports:contents.${what}`), ...watermark].join(', ');
}

function ExportPlantRow(props: { peer: SavedExport['peers'][number]; parent: OperationStatus }): ReactElement {
  const t = useT();
  const language = usePreferences((preferences) => preferences.language);
  const { peer, parent } = props;
  const status = getOperationStatus(peer.progress);
  const over = peer.progress.progress_over;
  const word = getReceptionLabel(toReceptionState(peer.reception), parent === 1 || parent === 2 ? 3 : parent);
  return (
    <li className={styles.plant}>
      <span className={styles[STATUS_TONES[status]]}>
        <Icon name={status === 3 ? 'check' : peer.fault === null ? 'clock' : 'warning'} />
      </span>
      <span className={styles.plantName}>{peer.label}</span>
      <span className={styles.plantText}>
        <span>{t(`exports:reception.${word}`)}</span>
        <span className={styles.hint}>
          {over === null
            ? formatInteger(peer.progress.progress_count, language)
            : t('exports:progressOf', {
                count: formatInteger(peer.progress.progress_count, language),
                over: formatInteger(over, language),
              })}
        </span>
        <PlantNote peer={peer} status={status} />
      </span>
    </li>
  );
}

/** Why the data of a plant is missing, or what the plant is doing. */
function PlantNote(props: { peer: SavedExport['peers'][number]; status: OperationStatus }): ReactElement | null {
  const t = useT();
  const language = usePreferences((preferences) => preferences.language);
  const { peer, status } = props;
  if (peer.fault !== null) return <span className={styles.warning}>{t(`exports:plant.${peer.fault}`)}</span>;
  if (status === 7) return <span className={styles.warning}>{t('exports:plant.partial')}</span>;
  if (peer.tries > 1 && peer.next_try !== null)
    return <span className={styles.warning}>{t('exports:plant.retrying', { count: peer.tries })}</span>;
  if (peer.received === 0) return null;
  return (
    <span className={styles.hint}>
      {t('exports:plant.received', { size: formatBytes(peer.received, 1024, language) })}
    </span>
  );
}
