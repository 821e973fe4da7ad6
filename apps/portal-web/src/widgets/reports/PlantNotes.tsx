import type { Limitation } from '@varco/contract/plant/transits.ts';
import type { Translate } from '@varco/i18n/message-types.ts';
import { Notice } from '@varco/ui/Notice.tsx';
import { Remark } from '@varco/ui/Remark.tsx';
import type { ReactElement } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { findPlantByPeer } from '../../lib/plants/plant-sessions.ts';
import { getPlantLabel } from '../../lib/plants/use-plants.ts';
import type { PeriodQuery, PeriodReport, PlantFailure, PlantState } from '../../lib/reports/use-period-report.ts';
import { mergePlantNotes, type PlantNote } from './merge-plant-notes.ts';
import styles from './PlantNotes.module.css';

/** What a plant says of its own figures. */
interface LimitedAnswer {
  readonly limitazioni: readonly Limitation[];
  readonly senza_dettaglio: number;
  /** Absent: the figures hide nothing from anybody. */
  readonly oscurato?: boolean;
}

/** Whether the plant answered for a part of the period only, by retention or by a limit of the user. */
const isPeriodCut = ({ limitazioni }: LimitedAnswer): boolean =>
  limitazioni.includes('t_max') || limitazioni.includes('look_back') || limitazioni.includes('retention');

/** Whether a response may be compared: periods of different length would look like a change. */
export const isComparable = (now: LimitedAnswer, before: LimitedAnswer): boolean =>
  !isPeriodCut(now) && !isPeriodCut(before);

export function getPlantNameById(peerId: number): string {
  const plant = findPlantByPeer(peerId);
  return plant === undefined ? String(peerId) : getPlantLabel(plant);
}

/** Lists plants that answered, that failed and why, and the limitations of each. */
export function PlantNotes<Answer extends LimitedAnswer>(props: {
  report: PeriodReport<PeriodQuery, Answer>;
  waiting: number;
}): ReactElement {
  const t = useT();
  const { report, waiting } = props;
  const { plants: parts, isStopped } = report;
  const notes = mergePlantNotes(parts.flatMap((part) => listPlantNotes(part, t)));
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
            <span key={note} className={styles.note}>
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
function listPlantNotes({ peerId, now, before }: PlantState<LimitedAnswer>, t: Translate): readonly PlantNote[] {
  const plant = getPlantNameById(peerId);
  const note = (of: PlantFailure | Limitation | 'hidden' | 'noBefore' | 'notComparable'): PlantNote => ({
    key: of,
    plant,
    say: (plants, count) => t(`statistics:part.${of}`, { plant: plants, count }),
  });
  if (now.kind === 'failed') return [note(now.why)];
  if (now.kind === 'waiting') return [];
  const { limitazioni, oscurato = false, senza_dettaglio: uncounted } = now.answer;
  // A number is of one plant.
  const ofOne = {
    key: `uncounted ${peerId}`,
    plant,
    say: () => t('statistics:part.uncounted', { plant, count: uncounted }),
  };
  return [
    ...limitazioni.map(note),
    ...(oscurato ? [note('hidden')] : []),
    ...(uncounted > 0 ? [ofOne] : []),
    ...(before?.kind === 'failed' ? [note('noBefore')] : []),
    ...(before?.kind === 'done' && !isComparable(now.answer, before.answer) ? [note('notComparable')] : []),
  ];
}
