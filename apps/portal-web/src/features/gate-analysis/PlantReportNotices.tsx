import { formatDateMinute } from '@varco/i18n/format.ts';
import { Notice } from '@varco/ui/Notice.tsx';
import type { ReactElement } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { findPlantByPeer } from '../../lib/plants/plant-sessions.ts';
import { getPlantLabel } from '../../lib/plants/use-plants.ts';
import type { PlantReport } from './analysis-plants.ts';
import styles from './GateAnalysis.module.css';

export function getPlantNameById(peerId: number): string {
  const plant = findPlantByPeer(peerId);
  return plant === undefined ? String(peerId) : getPlantLabel(plant);
}

/** Numbers of plants that answered, names of those that did not, and what was left out of each. */
export function PlantReportNotices(props: { parts: readonly PlantReport[] }): ReactElement {
  const t = useT();
  const { parts } = props;
  const notes = parts.flatMap(({ peerId, failure, limitations, completeFrom: cutAt }) => {
    const plant = getPlantNameById(peerId);
    if (failure !== null) return [t(`gateAnalysis:part.${failure}`, { plant })];
    return [
      ...limitations.map((why) => t(`gateAnalysis:part.${why}`, { plant })),
      ...(cutAt === null ? [] : [t('gateAnalysis:part.cut', { plant, from: formatDateMinute(cutAt) })]),
    ];
  });
  return (
    <>
      {parts.length > 1 && (
        <p className={styles.sum}>
          {t('gateAnalysis:part.answered', {
            count: parts.filter(({ failure }) => failure === null).length,
            asked: parts.length,
          })}
        </p>
      )}
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
