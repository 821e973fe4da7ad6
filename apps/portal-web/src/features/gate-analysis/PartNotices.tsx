import { formatDateMinute } from '@varco/i18n/format.ts';
import { Notice } from '@varco/ui/Notice.tsx';
import type { ReactElement } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { plantOfPeer } from '../../lib/plants/plant-sessions.ts';
import { plantLabel } from '../../lib/plants/use-plants.ts';
import type { PlantPart } from './analysis-plants.ts';
import styles from './GateAnalysis.module.css';

export function nameOfPlant(peerId: number): string {
  const plant = plantOfPeer(peerId);
  return plant === undefined ? String(peerId) : plantLabel(plant);
}

/** Numbers of plants that answered, names of those that did not, and what was left out of each. */
export function PartNotices(props: { parts: readonly PlantPart[] }): ReactElement {
  const t = useT();
  const { parts } = props;
  const notes = parts.flatMap(({ peerId, failure, limitations, cutAt }) => {
    const plant = nameOfPlant(peerId);
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
