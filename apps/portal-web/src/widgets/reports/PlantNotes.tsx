import type { Limitation } from '@varco/contract/plant/transits.ts';
import type { Translate } from '@varco/i18n/message-types.ts';
import { Notice } from '@varco/ui/Notice.tsx';
import { Remark } from '@varco/ui/Remark.tsx';
import type { ReactElement } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { findPlantByPeer } from '../../lib/plants/plant-sessions.ts';
import { getPlantLabel } from '../../lib/plants/use-plants.ts';
import type { PeriodQuery, PeriodReport, PlantFailure, PlantState } from '../../lib/reports/use-period-report.ts';
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
  const notes = formatNotes(parts, t);
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

/** What is said of a plant; `count`: with a number of its own. */
interface PlantNote {
  readonly of: NoteKind;
  readonly plant: string;
  readonly count?: number;
}
type NoteKind = PlantFailure | Limitation | 'hidden' | 'uncounted' | 'noBefore' | 'notComparable';

/** A sentence that is true of several plants is said once and names them; one with a number stands for its plant. */
function formatNotes(parts: readonly PlantState<LimitedAnswer>[], t: Translate): readonly string[] {
  const notes = parts.flatMap(listPlantNotes);
  const sayings = Map.groupBy(notes, ({ of, plant, count }) => (count === undefined ? of : `${of} ${plant}`));
  return [...sayings.values()].flatMap((same) => {
    const [first] = same;
    if (first === undefined) return [];
    return [
      t(`statistics:part.${first.of}`, {
        plant: same.map(({ plant }) => plant).join(', '),
        count: first.count ?? same.length,
      }),
    ];
  });
}

/**
 * What the reader must know about the figures of one plant: why they are missing, or how they are limited, in the period
 * of the report and in the period it is compared with.
 */
function listPlantNotes({ peerId, now, before }: PlantState<LimitedAnswer>): readonly PlantNote[] {
  const plant = getPlantNameById(peerId);
  if (now.kind === 'failed') return [{ of: now.why, plant }];
  if (now.kind === 'waiting') return [];
  const { limitazioni, oscurato = false, senza_dettaglio: uncounted } = now.answer;
  return [
    ...limitazioni.map((of) => ({ of, plant })),
    ...(oscurato ? [{ of: 'hidden', plant } as const] : []),
    ...(uncounted > 0 ? [{ of: 'uncounted', plant, count: uncounted } as const] : []),
    ...(before?.kind === 'failed' ? [{ of: 'noBefore', plant } as const] : []),
    ...(before?.kind === 'done' && !isComparable(now.answer, before.answer)
      ? [{ of: 'notComparable', plant } as const]
      : []),
  ];
}
