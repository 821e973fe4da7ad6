import type { Translate } from '@varco/i18n/message-types.ts';
import { Notice } from '@varco/ui/Notice.tsx';
import { Remark } from '@varco/ui/Remark.tsx';
import type { ReactElement } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { getPlantNameById } from './format-report.ts';
import { isComparable } from './report-lines.ts';
import styles from './Statistics.module.css';
import type { PlantState, Report } from './use-report.ts';

/** Lists plants that answered, that failed and why, and the limitations of each. */
export function PlantNotes(props: { report: Report; waiting: number }): ReactElement {
  const t = useT();
  const { report, waiting } = props;
  const { plants: parts, isStopped } = report;
  const notes = parts.flatMap((part) => formatPlantNotes(part, t));
  return (
    <>
      <Remark isLive>
        {t('statistics:answered', {
          count: parts.filter(({ now }) => now.kind === 'done').length,
          asked: parts.length,
        })}
        {waiting > 0 && ` · ${t('statistics:waiting', { count: waiting })}`}
      </Remark>
      {isStopped && <Notice tone="wa">{t('statistics:stopped')}</Notice>}
      {notes.length > 0 && (
        <Notice tone="wa">
          {notes.map((note) => (
            <span key={note} className={styles.noteLine}>
              {note}
            </span>
          ))}
        </Notice>
      )}
    </>
  );
}

/**
 * What the reader must know about the figures of one plant: why they are missing, or how they are limited, in the period
 * of the report and in the period it is compared with.
 */
function formatPlantNotes({ peerId, now, before }: PlantState, t: Translate): readonly string[] {
  const plant = getPlantNameById(peerId);
  if (now.kind === 'failed') return [t(`statistics:part.${now.why}`, { plant })];
  if (now.kind === 'waiting') return [];
  const { limitazioni, oscurato, senza_dettaglio: uncounted } = now.answer;
  return [
    ...limitazioni.map((why) => t(`statistics:part.${why}`, { plant })),
    ...(oscurato ? [t('statistics:part.hidden', { plant })] : []),
    ...(uncounted > 0 ? [t('statistics:part.uncounted', { plant, count: uncounted })] : []),
    ...(before?.kind === 'failed' ? [t('statistics:part.noBefore', { plant })] : []),
    ...(before?.kind === 'done' && !isComparable(now.answer, before.answer)
      ? [t('statistics:part.notComparable', { plant })]
      : []),
  ];
}
